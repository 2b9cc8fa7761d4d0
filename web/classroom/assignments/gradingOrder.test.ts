/** Codes that arrive while long runs are being repeated, with the real workers and engine, but for runs that last until the test ends them. */
import { expect, it, vi } from 'vitest';
import type { WorkerLike } from '../../engine/client';
import type { FromWorker } from '../../engine/protocol';
import { type BenchTask, idOf } from './assignment';
import { linesOf } from './GradeTable';
import { GRADING } from './gradingSession';
import { codeOf } from './packedTask';
import { ENGINE_VERSION, scenarioOf, summaryOf } from './sampleTask';
import { seedOf, studentScenario } from './student';

/** Long runs with the largest budget: each is held until the test lets it use up its budget. */
const held = vi.hoisted(() => ({ ends: [] as (() => void)[], open: false }));

/** Two workers, whatever the machine has, so that long runs can occupy all. */
vi.stubGlobal('navigator', { hardwareConcurrency: 2 });

/** More events than an honest run may have, and fewer than a long one. */
const LONG = 1_000_000;
/** Longer than the assignment's own run, seconds. */
const LONG_S = 900_000;

vi.mock('../../engine/createWorker', async () => {
  const { inlineWorker } = await import('../../engine/inlineWorker');
  const createWorker = (): WorkerLike => {
    const worker = inlineWorker();
    const { postMessage } = worker;
    worker.postMessage = (message) => {
      const isLong =
        message.type === 'start' &&
        (message.limit ?? 0) > LONG &&
        JSON.parse(message.scenario).duration_s > LONG_S;
      if (!isLong) {
        postMessage(message);
        return;
      }
      const data = { type: 'exceeded', run: message.run } as const;
      const end = () => setTimeout(() => worker.onmessage?.({ data } as MessageEvent<FromWorker>));
      if (held.open) end();
      else held.ends.push(end);
    };
    return worker;
  };
  return { createWorker };
});

const TASK = {
  kind: 'bench' as const,
  base: 'scenario=low-buffer',
  words: '',
  free: [{ path: 'duration_s', choices: null, range: null }],
  drawn: [],
  panels: ['window' as const],
  checks: [],
} satisfies BenchTask;

const ASSIGNMENT = { title: 'Long', due: '', task: TASK };
const ID = idOf(ASSIGNMENT);

async function codeBy(who: string, duration_s: number | null): Promise<string> {
  const seed = seedOf(who, ID);
  const given = studentScenario(scenarioOf('low-buffer'), TASK, seed);
  const digest = duration_s === null ? summaryOf(JSON.stringify(given)).digest : 'x';
  const changes = duration_s === null ? [] : [['duration_s', duration_s] as const];
  const work = { kind: 'bench', changes, digest, answers: [] } as const;
  return await codeOf({ who, assignment: ID, seed, engine: ENGINE_VERSION, work }, TASK);
}

const lines = () => {
  const { graded } = GRADING.state.value;
  return graded === null ? [] : linesOf(graded);
};

const until = (test: () => void) => vi.waitFor(test, { timeout: 60_000, interval: 20 });

it('long runs hold up no code, neither one that arrives later nor after a cancel', {
  timeout: 180_000,
}, async () => {
  const source = { way: 'paste', file: '' } as const;
  GRADING.open(ASSIGNMENT);
  const long = await Promise.all(['Eve', 'Fay', 'Gus'].map((who, index) => codeBy(who, 1_000_000 - index)));
  expect(GRADING.add(long.join('\n'), source).added).toBe(3);
  await until(() => expect(held.ends).not.toEqual([]));
  expect(lines().map(({ verified }) => verified)).toEqual(['waiting', 'waiting', 'waiting']);
  await until(() => expect(lines().map(({ words }) => words)).toContain('running now'));
  await until(() => expect(lines().filter(({ words }) => words.startsWith('takes longer'))).not.toEqual([]));

  const codes = await Promise.all(['Ada', 'Bo'].map((who) => codeBy(who, null)));
  GRADING.add(codes[0] ?? '', source);
  await until(() => expect(lines()[3]?.verified).toBe('yes'));

  GRADING.cancel();
  expect(GRADING.state.value.phase).toBe('cancelled');
  expect(lines().map(({ words }) => words)).not.toContain('running now');
  GRADING.add(codes[1] ?? '', source);
  await until(() => expect(lines()[4]?.verified).toBe('yes'));
  expect(lines().map(({ verified }) => verified)).toEqual(['waiting', 'waiting', 'waiting', 'yes', 'yes']);
  held.open = true;
  for (const end of held.ends) end();
  await until(() => expect(GRADING.state.value.phase).toBe('done'));
  expect(lines().map(({ verified, reason }) => `${verified} ${reason}`.trim())).toEqual([
    ...Array.from({ length: 3 }, () => 'no Run too long'),
    'yes',
    'yes',
  ]);
});
