import { expect, it, vi } from 'vitest';
import { scenarioOf, summaryOf } from '../../engine/nodeEngine';
import type { Outcome } from '../../run/jobs';
import { BrowserSimulator } from './simulate';

vi.mock('../../engine/createWorker', async () => ({
  createWorker: (await import('../../engine/inlineWorker')).inlineWorker,
}));

const TEXT = JSON.stringify({ ...scenarioOf('ahn-fig1-vr'), duration_s: 4 });

it('reads and runs until it is disposed, and starts nothing after that', async () => {
  const simulator = new BrowserSimulator();
  const outcomes: Outcome[] = [];
  const job = { text: () => TEXT, onOutcome: (outcome: Outcome) => outcomes.push(outcome) };
  expect((await simulator.read(TEXT, [['seed', 5]])).seed).toBe(5);
  expect(await simulator.run([job, job])).toBe(true);
  const digest = summaryOf(TEXT).digest;
  expect(outcomes).toMatchObject([{ summary: { digest } }, { summary: { digest } }]);

  const canceled = simulator.run([job]);
  simulator.dispose();
  expect(await canceled).toBe(false);
  expect(await simulator.run([job])).toBe(false);
  await expect(simulator.read(TEXT)).rejects.toThrow('canceled');
  simulator.dispose();
  expect(outcomes).toHaveLength(2);
});
