/**
 * Tests grading with codes made by the real engine: honest codes are verified, and each kind of tampering is rejected.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { speakNumbers } from '../../base/words/format';
import { pseudoLanguage } from '../../base/words/pseudoLanguage';
import { ENGLISH, sayInEnglish, setLanguage } from '../../base/words/words';
import { type Change, changesBetween, withChanges } from '../../scenario/changes';
import {
  assignmentInLink,
  assignmentQuery,
  assignmentText,
  type BenchTask,
  idOf,
  readAssignment,
} from './assignment';
import type { Reason } from './examine';
import { gradesCsv, linesOf } from './GradeTable';
import { duplicatesIn, Grader, type GradingResult, scoreOf } from './grading';
import { unpackBench } from './packedTask';
import { type BenchResult, type BenchWork, type DecodeResult, decode, resultText } from './result';
import {
  ASSIGNMENT,
  BASE,
  catalogue,
  codeOf,
  ENGINE_VERSION,
  entryOf,
  ID,
  OLD_ASSIGNMENT,
  OLD_ID,
  read,
  resultBy,
  SIMULATOR,
  summaryOf,
  TASK,
} from './sampleTask';
import { baseOf } from './simulate';
import { seedOf, studentScenario } from './student';

const VEGAS: Change[] = [['flows.0.sender.preset', 'vegas']];

const honest: BenchResult & { who: string } = resultBy('Grace Hopper', VEGAS);

/** Grades codes, each in a line with a name. */
async function gradeCodes(
  codes: readonly string[],
  assignment = ASSIGNMENT,
  names: readonly (string | null)[] = [],
  classList: readonly string[] = [],
): Promise<GradingResult> {
  const entries = codes.map((code, index) =>
    entryOf(code, {
      number: index + 1,
      otherCells: names.slice(index, index + 1).flatMap((name) => name ?? []),
    }),
  );
  const grader = new Grader(assignment);
  expect(await grader.grade(entries, SIMULATOR, catalogue, () => {})).toBe(true);
  return grader.graded(entries, classList);
}

/** The reason why a result isn't verified; null if it is. */
async function reasonOf(result: BenchResult): Promise<Reason | null> {
  const { rows } = await gradeCodes([await codeOf(result)], ASSIGNMENT, [result.who]);
  const [row] = rows;
  if (row?.examination == null) throw new Error('The result was not examined.');
  return row.examination.finding?.reason ?? null;
}

const withWork = (change: Partial<BenchWork>): BenchResult => ({
  ...honest,
  work: { ...honest.work, ...change },
});

const withoutName = (result: BenchResult): BenchResult => ({ ...result, who: null, version: '3' });

/** Decodes a code and reads the work in it. */
async function decoded(code: string): Promise<DecodeResult> {
  const read = await decode(code);
  if (!('result' in read) || read.result.work.kind !== 'packed') return read;
  return { result: { ...read.result, ...unpackBench(read.result.work.bits, TASK) } };
}

/** The digest of a scenario with these changes. A careful cheat would put it into the code. */
function digestOf(changes: readonly Change[], seed = honest.seed): string {
  return summaryOf(JSON.stringify(withChanges(studentScenario(BASE, TASK, seed), changes))).digest;
}

it('an assignment link restores the whole assignment', async () => {
  const link = `https://lab.example/x/#/task?${await assignmentQuery(ASSIGNMENT)}`;
  expect(await assignmentInLink(` ${link}\n`)).toEqual(ASSIGNMENT);
  expect(link.length).toBeLessThan(700);
  expect(readAssignment(assignmentText(ASSIGNMENT))).toEqual(ASSIGNMENT);
  const lesson = {
    title: 'Ω',
    due: '',
    task: { kind: 'lesson', lesson: 'rem', words: '"', points: 3 },
  } as const;
  expect(await assignmentInLink(`#/grade?${await assignmentQuery(lesson)}`)).toEqual(lesson);
});

it('an assignment link is rejected if it is damaged or has an unknown version', async () => {
  const query = String(await assignmentQuery(ASSIGNMENT));
  for (const link of [query.slice(0, -7), query.replace(/of=./, 'of=_'), query.replace('packed', 'plain')])
    await expect(assignmentInLink(`#/task?${link}`)).rejects.toThrow('damaged');
  await expect(assignmentInLink(`#/task?${query.replace('v=2', 'v=7')}`)).rejects.toThrow('version 7');
  await expect(assignmentInLink('https://example.org/')).rejects.toThrow('isn’t a link to an assignment');
});

it("a student's scenario is based on the scenario of the link", async () => {
  expect(await baseOf(TASK, SIMULATOR)).toEqual(BASE);
});

it("a student's scenario differs between students and is always the same for each", () => {
  const names = Array.from({ length: 300 }, (_, index) => `student ${index}`);
  const given = names.map((name) => studentScenario(BASE, TASK, seedOf(name, ID)));
  expect(new Set(given.map(({ seed }) => seed)).size).toBe(300);
  const delays = given.map(({ links }) => links[1]?.delay_ms ?? 0);
  expect(delays.every((delay) => delay >= 20 && delay <= 60 && (2 * delay) % 1 === 0)).toBe(true);
  expect(new Set(delays).size).toBeGreaterThan(60);
  for (const one of given.slice(0, 5)) expect(read(JSON.stringify(one))).toEqual(one);
  expect(digestOf([], seedOf('a', ID))).not.toBe(digestOf([], seedOf('b', ID)));
});

it('a result is verified and scored, with fewer points for wrong answers', async () => {
  const wrong = resultBy('Alan Turing', [['links.1.queue.limit_bytes', 4000]], 1);
  const { rows, runsDiffer } = await gradeCodes([await codeOf(honest), await codeOf(wrong)]);
  expect(runsDiffer).toBe(true);
  expect(rows.map(({ examination }) => examination?.finding)).toEqual([null, null]);
  expect(rows.map(scoreOf)).toEqual([6, expect.any(Number)]);
  expect(scoreOf(rows[1] as never)).toBeLessThan(3);
  expect(rows[0]?.examination?.marks.map(({ passed }) => passed)).toEqual([true, true, true]);
});

it('a result is verified after any allowed change', async () => {
  const changeSets: Change[][] = [
    [],
    [['links.1.queue.limit_bytes', 12345]],
    [...VEGAS, ['links.1.queue.limit_bytes', 40000]],
    [['flows.0.sender.preset', 'newreno']],
  ];
  for (const changes of changeSets) expect(await reasonOf(resultBy('A', changes))).toBe(null);
  // Choosing Reno again resets the sender to the preset, without the assignment's initial window.
  const given = studentScenario(BASE, TASK, seedOf('A', ID));
  const back = read(
    JSON.stringify({
      ...given,
      flows: given.flows.map((flow) => ({ ...flow, sender: { preset: 'reno' } })),
    }),
  );
  const changes = changesBetween(given, back, catalogue) ?? [];
  expect(changes.length).toBeGreaterThan(0);
  expect(await reasonOf(resultBy('A', changes))).toBe(null);
});

it('a result is verified with a note if another engine version gives the same run', async () => {
  const { rows } = await gradeCodes([await codeOf({ ...honest, engine: '9.9.9' })]);
  expect(rows[0]?.examination?.finding).toBe(null);
  expect(rows[0]?.examination?.notes.map((say) => say()).join()).toContain('9.9.9');
});

it('grading reports tampering with the seed', async () => {
  // The code of one student in the line of another.
  const bo = await codeOf(resultBy('Bo', []));
  const codes = [await codeOf(honest), await codeOf(resultBy('Alan Turing', VEGAS))];
  const { rows } = await gradeCodes([...codes, ...codes, bo, bo], ASSIGNMENT, [
    'Hopper, Grace',
    'Somebody Else',
    'Alan Turing',
    '',
    'Bo',
    'bo',
  ]);
  // The fourth code arrived without a name, so it claims none.
  expect(rows.map(({ result }) => result?.who)).toEqual([
    'Grace Hopper',
    null,
    null,
    'Alan Turing',
    'Bo',
    'bo',
  ]);
  expect(rows.map(({ examination }) => examination?.finding?.reason)).toEqual([
    undefined,
    'seed',
    'seed',
    ...[undefined, undefined, undefined],
  ]);
  const unknown = await gradeCodes([codes[1] ?? ''], ASSIGNMENT, ['Somebody Else']);
  expect(linesOf(unknown)[0]?.words).toContain('no name in this line');
  // With the seed of the new name, the run is different.
  expect(await reasonOf({ ...honest, who: 'Somebody Else', seed: seedOf('Somebody Else', ID) })).toBe(
    'digest',
  );
});

it('grading reports tampering with the fixed field', async () => {
  const fixed: Change[][] = [
    [...VEGAS, ['links.1.delay_ms', 1]],
    [...VEGAS, ['links.1.rate_bps', 10_000_000]],
    [...VEGAS, ['flows.0.sender.initial_cwnd', 10]],
    [['seed', 5]],
    [['title', 'x']],
    [['record.max_rows', 5]],
    [['duration_s', 1e9]],
    [['flows.1', 'flows.0']],
  ];
  for (const changes of fixed) {
    // The grader must not run these: a billion seconds, and a flow that isn't one.
    const made = !changes.some(([path]) => ['duration_s', 'flows.1'].includes(path));
    const digest = made ? digestOf(changes) : '';
    expect(await reasonOf(withWork({ changes, digest })), JSON.stringify(changes)).toBe('fixed');
  }
});

it('grading reports tampering with the value, if it is out of range or not among the choices', async () => {
  for (const changes of [
    [...VEGAS, ['links.1.queue.limit_bytes', 50_000]],
    [['flows.0.sender.preset', 'tahoe']],
  ] satisfies Change[][])
    expect(await reasonOf(withWork({ changes, digest: digestOf(changes) }))).toBe('range');
});

it('grading reports tampering with the scenario, if the engine rejects it', async () => {
  for (const changes of [
    [['links.1.queue.limit_bytes', 'many']],
    [['links.1.queue.limit_bytes', -1]],
    [['flows.0.sender.preset', 'best']],
  ] satisfies Change[][])
    expect(await reasonOf(withWork({ changes }))).toBe('refused');
});

it('grading reports tampering with the digest and engine', async () => {
  expect(await reasonOf(withWork({ digest: '0000000000000000' }))).toBe('digest');
  expect(await reasonOf(withWork({ changes: [] }))).toBe('digest');
  expect(await reasonOf({ ...withWork({ changes: [] }), engine: '9.9.9' })).toBe('engine');
  expect(honest.engine).toBe(ENGINE_VERSION);
});

it('grading reports tampering with the answers', async () => {
  const { answers } = honest.work;
  const poor = resultBy('Alan Turing', [['links.1.queue.limit_bytes', 4000]]);
  expect(await reasonOf(withWork({ answers: [false, ...answers.slice(1)] }))).toBe('answers');
  expect(await reasonOf({ ...poor, work: { ...poor.work, answers } })).toBe('answers');
  expect(await reasonOf(withWork({ answers: [] }))).toBe('answers');
  expect(await reasonOf(withWork({ answers: [true, true, true] }))).toBe('answers');
  expect(await reasonOf(withWork({ answers: [...answers, true] }))).toBe('answers');
});

it('grading reports tampering with the assignment, name, version or code', async () => {
  expect(await reasonOf({ ...honest, assignment: 'abcdefgh' })).toBe('format');
  expect(await reasonOf({ ...honest, assignment: 'abcdefghjkmnpqrs' })).toBe('assignment');
  const code = await codeOf(honest);
  const { rows } = await gradeCodes(['', code.slice(0, -1), code.replace('VL3', 'VL4'), 'hello']);
  expect(rows.map(({ examination }) => examination?.finding?.reason)).toEqual([
    'missing',
    'damaged',
    'version',
    'damaged',
  ]);
  const other = { ...ASSIGNMENT, title: 'Sooner.' };
  expect(idOf(other)).not.toBe(ID);
  const again = await gradeCodes([code], other);
  expect(again.rows[0]?.examination?.finding?.reason).toBe('assignment');
});

it('a class list counts its own students only', async () => {
  const codes = await Promise.all(['Ada', 'Bo', 'Bo', 'Eve'].map((who) => codeOf(resultBy(who, []))));
  const graded = (classList: string[]) => gradeCodes(codes, ASSIGNMENT, [], classList);
  expect((await graded(['ada', 'Cy', '', 'Bo', ' '])).classList).toEqual({
    ...{ names: 3, handedIn: 2, others: 1, alike: [] },
  });
  expect((await graded(['', ' '])).classList).toBeNull();
});

it('duplicates are reported with their numbers', async () => {
  const copied = { ...honest, seed: seedOf('Somebody Else', ID) };
  const again = resultBy('grace  HOPPER', []);
  const codes = await Promise.all([honest, copied, honest, again].map(codeOf));
  const duplicates = duplicatesIn(await gradeCodes(codes));
  expect(duplicates[0]).toEqual(['same code as no. 3', 'replaced by no. 3', 'same run as no. 2']);
  expect(duplicates[1]).toEqual(['same run as no. 1, 3']);
  expect(duplicates[2]?.[1]).toEqual('counts because it has more points than no. 1, 4');
  expect(duplicates[3]).toEqual(['doesn’t count: no. 3 has more points']);
});

it('duplicates of runs are not reported if all students get the same run', async () => {
  const task: BenchTask = { ...TASK, base: 'scenario=low-late-comers', free: [], drawn: [], checks: [] };
  const empty = await gradeCodes([], { ...ASSIGNMENT, task });
  expect(empty.runsDiffer).toBe(false);
  expect(duplicatesIn({ ...empty, rows: [] })).toEqual([]);
});

describe('in every language', () => {
  afterEach(() => {
    setLanguage(ENGLISH);
    speakNumbers('en');
  });

  it('in every language links, codes and the CSV are the same', async () => {
    const made = async () => {
      const code = await codeOf(resultBy('Grace Hopper', [], 2.5));
      const query = await assignmentQuery(ASSIGNMENT);
      const found = await gradeCodes([code, 'VL1-AAAAA-BBBBB', '', code]);
      const [, second] = linesOf(found);
      const languageIndependent = [
        idOf(ASSIGNMENT),
        query.toString(),
        code,
        sayInEnglish(() => gradesCsv(linesOf(found), [], 6)),
      ];
      return { languageIndependent, shown: second?.reason };
    };
    const english = await made();
    expect(english.languageIndependent[3]).toContain('same code as no. 4');
    setLanguage(pseudoLanguage('en-XA'));
    speakNumbers('de');
    const other = await made();
    expect(other.languageIndependent).toEqual(english.languageIndependent);
    expect(other.shown).not.toBe(english.shown);
  });
});

it('a code is short and tolerates reformatting', async () => {
  const code = await codeOf(honest);
  expect(code).toMatch(/^VL3-([0-9A-Z]{5}-)+[0-9A-Z]{1,5}$/);
  expect(code.length).toBeLessThan(220);
  const spellings = [
    code.toLowerCase(),
    code.replaceAll('-', ' '),
    code.replaceAll('-', '–'),
    code.replaceAll('-', '\u2011\u200b\n'),
    `  "${code}"\r\n`,
    code.replaceAll('0', 'o').replaceAll('1', 'l'),
  ];
  for (const way of spellings) expect(await decoded(way)).toEqual({ result: withoutName(honest) });
});

it('a code never decodes to another result after random edits', async () => {
  const seed = Number(process.env.VEGASLAB_SEED ?? Date.now() % 1e9);
  console.log(`random edits of a code with VEGASLAB_SEED=${seed}`);
  let state = seed >>> 0;
  const random = (below: number) => {
    // Marsaglia's 32-bit xorshift.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  state ||= 1;
  const code = await codeOf(honest);
  const text = resultText(honest);
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZilouIOLU-– .,;\u00e4';
  let [rejected, same] = [0, 0];
  const edit = (changed: string): string => {
    const at = random(changed.length);
    const letter = letters[random(letters.length)] ?? '';
    const other = String.fromCharCode(changed.charCodeAt(at) ^ (1 << random(7)));
    const ways = [
      changed.slice(0, at) + letter + changed.slice(at + 1),
      changed.slice(0, at) + other + changed.slice(at + 1),
      changed.slice(0, at) + letter + changed.slice(at),
      changed.slice(0, at) + changed.slice(at + 1),
      changed.slice(0, at) + (changed[at + 1] ?? '') + (changed[at] ?? '') + changed.slice(at + 2),
      changed.slice(0, at),
    ];
    return ways[random(ways.length)] ?? '';
  };
  for (let round = 0; round < 4000; round += 1) {
    let changed = code;
    for (let times = 1 + random(3); times > 0; times -= 1) changed = edit(changed);
    const read = await decoded(changed);
    if ('result' in read) {
      same += 1;
      expect(resultText(read.result as BenchResult), `seed ${seed}, round ${round}: ${changed}`).toBe(text);
    } else rejected += 1;
  }
  expect(rejected).toBeGreaterThan(2500);
  expect(same).toBeGreaterThan(50);
});

it('a code never decodes to another result after replacing a letter', async () => {
  const code = await codeOf(honest);
  for (let at = 0; at < code.length; at += 1)
    for (const letter of '0123456789ABCDEFGHJKMNPQRSTVWXYZ') {
      const read = await decoded(code.slice(0, at) + letter + code.slice(at + 1));
      if ('result' in read) expect(read.result).toEqual(withoutName(honest));
    }
});

const OLD =
  'VL1-04EW8-G8AR8-R101E-GNF45-Y3T38-AD6CQ-5RTRX-S8BPJ-X5C11-CB1AB-TZN0K-FY4K5-SFDAK-NQ7PT-Z642T-B8F66-A4V51-31H1P-MY8B4-4R28G-627QW-ZZET7-5RVDN-KBSZ6-TVPVG-Z3CNC-ER8YP-E78P5-ARH8N-AX0MT-1TZHP-Z8KW4-SCYFY-01FYW-5DY';

it('an old code, which contains the name, still opens, and is verified by its name', async () => {
  const made = resultBy('Grace Hopper', VEGAS, 'right', OLD_ID);
  expect(await decode(OLD)).toEqual({ result: { ...made, version: '1' } });
  const { rows } = await gradeCodes([OLD], OLD_ASSIGNMENT, ['somebody']);
  expect(rows[0]?.result?.who).toBe('Grace Hopper');
  expect(rows[0]?.examination?.finding).toBe(null);
});
