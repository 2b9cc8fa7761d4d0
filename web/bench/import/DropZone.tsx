/** Accepts files dropped anywhere on the page. */
import { useEffect, useState } from 'react';
import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import './import.css';

/** Opens files dropped anywhere on the page. */
export function DropZone({ bench }: { bench: Bench }) {
  const hovering = useDrop(bench);
  return (
    hovering && <div className="drop-here">{t('Drop a scenario (JSON) or a capture (pcap, pcapng)')}</div>
  );
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
