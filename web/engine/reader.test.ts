import { expect, it } from 'vitest';
import { Reader } from './reader';
import type { Catalogue, Scenario } from './schema';
import { ScriptedWorker } from './scriptedWorker';

it('reads scenarios one after the other, without running any', async () => {
  const worker = new ScriptedWorker();
  const reader = new Reader(() => worker);
  worker.reply({ type: 'ready', engine_version: '0', catalogue: {} as Catalogue });
  const read = Promise.all(['a', 'b'].map((text) => reader.read(text)));
  for (const run of [1, 2])
    worker.reply({ type: 'accepted', run, scenario: { name: `${run}`, flows: [] } as unknown as Scenario });
  expect((await read).map(({ name }) => name)).toEqual(['1', '2']);
  expect(worker.sent).toMatchObject([
    { type: 'start', scenario: 'a', credit: 0 },
    { type: 'start', scenario: 'b', credit: 0 },
  ]);
});
