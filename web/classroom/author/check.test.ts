/** Checks claims of copies against real runs: of every lesson unchanged, and of one with false claims and a changed scenario. */
import { expect, it } from 'vitest';
import { compileCopy } from '../../lessons/copy/compile';
import type { Block, LessonCopy, OwnClaim } from '../../lessons/copy/format';
import { baseOf, type CopyBase, newCopy } from '../../lessons/copy/openCopy';
import { openLesson } from '../../lessons/course';
import type { Lesson } from '../../lessons/lesson';
import { NotYet, type Runs } from '../../lessons/runs';
import { simulateLesson } from '../../lessons/simulatedLesson';
import { type CopyCheck, checksOf } from './check';

const LESSON = 'reading-a-trace';

async function base(): Promise<CopyBase> {
  const found = await baseOf(LESSON);
  if (found === null) throw new Error(`There is no lesson ${LESSON}.`);
  return found;
}

/** The runs of single experiments, as the authoring page makes them. */
function runsOf(lesson: Lesson): Promise<Runs> {
  const single = Object.entries(lesson.experiments).filter(([, { kind }]) => kind === 'runs');
  return simulateLesson({ ...lesson, experiments: Object.fromEntries(single) });
}

let original: Promise<Runs> | undefined;

async function checked(change: (copy: LessonCopy) => LessonCopy): Promise<CopyCheck[]> {
  const from = await base();
  const copy = change(newCopy(from, 'abcdefgh'));
  const same = Object.keys(copy.settings).length === 0;
  original ??= runsOf(from.lesson);
  return checksOf(copy, from, same ? await original : await runsOf(compileCopy(copy, from.lesson)));
}

const withBlock = (block: Block) => (copy: LessonCopy) => ({ ...copy, blocks: [block, ...copy.blocks] });

const wrong = (checks: readonly CopyCheck[]) => checks.filter(({ state }) => state !== 'true');

it('claims of an unchanged copy are true', async () => {
  const checks = await checked((copy) => copy);
  expect(checks).toHaveLength(14);
  expect(wrong(checks)).toEqual([]);
});

it('claims with another number are false, and the run’s number is given', async () => {
  const checks = await checked((copy) => ({
    ...copy,
    blocks: copy.blocks.map((block) =>
      block.kind === 'step' ? { ...block, text: block.text.replace('[205 ms]', '[250 ms]') } : block,
    ),
  }));
  expect(wrong(checks)).toMatchObject([{ id: 'first-ack', words: '250 ms', state: 'false' }]);
  expect(wrong(checks)[0]?.result).toMatch(/^False: the run gives 20[45]\S* ms\.$/);
});

it('claims in another unit are false', async () => {
  const inUnit = async (words: string) => {
    const checks = await checked((copy) => ({
      ...copy,
      blocks: copy.blocks.map((block) =>
        block.kind === 'step' ? { ...block, text: block.text.replace('[205 ms]', `[${words}]`) } : block,
      ),
    }));
    return checks.find(({ id }) => id === 'first-ack')?.state;
  };
  expect(await inUnit('205 s')).toBe('false');
  expect(await inUnit('205 ms of waiting')).toBe('true');
  expect(await inUnit('205')).toBe('true');
});

it('claims whose words the lesson’s check doesn’t read are refused', async () => {
  const checks = await checked((copy) => ({
    ...copy,
    blocks: copy.blocks.map((block) =>
      block.kind === 'step'
        ? { ...block, text: block.text.replace('[grows by about half in', '[doubles in') }
        : block,
    ),
  }));
  expect(wrong(checks)).toMatchObject([{ id: 'by-half', state: 'unknown' }]);
  expect(wrong(checks)[0]?.result).toContain('“grows by about half in every round trip”');
});

it('claims are checked again when the scenario changes', async () => {
  const checks = await checked((copy) => ({ ...copy, settings: { alone: { 'links.1.delay_ms': 150 } } }));
  expect(wrong(checks).map(({ id }) => id)).toContain('first-ack');
  // The other experiment is as it was.
  expect(wrong(checks).map(({ id }) => id)).not.toContain('stall');
});

it('claims that the lesson doesn’t have are unknown', async () => {
  const checks = await checked(
    withBlock({ kind: 'text', text: '[5](claim:none) and [6](claim:constructor)' }),
  );
  expect(wrong(checks).map(({ state }) => state)).toEqual(['unknown', 'unknown']);
});

it('claims wait for their runs', async () => {
  const from = await base();
  const none = () => {
    throw new NotYet('alone/reno');
  };
  const checks = checksOf(newCopy(from, 'abcdefgh'), from, { of: none, sweep: none, samples: none });
  expect(new Set(checks.map(({ state }) => state))).toEqual(new Set(['waiting']));
});

const timeouts = {
  experiment: 'hole',
  arm: 'reno',
  metric: 'flows.0.coarse_timeouts',
  relation: 'printed',
  unit: '',
  size: 1,
} as const satisfies OwnClaim;
const stateOf = async (words: string, claim: OwnClaim) => {
  const checks = await checked((copy) => ({
    ...withBlock({ kind: 'text', text: `There is [${words}](claim:own-1).` })(copy),
    claims: { 'own-1': claim },
  }));
  return checks.find(({ id }) => id === 'own-1')?.state;
};
const goodput = { ...timeouts, metric: 'flows.0.goodput_bytes_per_s' } as const;
const other = { experiment: 'alone', arm: 'reno', metric: 'flows.0.goodput_bytes_per_s' };

it.each([
  ['one timeout', timeouts, 'true'],
  ['1 timeout', timeouts, 'true'],
  ['two timeouts', timeouts, 'false'],
  ['a timeout', timeouts, 'false'],
  ['less', { ...timeouts, relation: 'below', than: 2 }, 'true'],
  ['less', { ...timeouts, relation: 'below', than: 1 }, 'false'],
  ['at most', { ...timeouts, relation: 'at_most', than: 1 }, 'true'],
  ['at least', { ...timeouts, relation: 'at_least', than: 2 }, 'false'],
  ['slower than alone', { ...goodput, relation: 'below', than: other }, 'true'],
  ['as alone', { ...goodput, relation: 'equal', than: other }, 'false'],
  ['nothing', { ...timeouts, metric: 'flows.7.coarse_timeouts' }, 'false'],
] satisfies [string, OwnClaim, string][])(
  'a teacher’s claim “%s” of %j is %s',
  async (words, claim, state) => {
    expect(await stateOf(words, claim)).toBe(state);
  },
);

const options = { silent: 'Nothing', refuses: 'It throws it away' };

it('questions need an option with the run’s answer', async () => {
  const checks = await checked((copy) => ({
    ...copy,
    blocks: copy.blocks.map((block) =>
      block.kind === 'predict' && block.id === 'above' ? { ...block, options } : block,
    ),
  }));
  expect(wrong(checks)).toMatchObject([{ kind: 'answer', id: 'above', state: 'false' }]);
});

it('questions that were removed are asked nowhere', async () => {
  const from = await base();
  const copy = newCopy(from, 'abcdefgh');
  const blocks = copy.blocks.filter((block) => !(block.kind === 'predict' && block.id === 'above'));
  expect(Object.keys(compileCopy({ ...copy, blocks }, from.lesson).predictions)).toEqual([
    'opening',
    'stall',
  ]);
});

it('controls are those of the copy, with the labels of the lesson', async () => {
  const from = await base();
  const copy = newCopy(from, 'abcdefgh');
  const blocks = copy.blocks.map((block) =>
    block.kind === 'step' && block.id === 'start'
      ? { ...block, controls: ['links.1.delay_ms', 'flows.0.sender.preset'] }
      : block.kind === 'step' && block.id === 'clock'
        ? { ...block, controls: [] }
        : block,
  );
  const { steps } = compileCopy({ ...copy, blocks }, from.lesson);
  expect(steps.start?.controls).toEqual([
    expect.objectContaining({ path: 'links.1.delay_ms', label: 'delay of the slow link' }),
    { path: 'flows.0.sender.preset' },
  ]);
  expect(steps.clock?.controls).toBeUndefined();
  expect((await openLesson(LESSON))?.lesson.steps.clock?.controls).toBeDefined();
});
