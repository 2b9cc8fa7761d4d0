/** Tests that an assigned lesson is judged by repeated runs, and that tampering with its code is detected. */
import { beforeAll, expect, it } from 'vitest';
import { DRAWN_POINTS, rightAnswer } from '../../lessons/answers';
import { queryOf, toRead } from '../../lessons/arms';
import { COURSE, openLesson } from '../../lessons/course';
import type { Check } from '../../lessons/lesson';
import type { Progress } from '../../lessons/progress';
import { putChanges } from '../../run/share/address';
import { openingOf } from '../../run/share/opening';
import type { Atom, Change } from '../../scenario/changes';
import { type Assignment, idOf, type LessonTask } from './assignment';
import { BitReader, BitWriter } from './bits';
import { DecodeError } from './decode';
import type { Reason } from './examine';
import { duplicatesIn, Grader, loadLesson, scoreOf } from './grading';
import { type LoadedLesson, recheckWork, workOf } from './lessonWork';
import { fieldsOf, keyOf, lessonCodeOf, packWork, unpackWork } from './packedWork';
import { type DoneCheck, decode, type LessonResult, type LessonWork, markOfRuns } from './result';
import {
  resultBy as benchResultBy,
  catalogue,
  codeOf,
  ENGINE_VERSION,
  entryOf,
  SIMULATOR,
} from './sampleTask';
import { seedOf } from './student';

const TASK: LessonTask = { kind: 'lesson', lesson: 'reading-a-trace', words: '', points: 10 };
const ASSIGNMENT: Assignment = { title: 'Read', due: '', task: TASK };
const ID = idOf(ASSIGNMENT);
const OLD_ASSIGNMENT: Assignment = { ...ASSIGNMENT, old: true };
const BUFFER = 'links.1.queue.limit_bytes';

let loaded: LoadedLesson;

beforeAll(async () => {
  const opened = await openLesson(TASK.lesson);
  if (opened === null) throw new Error(`There is no lesson ${TASK.lesson}.`);
  const made = await loadLesson(TASK, SIMULATOR, catalogue);
  if (made === null) throw new Error('The runs were canceled.');
  loaded = made;
});

/** Links to a check's runs with the given changes, as stored in a student's progress. */
function linksOf({ experiment }: Check, set: Readonly<Record<string, Atom>> = {}): string[] {
  const one = loaded.lesson.experiments[experiment];
  if (one?.kind !== 'runs') throw new Error('The check has no runs.');
  return Object.values(one.arms).map((arm) => `#/bench?${queryOf({ ...arm, set: { ...arm.set, ...set } })}`);
}

/** Progress with all predictions right and all `reach` tasks done. */
function progress(): Progress {
  const { predictions, checks } = loaded.lesson;
  return {
    version: 1,
    predictions: Object.fromEntries(
      Object.entries(predictions).map(([id, one]) => [
        id,
        { answer: rightAnswer(one, loaded.runs), passed: true, words: '' },
      ]),
    ),
    checks: Object.fromEntries(
      Object.entries(checks).map(([id, check]) => [
        id,
        check.kind === 'reach'
          ? { passed: true, answer: null, words: '', links: linksOf(check, check.right) }
          : { passed: false, answer: '0', words: '', links: linksOf(check) },
      ]),
    ),
  };
}

async function resultBy(who: string, made: Progress = progress()): Promise<LessonResult & { who: string }> {
  const { work } = await recheckWork(loaded, workOf(made), SIMULATOR);
  return { who, assignment: ID, seed: seedOf(who, ID), engine: ENGINE_VERSION, work };
}

async function gradeResults(results: readonly LessonResult[]) {
  const codes = await Promise.all(results.map((one) => lessonCodeOf(one, loaded, SIMULATOR)));
  return await gradeCodes(
    codes,
    results.map(({ who }) => who ?? ''),
  );
}

async function gradeCodes(codes: readonly string[], names: readonly string[], assignment = ASSIGNMENT) {
  const entries = codes.map((code, index) =>
    entryOf(code, { number: index + 1, otherCells: [names[index] ?? ''] }),
  );
  const grader = new Grader(assignment);
  await grader.grade(entries, SIMULATOR, catalogue, () => {});
  return grader.graded(entries);
}

async function reasonOf(result: LessonResult): Promise<Reason | null | undefined> {
  const { rows } = await gradeResults([result]);
  return rows[0]?.examination === null ? undefined : (rows[0]?.examination.finding?.reason ?? null);
}

/** The result with one check's entry changed. */
function withCheck(result: LessonResult, id: string, change: Partial<DoneCheck>): LessonResult {
  const work = result.work;
  const before = work.checks[id];
  if (before === undefined) throw new Error(`There is no check ${id}.`);
  return { ...result, work: { ...work, checks: { ...work.checks, [id]: { ...before, ...change } } } };
}

it('a lesson assignment is scored by the share of predictions made and tasks done', async () => {
  const all = await resultBy('Ada');
  const nothing = await resultBy('Bo', { version: 1, predictions: {}, checks: {} });
  const { rows } = await gradeResults([all, nothing]);
  expect(rows.map(({ examination }) => examination?.finding)).toEqual([null, null]);
  const { predictions, checks } = loaded.lesson;
  const reached = Object.values(checks).filter(({ kind }) => kind === 'reach').length;
  const asked = Object.keys(predictions).length;
  const share = (asked + reached) / (asked + Object.keys(checks).length);
  expect(rows.map(scoreOf)).toEqual([Math.round(10_000 * share) / 1000, 0]);
  expect(reached).toBeGreaterThan(0);
  expect(rows[0]?.examination?.notes.map((say) => say())).toEqual([`${asked} of ${asked} predictions right`]);
});

it('a lesson assignment reports identical work by two students', async () => {
  const duplicates = duplicatesIn(await gradeResults([await resultBy('Ada'), await resultBy('Bo')]));
  expect(duplicates).toEqual([['same answers and runs as no. 2'], ['same answers and runs as no. 1']]);
});

it('a lesson assignment settles each code as soon as its own runs end, and says which is running', async () => {
  const [id, check] = Object.entries(loaded.lesson.checks).find(([, { kind }]) => kind === 'reach') ?? [];
  if (id === undefined || check?.kind !== 'reach') throw new Error('The lesson has no goal.');
  const results = [
    await resultBy('Ada'),
    await resultBy('Bo', { version: 1, predictions: {}, checks: {} }),
    withCheck(await resultBy('Cy'), id, { links: linksOf(check, check.wrong) }),
    withCheck(await resultBy('Di'), id, { links: linksOf(check, { [BUFFER]: 4_000_000 }) }),
  ];
  const codes = await Promise.all(results.map((one) => lessonCodeOf(one, loaded, SIMULATOR)));
  const entries = codes.map((code, index) => entryOf(code, { number: index + 1 }));
  const grader = new Grader(ASSIGNMENT);
  const seen: string[] = [];
  await grader.grade(entries, SIMULATOR, catalogue, () => {
    const { rows } = grader.graded(entries);
    const states = rows.map(({ examination, state }) =>
      examination === null ? state : (examination.finding?.reason ?? 'verified'),
    );
    seen.push(states.join(' '));
  });
  // The second has no runs, and those of the last aren't allowed.
  expect(seen).toContain('waiting verified waiting range');
  expect(seen).toContain('running verified waiting range');
  expect(seen).toContain('verified verified running range');
  expect(seen.at(-1)).toBe('verified verified digest range');
});

it('a lesson assignment rejects tampered results', async () => {
  const honest = await resultBy('Ada');
  const [id, check] = Object.entries(loaded.lesson.checks).find(([, { kind }]) => kind === 'reach') ?? [];
  const [asked] = Object.entries(loaded.lesson.checks).find(([, { kind }]) => kind !== 'reach') ?? [];
  if (id === undefined || asked === undefined || check?.kind !== 'reach')
    throw new Error('The result has no check of kind reach.');
  expect(await reasonOf(withCheck(honest, asked, { passed: true }))).toBe('answers');
  expect(await reasonOf(withCheck(honest, id, { links: linksOf(check, check.wrong) }))).toBe('digest');
  expect(await reasonOf(withCheck(honest, id, { links: [] }))).toBe('answers');
  expect(await reasonOf(withCheck(honest, id, { mark: 0 }))).toBe('digest');
  expect(await reasonOf({ ...withCheck(honest, id, { mark: 0 }), engine: '9.9.9' })).toBe('engine');
  const fixedFieldLinks = linksOf(check, { ...check.right, 'links.0.rate_bps': 1_000_000 });
  expect(await reasonOf(withCheck(honest, id, { links: fixedFieldLinks }))).toBe('fixed');
  const otherScenarioLinks = linksOf(check).map(() => '#/bench?scenario=low-rem');
  expect(await reasonOf(withCheck(honest, id, { links: otherScenarioLinks }))).toBe('fixed');
  const unreadableLinks = linksOf(check).map(() => '#/bench?packed=zzzz');
  expect(await reasonOf(withCheck(honest, id, { links: unreadableLinks }))).toBe('fixed');
});

/** Work in a lesson with an answer to every question, right or not. */
function filledIn({ lesson, arms }: LoadedLesson): LessonWork {
  const unsteady = (from: number, to: number) =>
    Array.from({ length: DRAWN_POINTS }, (_, place) => {
      const share = place / DRAWN_POINTS + 0.03 * Math.sin(2.3 * place);
      return from + Math.min(Math.max(share, 0), 1) * (to - from);
    });
  const links = ({ experiment, ...check }: Check) => {
    const one = lesson.experiments[experiment];
    if (one?.kind !== 'runs') throw new Error('The check has no runs.');
    return Object.entries(one.arms).map(([name, arm]) => {
      const changed = Object.entries(check.kind === 'reach' ? check.right : {}).filter(([path]) => {
        const { arms: only } = one.controls?.find((control) => control.path === path) ?? {};
        return only?.includes(name) ?? true;
      });
      expect(arms.has(`${experiment}/${name}`)).toBe(true);
      return `#/bench?${queryOf({ ...arm, set: { ...arm.set, ...Object.fromEntries(changed) } })}`;
    });
  };
  return {
    kind: 'lesson',
    predictions: Object.fromEntries(
      Object.entries(lesson.predictions).map(([id, one]) => [
        id,
        one.kind === 'choice'
          ? (Object.keys(one.options)[1] ?? '')
          : one.kind === 'number'
            ? one.range[0] + one.step * Math.round((0.37 * (one.range[1] - one.range[0])) / one.step)
            : unsteady(one.y.from, one.y.to),
      ]),
    ),
    checks: Object.fromEntries(
      Object.entries(lesson.checks).map(([id, check]) => [
        id,
        {
          passed: true,
          answer:
            check.kind === 'reach'
              ? null
              : check.kind === 'read'
                ? String(check.right)
                : (Object.keys(check.options)[0] ?? ''),
          links: links(check),
          mark: 40_000,
        },
      ]),
    ),
  };
}

const OLD =
  'VL1-05YRX-JTE0C-RGRHB-Z0MCR-K59VR-HWWWB-1ARJF-3Z226-529VM-VEM6H-9YCME-4VYHR-JG7CY-2WJPJ-XYRWF-5W3Z1-W5PVR-WREJ4-0J3QX-3Q7D7-R0KMC-HEXP2-PS464-8C6G1-X0YRR-DSEN6-E00FF-13YSA-4ZPG2-NDPKC-E31T4-S0N4D-8SN53-2GTHQ-9A24N-82GN8-PPN0A-TM1T6-M18TH-Q2T25-VYHRE-C4CYZ-PV72B-F3JB1-KDPXQ-J29R0-B5CCP-HJGTA-KAQ8X-PSE7G-P57EG-1Z9JN-M6C1S-00QMY-3W3TW-C9WYB-3JWR8-ACDZD-R2XEV-37B8P-X6KAM-WYN15-72R3X-AGHA7-4915Z-XCZWW-RZ6VT-SB5SZ-X9TB7-VJN8B-KK8F6-WFJHB-6WWNV-MZJ7S-Y2TF7-F968Q-1CMT4-8DHQP-V34GB-WG33E-V167V-ZRDXE-CN22R';

it('the code of a lesson has at most 200 characters and gives the work back', async () => {
  const all = await resultBy('Ada');
  const code = await lessonCodeOf(all, loaded, SIMULATOR);
  expect(code.length).toBeLessThanOrEqual(200);
  const graded = await gradeCodes([code], ['']);
  const work = graded.rows[0]?.result?.work as LessonWork;
  const { opening, ...others } = all.work.predictions;
  const { opening: drawn, ...read } = work.predictions;
  expect(read).toEqual({ ...others, stall: Number((others.stall as number).toPrecision(6)) });
  // A drawing is stored to 1/63 of the chart's height.
  const axis = loaded.lesson.predictions.opening;
  if (axis?.kind !== 'draw') throw new Error('The prediction must be a drawing.');
  (drawn as number[]).forEach((height, place) => {
    const error = Math.abs(height - ((opening as number[])[place] ?? Number.NaN));
    expect(error).toBeLessThanOrEqual((axis.y.to - axis.y.from) / 126 + 0.01);
  });
  expect(Object.keys(work.checks)).toEqual(Object.keys(all.work.checks));
  for (const [id, done] of Object.entries(work.checks)) expect(done).toEqual(all.work.checks[id]);
  expect(code).not.toContain('Ada');
  expect(graded.rows[0]?.result?.who).toBe(null);
});

it('the code of a lesson leaves out answers to questions that the lesson does not ask', async () => {
  const all = await resultBy('Ada');
  const work = { ...all.work, predictions: { ...all.work.predictions, constructor: 'x', toString: 1 } };
  const made = { ...all, work: work as unknown as LessonWork };
  expect(await lessonCodeOf(made, loaded, SIMULATOR)).toBe(await lessonCodeOf(all, loaded, SIMULATOR));
});

it('the code of a lesson is damaged if its bits end too early', async () => {
  const bits = new BitWriter();
  await packWork((await resultBy('Ada')).work, loaded, SIMULATOR, bits);
  const whole = bits.bytes();
  expect(unpackWork(new BitReader(whole), loaded).work.kind).toBe('lesson');
  for (let length = 0; length < whole.length - 1; length += 1)
    expect(() => unpackWork(new BitReader(whole.subarray(0, length)), loaded)).toThrow(DecodeError);
  expect(() => new BitReader(new Uint8Array(9)).count()).toThrow('too large');
});

it('the code of a lesson is short in every lesson, with a curve drawn by an unsteady hand', {
  timeout: 60_000,
}, async () => {
  const lengths: [string, number][] = [];
  for (const { name } of COURSE) {
    // Only the scenarios are needed, not their runs.
    const task = { ...TASK, lesson: name };
    const known = await loadLesson(task, { ...SIMULATOR, run: async () => true }, catalogue);
    if (known === null) throw new Error('The scenarios must open.');
    const code = await lessonCodeOf(
      { who: null, assignment: ID, seed: seedOf('Ada', ID), engine: ENGINE_VERSION, work: filledIn(known) },
      known,
      SIMULATOR,
    );
    lengths.push([name, code.length]);
  }
  console.log(lengths.map(([name, length]) => `${name}: ${length}`).join(', '));
  // A text field of a learning platform often ends there, as SCORM's CMIString255 does.
  for (const [name, length] of lengths) expect(length, name).toBeLessThanOrEqual(255);
});

it.each<[string, Readonly<Record<string, Atom>>]>([
  ['all that comes with it', { detection: 'fine_timer', recovery: 'vegas', decrease: 'three_quarters' }],
  ['nothing else', { detection: 'fine_timer' }],
  ['another decrease', { detection: 'fine_timer', recovery: 'vegas', decrease: 'share' }],
  ['only what would come with it', { recovery: 'vegas' }],
])('a code keeps the run of a part with %s', async (_, kinds) => {
  const task = { ...TASK, lesson: 'recovery-does-the-work' };
  const known = await loadLesson(task, { ...SIMULATOR, run: async () => true }, catalogue);
  if (known === null) throw new Error('The scenarios must open.');
  const changes = Object.entries(kinds).map(([part, kind]): Change => [`flows.0.sender.${part}.kind`, kind]);
  const query = new URLSearchParams('scenario=recovery-does-the-work.radio');
  putChanges(query, changes);
  const link = `#/bench?${query}`;
  const work: LessonWork = {
    kind: 'lesson',
    predictions: {},
    checks: { half: { passed: true, answer: null, links: [link], mark: 0 } },
  };
  const bits = new BitWriter();
  await packWork(work, known, SIMULATOR, bits);
  const back = unpackWork(new BitReader(bits.bytes()), known).work.checks.half?.links ?? [];
  const runOf = async (one: string) => {
    const opening = await openingOf(new URLSearchParams(one.split('?', 2)[1]));
    return SIMULATOR.read(...toRead(opening));
  };
  expect(back).toHaveLength(1);
  expect((await runOf(back[0] ?? '')).flows).toEqual((await runOf(link)).flows);
});

it('the code of a lesson opens if it is an old one, which contains the name', async () => {
  const decoded = await decode(OLD);
  if (!('result' in decoded)) throw new Error('The code must be readable.');
  expect(decoded.result).toMatchObject({ who: 'Ada Lovelace', assignment: idOf(OLD_ASSIGNMENT) });
  expect(decoded.result.work).toMatchObject({
    kind: 'lesson',
    predictions: { above: 'repeats', stall: 2.6615513259999997 },
    checks: {
      trip: { passed: true, answer: '117', mark: markOfRuns(['6d1c20de4f40910c']) },
      whole: { links: ['#/bench?scenario=ahn-fig2&links.1.queue.limit_bytes=131072'] },
    },
  });
  const { rows } = await gradeCodes([OLD], [''], OLD_ASSIGNMENT);
  expect(rows[0]?.result?.who).toBe('Ada Lovelace');
  expect(OLD.length).toBeGreaterThan(400);
});

it('the code of a lesson is refused for a task on the bench', async () => {
  const code = await lessonCodeOf(await resultBy('Ada'), loaded, SIMULATOR);
  expect(await decode(code)).toMatchObject({ result: { work: { kind: 'packed' }, assignment: ID } });
  expect((await decode(await codeOf(benchResultBy('Ada', [])))) as unknown).toMatchObject({
    result: { work: { kind: 'packed', of: 'bench' } },
  });
});

it('the code of a lesson can name every question, option and field of every lesson', async () => {
  for (const { name } of COURSE) {
    const { lesson } = (await openLesson(name)) ?? {};
    if (lesson === undefined) throw new Error(`There is no lesson ${name}.`);
    const questions = [...Object.values(lesson.predictions), ...Object.values(lesson.checks)];
    const lists = [
      Object.keys(lesson.predictions),
      Object.keys(lesson.checks),
      ...questions.flatMap((one) => ('options' in one ? [Object.keys(one.options)] : [])),
      ...Object.values(lesson.checks).map((check) => [...new Set(fieldsOf(check, { lesson }))]),
    ];
    for (const list of lists) expect(new Set(list.map(keyOf)).size, `${name}: ${list}`).toBe(list.length);
  }
});
