/** The bar under the overview: playback, stepping through events, the description of the current event, and the event list. */
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useState,
} from 'react';
import { useObservable, usePart } from '../base/observable';
import { KeysButton } from '../keys/Keys';
import { handlePlaybackKey } from '../plot/gestures';
import { useCursor, useView } from '../run/hooks';
import type { Run } from '../run/trace';
import { isTaken } from '../ui/shortcuts';
import { projector } from '../ui/theme';
import { formatTime } from '../words/format';
import { rich } from '../words/rich';
import { t } from '../words/words';
import { FILTERS, type Filter } from './filters';
import { PlayButtons } from './PlayButtons';
import { type Travel, useTravel } from './travel';

/** Loaded when it is opened. */
const EventList = lazy(async () => ({ default: (await import('./EventList')).EventList }));

interface Props {
  run: Run;
  flows: number[];
  /** Buttons next to the one for the event list. */
  children?: ReactNode;
}

export function TravelBar({ run, flows, children }: Props) {
  const travel = useTravel(run, flows);
  useClicker(useCallback((by) => travel.step(by), [travel]));
  const view = useView();
  const [open, setOpen] = useState(false);
  const list = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || takesKeys(event.target, event.key)) return;
    if (handlePlaybackKey(event.key, view)) event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the buttons inside it
    <div className="travel" onKeyDown={onKeyDown}>
      <Scrubber />
      <div className="travel-bar">
        <PlayButtons />
        <StepButtons travel={travel} />
        <button type="button" aria-expanded={open} aria-controls={list} onClick={() => setOpen(!open)}>
          {t('Event list')}
        </button>
        {children}
        <KeysButton />
        <Caption travel={travel} />
      </div>
      <div id={list}>
        {open && (
          <Suspense fallback={<p className="waiting">{t('Loading the event list …')}</p>}>
            <EventList travel={travel} run={run} flows={flows} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** Menus handle letters themselves, and buttons the space bar. */
function takesKeys(target: EventTarget, key: string): boolean {
  return target instanceof HTMLSelectElement || (target instanceof HTMLButtonElement && key === ' ');
}

/** A slider for the time cursor over the whole run, under the overview. */
function Scrubber() {
  const view = useView();
  const cursor = useCursor();
  const whole = usePart(view.looking, 'whole');
  return (
    <input
      className="scrubber"
      type="range"
      aria-label={t('Time cursor')}
      aria-valuetext={cursor === null ? t('no moment chosen') : formatTime(cursor)}
      min={whole.from}
      max={whole.to}
      step="any"
      value={cursor ?? whole.from}
      data-unset={cursor === null}
      onChange={(event) => view.hold(Number(event.target.value))}
    />
  );
}

function StepButtons({ travel }: { travel: Travel }) {
  const filter = useObservable(travel.filter);
  return (
    <span className="step-buttons">
      <button
        type="button"
        aria-label={t('Event before')}
        title={t('Event before (,)')}
        onClick={() => travel.step(-1)}
      >
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <path d="M2,1V11M10.5,1.5L4.5,6L10.5,10.5Z" fill="currentColor" stroke="currentColor" />
        </svg>
      </button>
      <button
        type="button"
        aria-label={t('Next event')}
        title={t('Next event (.)')}
        onClick={() => travel.step(1)}
      >
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <path d="M10,1V11M1.5,1.5L7.5,6L1.5,10.5Z" fill="currentColor" stroke="currentColor" />
        </svg>
      </button>
      <label>
        <span className="visually-hidden">{t('Step by and list')}</span>
        <select value={filter} onChange={(event) => travel.filter.set(event.target.value as Filter)}>
          {FILTERS.map((one) => (
            <option key={one.filter} value={one.filter}>
              {one.label()}
            </option>
          ))}
        </select>
      </label>
    </span>
  );
}

/**
 * Describes the event at the cursor, for screen readers too; during playback, the last notable event. Reserves room for a line or
 * two. A longer sentence overlaps the content below while the cursor doesn't move, and is cut during playback.
 */
function Caption({ travel }: { travel: Travel }) {
  const caption = useObservable(travel.caption);
  const passed = useObservable(travel.passed);
  return (
    <p className="caption">
      <span aria-live="polite" aria-atomic="true">
        {caption?.words}
      </span>
      {caption === null && passed !== null && <span className="passed">{passed}</span>}
      {caption === null && passed === null && (
        <span className="hint">
          {rich(
            '<kbd>Space</kbd> plays, <kbd>,</kbd> and <kbd>.</kbd> step; <kbd>l</kbd> <kbd>r</kbd> <kbd>t</kbd> <kbd>d</kbd> go to the next loss, retransmission, timeout, decision.',
            { kbd: (key) => <kbd>{key}</kbd> },
          )}
        </span>
      )}
    </p>
  );
}

/** The keys of a presentation clicker. In large type they step through the events of the run. */
const STEPS: Readonly<Record<string, 1 | -1>> = { PageDown: 1, PageUp: -1 };

export function useClicker(step: (by: 1 | -1) => void): void {
  useEffect(() => {
    const onKey = (event: WindowEventMap['keydown']) => {
      const by = STEPS[event.key];
      if (by === undefined || !projector.value || event.defaultPrevented || isTaken(event)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      step(by);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [step]);
}
