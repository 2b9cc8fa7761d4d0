/** The first visit's steps: which there are, which are done, and whether to show them at all. */
import { readStored, writeStored } from '../../base/storage/browserStorage';

export const STEPS = ['play', 'sender', 'queue', 'share'] as const;

/** A step, also the `data-tour` attribute of the control that it is about. */
export type Step = (typeof STEPS)[number];

const STORAGE_KEY = 'first-visit';

/** The stored value when all steps are done or dismissed. */
const OVER = 'done';

/** The user's steps since the page opened, as the hints see them. */
export interface Seen {
  playing: boolean;
  /** The senders' presets now and when the page opened. */
  presets: readonly string[];
  presetsAtFirst: readonly string[];
  /** True if runs are compared, as with Vegas. */
  comparing: boolean;
  /** True if the pointer or the focus is on the queue's plot and the cursor shows a moment. */
  atQueue: boolean;
  /** True if the card with the link is open. */
  sharing: boolean;
}

export function isDone(step: Step, seen: Seen): boolean {
  switch (step) {
    case 'play':
      return seen.playing;
    case 'sender':
      // Another sender than the hint's shows as well that the plots follow.
      return seen.comparing || seen.presets.some((preset, flow) => preset !== seen.presetsAtFirst[flow]);
    case 'queue':
      return seen.atQueue;
    case 'share':
      return seen.sharing;
  }
}

/** Steps that nobody does by accident, as when the pointer crosses a plot: those before them are skipped. */
const DELIBERATE: readonly Step[] = ['sender', 'share'];

/** The steps that are left: neither done nor skipped. */
export function remaining(left: readonly Step[], seen: Seen): readonly Step[] {
  const done = left.filter((step) => isDone(step, seen));
  const last = done.findLast((step) => DELIBERATE.includes(step));
  const from = last === undefined ? 0 : STEPS.indexOf(last);
  return left.filter((step) => !done.includes(step) && STEPS.indexOf(step) >= from);
}

function isVegas(preset: string): boolean {
  return preset.includes('vegas');
}

/** True if there is nothing to turn on: then any other sender will do. */
export function startsWithVegas(presets: readonly string[]): boolean {
  return presets.some(isVegas);
}

/** The steps that earlier visits have left; empty if they are over. */
export function stepsLeft(): Step[] {
  const stored = readStored(STORAGE_KEY) ?? '';
  const done = stored.split(',');
  return stored === OVER ? [] : STEPS.filter((step) => !done.includes(step));
}

/** Stores which steps are left. */
export function storeSteps(left: readonly Step[]): void {
  const done = STEPS.filter((step) => !left.includes(step));
  writeStored(STORAGE_KEY, left.length === 0 ? OVER : done.join());
}

/** True unless somebody's link was opened: one with changes, a version, or an experiment. It shows what its sender wanted to show. */
export function isOwnVisit(query: URLSearchParams): boolean {
  return [...query.keys()].every((parameter) => parameter === 'scenario');
}
