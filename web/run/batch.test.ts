import { describe, expect, it, vi } from 'vitest';
import type { Catalogue, Prediction, Scenario, Summary } from '../engine/schema';
import { ScriptedWorker } from '../engine/scriptedWorker';
import { Batch } from './batch';
import { Runner } from './runner';

vi.stubGlobal('requestAnimationFrame', () => 1);

/** A batch of two scenarios on a scripted worker, and functions that answer for the engine. */
function setUp(predicted: boolean) {
  const worker = new ScriptedWorker();
  const batch = new Batch(['{"first":1}', '{"second":2}'], predicted, new Runner(() => worker));
  batch.start();
  worker.reply({ type: 'ready', engine_version: '0', catalogue: {} as Catalogue });
  const starts = () => worker.sent.flatMap((message) => (message.type === 'start' ? [message] : []));
  const run = () => starts().at(-1)?.run ?? -1;
  return {
    batch,
    scenarios: () => starts().map(({ scenario }) => scenario),
    finish() {
      const scenario = { links: [], flows: [], timeline: [] } as unknown as Scenario;
      worker.reply({ type: 'accepted', run: run(), scenario });
      worker.reply({ type: 'done', run: run(), summary: { ended_at_s: 1 } as Summary });
    },
    predict() {
      worker.reply({ type: 'predicted', run: run(), prediction: { repairs: [] } as unknown as Prediction });
    },
  };
}

describe('a batch of runs', () => {
  it('starts the next run when one has finished', () => {
    const { batch, scenarios, finish } = setUp(false);
    finish();
    expect(scenarios()).toEqual(['{"first":1}', '{"second":2}']);
    finish();
    expect(batch.state.value.runs.every((run) => run !== null)).toBe(true);
  });

  it('waits for each prediction if it is asked to, however late that arrives', () => {
    const { batch, scenarios, finish, predict } = setUp(true);
    finish();
    expect(scenarios()).toEqual(['{"first":1}']);
    expect(batch.state.value.runs).toEqual([null, null]);
    predict();
    expect(scenarios()).toEqual(['{"first":1}', '{"second":2}']);
    expect(batch.state.value.runs[0]?.prediction).not.toBeNull();
    finish();
    predict();
    expect(batch.state.value.runs[1]?.prediction).not.toBeNull();
  });
});
