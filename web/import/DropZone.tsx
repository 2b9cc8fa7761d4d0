/** Accepts files dropped anywhere on the page, and shows the opened one. */
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useObservable } from '../base/observable';
import type { Bench } from '../run/bench';
import { usePlace } from '../run/tabStorage';
import { Boundary } from '../ui/Boundary';
import { t } from '../words/words';
import { incoming } from './incoming';
import './import.css';

/** Loaded when a file is opened. */
const IncomingCard = lazy(async () => ({ default: (await import('./IncomingCard')).IncomingCard }));

/** Loaded only if a capture was open before a reload. */
const CaptureGone = lazy(async () => ({ default: (await import('./OpenFile')).CaptureGone }));

/** Opens files dropped anywhere on the page. */
export function DropZone({ bench }: { bench: Bench }) {
  const hovering = useDrop(bench);
  return (
    hovering && <div className="drop-here">{t('Drop a scenario (JSON) or a capture (pcap, pcapng)')}</div>
  );
}

/** The opened file, or a note on the one that was open before a reload. */
export function OpenedFile({ bench }: { bench: Bench }) {
  const { phase } = useObservable(incoming);
  const [earlier, forget] = useEarlierCapture();
  return (
    <>
      {phase === 'none' && earlier !== null && (
        <Suspense>
          <CaptureGone bench={bench} name={earlier} forget={forget} />
        </Suspense>
      )}
      {phase !== 'none' && (
        <Boundary name={t('The file')}>
          <Suspense>
            <IncomingCard bench={bench} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}

/** True if a file is open, or was open before a reload. */
export function useHasFile(): boolean {
  const { phase } = useObservable(incoming);
  const [earlier] = useEarlierCapture();
  return phase !== 'none' || earlier !== null;
}

/** Name of the capture open before a reload, and a function to forget it: a page can't reopen a file by itself. */
function useEarlierCapture(): [string | null, () => void] {
  const [name, remember] = usePlace<string | null>('capture', null, isNameOrNull);
  const follow = useEffectEvent(() => {
    const { value } = incoming;
    if (value.phase !== 'reading') remember(value.phase === 'capture' ? value.name : null);
  });
  useEffect(() => incoming.subscribe(() => follow()), []);
  return [name, () => remember(null)];
}

function isNameOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

/** Opens dropped files. Returns true while files are dragged over the page. */
function useDrop(bench: Bench): boolean {
  const [hovering, setHovering] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setHovering(true);
    };
    // relatedTarget is null when the pointer leaves the window.
    const leave = (event: DragEvent) => event.relatedTarget === null && setHovering(false);
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setHovering(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) void import('./open').then(({ openFile }) => openFile(bench, file));
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [bench]);
  return hovering;
}
