import { expect, test } from 'vitest';
import { changesIn } from './address';

test('reads changes by experiment and arm from an address and ignores other parameters', () => {
  const query = new URLSearchParams(
    'step=9&lang=de&alone.rem.flows.0.sender.avoidance.gain=0.5&alone.rem.flows.0.sender.preset=vegas&price.queue.seed=4&price.queue.x={',
  );
  const changes = changesIn(query);
  expect([...changes.keys()]).toEqual(['alone', 'price']);
  expect(changes.get('alone')?.('rem')).toEqual([
    ['flows.0.sender.avoidance.gain', 0.5],
    ['flows.0.sender.preset', 'vegas'],
  ]);
  expect(changes.get('alone')?.('other')).toEqual([]);
  expect(changes.get('price')?.('queue')).toEqual([['seed', 4]]);
});
