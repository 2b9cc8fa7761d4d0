/**
 * Links that show students, inside a lesson, what their class predicted: `lessons/rem/#class=<letters>`. The answers are in the link, packed
 * like those of result codes, each once with the number of students who gave it. There are no names, and the order of the codes is lost.
 */
import { fromBase64Url, toBase64Url } from '../../base/bytes';
import { shortened } from '../../base/shortened';
import { t } from '../../base/words/words';
import type { Answer } from '../../lessons/answers';
import type { Lesson } from '../../lessons/lesson';
import { BitReader, BitWriter } from './bits';
import { type ClassAnswers, fitting } from './classAnswers';
import { CLASS } from './classParameter';
import { DecodeError, withChecksum, withoutChecksum } from './decode';
import { KEY_BITS, keyOf, nameOf, putPrediction, takePrediction } from './packedWork';

/** Answers to a prediction, by its id. */
export type AnswersById = ReadonlyMap<string, readonly Answer[]>;

/** Version of the links; the first byte. */
const VERSION = 1;

/** With fewer answers to a question, students could guess whose they are. */
export const FEWEST = 3;

/** Most different answers to a question. More drawings would hide each other. */
export const MOST = 40;

/** Most students in a link; a damaged one can't ask for more. */
const MOST_STUDENTS = 5000;

/** Longest letters that are read: five times those of a class of forty that agrees on nothing. */
const LONGEST = 20_000;

/** The part of a lesson's address with what a class answered; null if no question has enough answers. */
export function classFragment(
  { predictions }: Pick<Lesson, 'predictions'>,
  all: ClassAnswers,
): string | null {
  const asked = Object.entries(predictions).flatMap(([id, prediction]) => {
    const answers = fitting(prediction, all.answers.get(id) ?? []);
    return answers.length < FEWEST ? [] : [{ id, prediction, answers }];
  });
  if (asked.length === 0) return null;
  const bits = new BitWriter();
  bits.bit(VERSION, 8);
  bits.count(asked.length);
  for (const { id, prediction, answers } of asked) {
    const groups = spread(grouped(answers), MOST);
    bits.bit(keyOf(id), KEY_BITS);
    bits.count(groups.length);
    for (const { answer, times } of groups) {
      putPrediction(bits, prediction, answer);
      bits.count(times - 1);
    }
  }
  return fragmentOf(bits.bytes());
}

/** Writes bytes, and their checksum, as the part of an address after the `#`. */
export function fragmentOf(body: Uint8Array): string {
  return `#${new URLSearchParams({ [CLASS]: toBase64Url(withChecksum(body)) })}`;
}

/** The bytes that `fragmentOf` wrote. Throws if they're damaged. */
export function bytesIn(hash: string): Uint8Array {
  const letters = new URLSearchParams(hash.slice(1)).get(CLASS) ?? '';
  if (letters.length > LONGEST) throw new DecodeError('more letters than a link has');
  const body = withoutChecksum(fromBase64Url(letters));
  if (body === null) throw new DecodeError('the checksum is wrong');
  return body;
}

/** Reads what `classFragment` wrote. Leaves out questions that the lesson no longer asks. The error's message is for readers. */
export function readClass(hash: string, { predictions }: Pick<Lesson, 'predictions'>): AnswersById {
  let version = VERSION;
  try {
    const bits = new BitReader(bytesIn(hash));
    version = bits.bit(8);
    if (version === VERSION) return unpacked(bits, predictions);
  } catch {
    throw new Error(
      t('What the class predicted can’t be shown: the link is damaged. Part of it may be missing.'),
    );
  }
  throw new Error(
    t(
      'What the class predicted can’t be shown: the link has version {version}, and this page knows only {known}.',
      {
        version: shortened(String(version)),
        known: VERSION,
      },
    ),
  );
}

function unpacked(bits: BitReader, predictions: Lesson['predictions']): AnswersById {
  const found = new Map<string, readonly Answer[]>();
  for (let left = bits.length(); left > 0; left -= 1) {
    const id = nameOf(Object.keys(predictions), bits.bit(KEY_BITS));
    const prediction = predictions[id ?? ''];
    const answers: Answer[] = [];
    const groups = bits.length();
    if (groups > MOST) throw new DecodeError('more answers than a link has');
    for (let group = 0; group < groups; group += 1) {
      const answer = takePrediction(bits, prediction);
      const times = bits.count() + 1;
      if (answers.length + times > MOST_STUDENTS) throw new DecodeError('more students than a class has');
      if (answer !== undefined && answer !== null)
        for (let one = 0; one < times; one += 1) answers.push(answer);
    }
    if (id !== undefined && prediction !== undefined) found.set(id, fitting(prediction, answers));
  }
  return found;
}

interface Group {
  answer: Answer;
  /** Number of students who gave it. */
  times: number;
}

/** Equal answers together, from low to high, so that nothing is left of the order of the codes. */
function grouped(answers: readonly Answer[]): Group[] {
  const groups = new Map<string, Group>();
  for (const answer of answers) {
    const key = JSON.stringify(answer);
    groups.set(key, { answer, times: (groups.get(key)?.times ?? 0) + 1 });
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => group)
    .sort(byHeight);
}

function byHeight(a: Group, b: Group): number {
  return heightOf(a.answer) - heightOf(b.answer);
}

/** A curve's mean height or a number; 0 for the name of a choice. */
function heightOf(answer: Answer): number {
  if (typeof answer === 'object') return answer.reduce((sum, one) => sum + one, 0) / answer.length;
  return typeof answer === 'number' ? answer : 0;
}

/** At most so many of a list, evenly spread over it. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, place) => {
    const at = Math.round((place / (most - 1)) * (list.length - 1));
    return list[at] as T;
  });
}
