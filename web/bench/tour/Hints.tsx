/** The hint for the first step that is left and whose control is on the screen. */
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { FOLLOWED } from '../../run/selection';
import { remaining, STEPS, type Step, startsWithVegas } from './progress';
import './hints.css';

interface Props {
  bench: Bench;
  left: readonly Step[];
  /** Stores the steps that are left then; none ends the hints for good. */
  leave(next: readonly Step[]): void;
}

interface Anchor {
  step: Step;
  box: DOMRect;
}

/** Interval between looks at the controls' places, which change when panels open and close. */
const LOOK_MS = 300;

export function Hints({ bench, left, leave }: Props) {
  const [presetsAtFirst] = useState(() => presetsOf(bench));
  const anchor = useAnchor(left);
  useProgress(bench, presetsAtFirst, left, leave);
  const dismiss = useEffectEvent(() => leave([]));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Escape leaves what is in the foreground first.
      const busy = event.defaultPrevented || document.querySelector('dialog[open], :popover-open') !== null;
      if (event.key === 'Escape' && !busy && bench.view.of(FOLLOWED).value === null) dismiss();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [bench]);
  if (anchor === null) return null;
  const words = wordsOf(anchor.step, startsWithVegas(presetsAtFirst));
  return <Hint anchor={anchor} words={words} dismiss={() => leave([])} />;
}

function wordsOf(step: Step, vegasAtFirst: boolean): { title: string; text: string } {
  switch (step) {
    case 'play':
      return { title: t('Press play'), text: t('Watch packets, window and queue move together.') };
    case 'sender':
      return vegasAtFirst
        ? { title: t('Change the sender'), text: t('Choose Reno, and every plot follows.') }
        : { title: t('Turn Vegas on'), text: t('Choose it as the sender, and every plot follows.') };
    case 'queue':
      return {
        title: t('Look at the queue'),
        text: t('Point at the plot to see how much was waiting at a moment.'),
      };
    case 'share':
      return { title: t('Share what you see'), text: t('The link opens this view, with all your changes.') };
  }
}

interface HintProps {
  anchor: Anchor;
  words: { title: string; text: string };
  dismiss(): void;
}

/** A card with a place of its own, where it covers no control and no plot, and a ring around the control that it's about. */
function Hint({ anchor: { step, box }, words: { title, text }, dismiss }: HintProps) {
  const { left, top, width, height } = box;
  return (
    <>
      <div
        className="hint-ring"
        style={{ left: left - RING, top: top - RING, width: width + 2 * RING, height: height + 2 * RING }}
      />
      <aside className="hint-card" data-step={step} aria-label={t('First steps')}>
        <div role="note" aria-live="polite">
          <b>{title}</b> <span>{text}</span>
        </div>
        <p className="hint-foot">
          <span className="unit">
            {t('{step} of {all}', { step: STEPS.indexOf(step) + 1, all: STEPS.length })}
          </span>
          <button type="button" className="quiet" onClick={dismiss}>
            {t('Skip the hints')}
          </button>
        </p>
      </aside>
    </>
  );
}

/** Pixels between a control and its ring. */
const RING = 3;

function presetsOf({ state }: Bench): string[] {
  return state.value.scenario?.flows.map(({ sender }) => sender.preset ?? '') ?? [];
}

/** The control that a step is about. For the queue that's the plot, or the path while the plot is hidden. */
function controlOf(step: Step): Element | null {
  const plot = step === 'queue' ? document.querySelector('[data-panel="queue"]') : null;
  return plot ?? document.querySelector(`[data-tour="${step}"]`);
}

/** The first step left whose control is there, and where it is. Null if no control is there. */
function useAnchor(left: readonly Step[]): Anchor | null {
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  useEffect(() => {
    const look = () => {
      const found = left.flatMap((step): Anchor[] => {
        const box = controlOf(step)?.getBoundingClientRect();
        return box !== undefined && box.width > 0 && box.height > 0 ? [{ step, box }] : [];
      })[0];
      setAnchor((before) => (sameAnchor(before, found) ? before : (found ?? null)));
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    window.addEventListener('scroll', look, { capture: true, passive: true });
    window.addEventListener('resize', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('scroll', look, { capture: true });
      window.removeEventListener('resize', look);
    };
  }, [left]);
  return anchor;
}

function sameAnchor(one: Anchor | null, other: Anchor | undefined): boolean {
  if (one === null || other === undefined) return one === null && other === undefined;
  const sides = ['left', 'top', 'width', 'height'] as const;
  return one.step === other.step && sides.every((side) => one.box[side] === other.box[side]);
}

/** Watches what the user does, and takes each step off the list that is done or skipped. */
function useProgress(
  bench: Bench,
  presetsAtFirst: readonly string[],
  left: readonly Step[],
  leave: (next: readonly Step[]) => void,
): void {
  const check = useEffectEvent(() => {
    const { view } = bench;
    const seen = {
      playing: view.playing.value,
      presets: presetsOf(bench),
      presetsAtFirst,
      comparing: bench.state.value.pinned.length > 0,
      atQueue: view.cursor.value !== null && controlOf('queue')?.matches(':hover, :focus-within') === true,
      sharing: isExpanded(controlOf('share')),
    };
    const next = remaining(left, seen);
    if (next.length < left.length) leave(next);
  });
  useEffect(() => {
    const { view, state } = bench;
    const stops = [view.playing, view.cursor, state].map((one) => one.subscribe(() => check()));
    const look = () => check();
    // A cursor that playing has set stays where it is while the pointer moves over a plot.
    for (const event of ['pointerover', 'focusin'] as const) document.addEventListener(event, look);
    // Popovers' events don't bubble.
    document.addEventListener('toggle', look, { capture: true });
    return () => {
      for (const stop of stops) stop();
      for (const event of ['pointerover', 'focusin'] as const) document.removeEventListener(event, look);
      document.removeEventListener('toggle', look, { capture: true });
    };
  }, [bench]);
}

/** True if a control's menu, or that of a button in it, is open. */
function isExpanded(control: Element | null): boolean {
  if (control === null) return false;
  return (
    control.matches('[aria-expanded="true"]') || control.querySelector('[aria-expanded="true"]') !== null
  );
}
