/**
 * A room's answers by prediction: hands for each choice, called-out numbers, or a drawn curve. They are stored until the tab is closed,
 * separately from the user's own predictions.
 */
import {
  array,
  boolean,
  type InferOutput,
  integer,
  minValue,
  nullable,
  number,
  object,
  pipe,
  readonly,
} from 'valibot';
import { Observable } from '../../base/observable';
import { byName, NUMBER, readJson, readValue, TREE } from '../../base/schema';
import { readStored, writeStored } from '../../base/storage/browserStorage';
import { t } from '../../base/words/words';
import type { Prediction } from '../../lessons/lesson';

const HANDS = object({
  /** Raised hands by choice. */
  counts: byName(pipe(number(), integer(), minValue(0))),
  numbers: pipe(array(NUMBER), readonly()),
  /** Heights by position; null where nothing is drawn. */
  curve: nullable(pipe(array(nullable(NUMBER)), readonly())),
  /** True once the answers are locked. */
  locked: boolean(),
});

export type Hands = InferOutput<typeof HANDS>;

/** A room's answers by prediction. */
export type Room = Readonly<Record<string, Hands>>;

export const NO_HANDS: Hands = { counts: {}, numbers: [], curve: null, locked: false };

/** Upper limit of a count. */
const MAX_COUNT = 9999;

/** Adds hands to a choice, or removes them if `by` is negative. */
export function raise(hands: Hands, choice: string, by: number): Hands {
  if (hands.locked) return hands;
  const count = Math.min(Math.max((hands.counts[choice] ?? 0) + by, 0), MAX_COUNT);
  return { ...hands, counts: { ...hands.counts, [choice]: count } };
}

export function allHands({ counts }: Hands): number {
  return Object.values(counts).reduce((sum, one) => sum + one, 0);
}

export function hasAny(hands: Hands): boolean {
  return allHands(hands) > 0 || hands.numbers.length > 0 || hands.curve !== null;
}

/** The wrong choice with the most hands; null if there is none. */
export function mostWrong({ counts }: Hands, right: string): string | null {
  const wrong = Object.entries(counts).filter(([choice, count]) => choice !== right && count > 0);
  return wrong.sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** Counts the numbers within the tolerance of the prediction. */
export function countClose(
  { numbers }: Hands,
  { within }: Extract<Prediction, { kind: 'number' }>,
  right: number,
): number {
  return numbers.filter((one) => Math.abs(one - right) <= within).length;
}

/** Places numbers as dots over a range. Dots at the same place are stacked. */
export function dotsOf(
  numbers: readonly number[],
  [from, to]: readonly [number, number],
  places: number,
): { value: number; place: number; height: number }[] {
  const heights = new Map<number, number>();
  return [...numbers]
    .sort((a, b) => a - b)
    .map((value) => {
      const share = Math.min(Math.max((value - from) / (to - from), 0), 1);
      const place = Math.round(share * places);
      const height = heights.get(place) ?? 0;
      heights.set(place, height + 1);
      return { value, place, height };
    });
}

const ROOMS = new Map<string, Observable<Room>>();

const keyOf = (lesson: string) => `hands:${lesson}`;

/** The room's answers in a lesson, stored in the tab. */
export function roomIn(lesson: string): Observable<Room> {
  const known = ROOMS.get(lesson);
  if (known !== undefined) return known;
  const room = new Observable<Room>(roomOf(readStored(keyOf(lesson), 'sessionStorage')));
  room.subscribe(() => writeStored(keyOf(lesson), JSON.stringify(room.value), 'sessionStorage'));
  ROOMS.set(lesson, room);
  return room;
}

export function setHands(lesson: string, id: string, hands: Hands): void {
  const room = roomIn(lesson);
  room.set({ ...room.value, [id]: hands });
}

/** Reads stored answers and drops invalid entries. */
export function roomOf(text: string | null): Room {
  const all = Object.entries(readJson(TREE, text ?? '{}') ?? {});
  return Object.fromEntries(
    all.flatMap(([id, one]) => {
      const hands = readValue(HANDS, one);
      return hands === undefined ? [] : [[id, hands]];
    }),
  );
}

/** Description for the privacy page. */
export function handsInWords(): string {
  return t('the votes you counted in a room, until you close the tab');
}
