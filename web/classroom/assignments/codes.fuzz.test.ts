/** Result codes, tables with codes, and links to assignments, with random changes inside and outside of their checksums. */
import { beforeAll, expect, test } from 'vitest';
import { AS_TEXT, fuzz, refused, type Verdict } from '../../base/fuzz/fuzz';
import { mutateBytes, mutateJson, mutateQuery, mutateText } from '../../base/fuzz/mutate';
import type { Random } from '../../base/fuzz/random';
import { rightAnswer, verdictOf, wrongAnswers } from '../../lessons/answers';
import { queryOf } from '../../lessons/arms';
import type { Prediction } from '../../lessons/lesson';
import { packed, unpacked } from '../../run/share/address';
import {
  type Assignment,
  assignmentOf,
  assignmentQuery,
  assignmentText,
  idOf,
  type LessonTask,
  newSalt,
  readAssignment,
  withoutAnswers,
} from './assignment';
import { bytesIn, classFragment, fragmentOf, readClass } from './classLink';
import { DecodeError, decodeLetters, encodeLetters, encodePacked, normalizeLetters } from './decode';
import { firstFinding, runOf } from './examine';
import { loadLesson } from './grading';
import { type LoadedLesson, recheckWork, repetitionOf } from './lessonWork';
import { unpackBench } from './packedTask';
import { lessonCodeOf, unpackWork } from './packedWork';
import { decode, oldCodeOf, resultText } from './result';
import {
  ASSIGNMENT,
  BASE,
  catalogue,
  codeOf,
  ENGINE_VERSION,
  ID,
  OLD_ASSIGNMENT,
  OLD_ID,
  resultBy,
  SIMULATOR,
  TASK,
} from './sampleTask';
import { seedOf, studentScenario } from './student';
import { parseSubmissions } from './submissions';

const LESSON_TASK: LessonTask = { kind: 'lesson', lesson: 'reading-a-trace', words: '', points: 10 };
const LESSON: Assignment = { title: 'Read', due: '', task: LESSON_TASK };
const SEALED: Assignment = { ...ASSIGNMENT, seal: ['salt', newSalt()] };
const OLD_LESSON: Assignment = { ...LESSON, old: true };
const OLD_LESSON_ID = idOf(OLD_LESSON);
const FOLDER = import.meta.dirname;

let loaded: LoadedLesson;
let codes: string[];

beforeAll(async () => {
  const made = await loadLesson(LESSON_TASK, SIMULATOR, catalogue);
  if (made === null) throw new Error('The runs were canceled.');
  loaded = made;
  const { predictions, checks, experiments } = loaded.lesson;
  const work = {
    kind: 'lesson' as const,
    predictions: Object.fromEntries(
      Object.entries(predictions).map(([id, one]) => [id, rightAnswer(one, loaded.runs)]),
    ),
    checks: Object.fromEntries(
      Object.entries(checks).map(([id, { experiment }]) => {
        const one = experiments[experiment];
        const arms = one?.kind === 'runs' ? Object.values(one.arms) : [];
        const links = arms.map((arm) => `#/bench?${queryOf(arm)}`);
        return [id, { passed: false, answer: '12.5', links, mark: 0 }];
      }),
    ),
  };
  const lessonResult = {
    who: 'Ada',
    assignment: idOf(LESSON),
    seed: seedOf('Ada', idOf(LESSON)),
    engine: ENGINE_VERSION,
    work: (await recheckWork(loaded, work, SIMULATOR)).work,
  };
  const oldLesson = { ...lessonResult, assignment: OLD_LESSON_ID, seed: seedOf('Ada', OLD_LESSON_ID) };
  const process = { seconds: 700, tries: { run: 3, whole: 2 }, first: { 2: 80, stall: 4 } };
  const handedIn = (id: string) => [
    resultBy('Ada', [['flows.0.sender.preset', 'vegas']], 'right', id),
    resultBy('Bo', [['links.1.queue.limit_bytes', 8000]], null, id),
  ];
  const results = handedIn(OLD_ID);
  const named = results.map(async ({ who, ...one }) => {
    const [assignment, ...rest] = JSON.parse(resultText({ who, ...one }));
    return `VL1-${await encodeLetters(JSON.stringify([who, assignment, ...rest]))}`;
  });
  codes = [
    ...(await Promise.all(handedIn(ID).map((one) => codeOf({ ...one, process })))),
    ...(await Promise.all(handedIn(ID).map(codeOf))),
    ...(await Promise.all(results.map(oldCodeOf))),
    ...(await Promise.all(named)),
    await lessonCodeOf(lessonResult, loaded, SIMULATOR),
    await lessonCodeOf({ ...lessonResult, process }, loaded, SIMULATOR),
    await lessonCodeOf(oldLesson, loaded, SIMULATOR),
  ];
});

async function checkCode(code: string): Promise<Verdict> {
  const decoded = await decode(code);
  const found = [ID, OLD_ID, idOf(LESSON), OLD_LESSON_ID].map((id) => firstFinding(decoded, id));
  for (const finding of found) if (finding !== null) refused(finding.words());
  if (!('result' in decoded)) return 'refused';
  const { result } = decoded;
  let { work } = result;
  if (work.kind === 'packed')
    try {
      const { of, bits } = work;
      ({ work } =
        of === 'bench' ? unpackBench(bits, TASK, result.process) : unpackWork(bits, loaded, result.process));
    } catch (error) {
      if (error instanceof DecodeError || isUtf8Error(error)) return 'refused';
      throw error;
    }
  if (work.kind === 'bench') {
    const run = await runOf(
      { base: BASE, task: TASK, own: 0, sealed: false, catalogue },
      { ...result, work },
      SIMULATOR,
    );
    return 'reason' in run ? refused(run.words()) : 'accepted';
  }
  if (work.kind !== 'lesson') throw new Error('The work must have been read.');
  for (const [id, done] of Object.entries(work.checks)) {
    const repetition = await repetitionOf(loaded, id, done, SIMULATOR, () => {});
    if ('finding' in repetition) refused(repetition.finding.words());
  }
  return 'accepted';
}

/** The decoder of UTF-8 has no error class of its own; grading reports its errors like those of other damaged codes. */
function isUtf8Error(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
}

/** Changes the content and writes the checksum again, or changes the letters. */
async function mutateCode(code: string, other: string, random: Random): Promise<string> {
  const [prefix = '', body = ''] = /^(VL\d-)(.*)$/.exec(code)?.slice(1) ?? [];
  const read = await decodeLetters(normalizeLetters(body));
  if (prefix === '' || 'damage' in read || random.chance(0.15)) return mutateText(code, other, random);
  if ('packed' in read)
    return `${prefix}${encodePacked(mutateBytes(read.packed, read.packed, random), read.version)}`;
  return `${prefix}${await encodeLetters(mutateInside(read.text, random))}`;
}

function mutateInside(text: string, random: Random): string {
  if (random.chance(0.2)) return mutateText(text, text, random);
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(mutateJson(value, value, random)) ?? '';
  } catch {
    return mutateText(text, text, random);
  }
}

test('changed codes are read or reported as damaged', async () => {
  await fuzz({
    name: 'codes',
    folder: FOLDER,
    seeds: codes,
    mutate: mutateCode,
    check: checkCode,
    ...AS_TEXT,
  });
});

function checkTable(text: string): Verdict {
  const read = parseSubmissions(text);
  if ('problem' in read) return refused(read.problem);
  expect(read.entries.length).toBeGreaterThan(0);
  const lines = text.split(/\r\n|\r|\n/).length;
  for (const { line, otherCells } of read.entries) {
    expect(line).toBeGreaterThan(0);
    expect(line).toBeLessThanOrEqual(lines);
    expect(otherCells.length).toBe(read.columns.length);
  }
  return 'accepted';
}

test('changed tables with codes are read, or refused with the reason', async () => {
  const code = codes[0] ?? '';
  const seeds = [
    `Name,Code\nAda,${code}\nBo,${code}\n`,
    `"Lovelace, Ada"\t"${code}"\r\n"Bo ""the"" student"\t${code}\r\n`,
    `${code.slice(0, 60)}\n${code.slice(60)}\n`,
    `Nr;Name;Code;Notiz\n1;Ada;${code};\n2;Bo;;krank\n`,
  ];
  await fuzz({ name: 'tables', folder: FOLDER, seeds, mutate: mutateText, check: checkTable, ...AS_TEXT });
});

async function checkAssignment(link: string): Promise<Verdict> {
  let assignment: Assignment | null;
  try {
    assignment = await assignmentOf(new URLSearchParams(link));
  } catch (error) {
    return refused((error as Error).message);
  }
  if (assignment === null) return 'refused';
  expect(readAssignment(assignmentText(assignment), assignment.old)).toEqual(assignment);
  const { task } = assignment;
  if (task.kind === 'bench') JSON.stringify(studentScenario(BASE, task, seedOf('Ada', idOf(assignment))));
  return 'accepted';
}

async function mutateAssignment(link: string, other: string, random: Random): Promise<string> {
  const query = new URLSearchParams(link);
  const text = await unpacked(query).catch(() => null);
  if (text === null || random.chance(0.15)) return mutateQuery(link, other, random);
  const changed = mutateInside(text, random);
  query.delete('packed');
  query.delete('plain');
  query.set(...(await packed(changed)));
  const read = readAssignment(changed, query.get('v') === '1');
  // A text that is no assignment has no id.
  if (read !== undefined) query.set('of', idOf(read));
  return query.toString();
}

test('changed links to assignments are read or refused', async () => {
  const seeds = (
    await Promise.all(
      [ASSIGNMENT, OLD_ASSIGNMENT, SEALED, withoutAnswers(SEALED), LESSON, OLD_LESSON].map(assignmentQuery),
    )
  ).map(String);
  await fuzz({
    name: 'assignments',
    folder: FOLDER,
    seeds,
    mutate: mutateAssignment,
    check: checkAssignment,
    ...AS_TEXT,
  });
});

function checkClassLink(link: string): Verdict {
  try {
    for (const [id, answers] of readClass(link, loaded.lesson))
      for (const answer of answers)
        verdictOf(loaded.lesson.predictions[id] as Prediction, answer, loaded.runs);
    return 'accepted';
  } catch (error) {
    return refused((error as Error).message);
  }
}

function mutateClassLink(link: string, other: string, random: Random): string {
  if (random.chance(0.15)) return mutateText(link, other, random);
  try {
    return fragmentOf(mutateBytes(bytesIn(link), bytesIn(link), random));
  } catch {
    return mutateText(link, other, random);
  }
}

test('changed links with a class’s predictions are read or refused', async () => {
  const answers = Object.entries(loaded.lesson.predictions).map(([id, one]) => {
    const right = rightAnswer(one, loaded.runs);
    return [id, [right, right, ...wrongAnswers(one, loaded.runs)]] as const;
  });
  const link = classFragment(loaded.lesson, { students: 3, answers: new Map(answers) }) ?? '';
  await fuzz({
    name: 'class-links',
    folder: FOLDER,
    seeds: [link],
    mutate: mutateClassLink,
    check: checkClassLink,
    ...AS_TEXT,
  });
});
