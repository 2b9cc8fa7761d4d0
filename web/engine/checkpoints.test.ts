/** Copies of a memory that changes and grows. */
import { expect, it } from 'vitest';
import { Random } from '../base/fuzz/random';
import { Checkpoints } from './checkpoints';

it('checkpoints put back what the memory had, whatever happened to it since', () => {
  const random = new Random(3);
  for (let times = 0; times < 30; times += 1) {
    const memory = new WebAssembly.Memory({ initial: 2 });
    const bytes = () => new Uint8Array(memory.buffer);
    const change = () => {
      if (random.share() < 0.1) memory.grow(1);
      for (let changes = 0; changes < 6; changes += 1)
        bytes()[Math.floor(random.share() * random.share() * bytes().length)] = 1 + random.share() * 255;
    };
    change();
    const checkpoints = new Checkpoints(memory, 40 * 4096);
    const contents = [{ at_s: 0, events: 0, was: bytes().slice() }];
    for (let at_s = 1; at_s <= 40; at_s += 1) {
      change();
      checkpoints.pass(30_000 * at_s, at_s);
      contents.push({ at_s, events: 30_000 * at_s, was: bytes().slice() });
    }
    expect(checkpoints.bytes).toBeLessThanOrEqual(40 * 4096);
    const restored = () =>
      contents.findLast(({ was }) => Buffer.compare(was, bytes().subarray(0, was.length)) === 0);
    let latest = 0;
    for (let moment = 0; moment <= 41; moment += 1) {
      bytes().fill(7);
      checkpoints.goBefore(moment);
      const found = restored()?.at_s ?? Number.NaN;
      if (moment > 0) expect(found).toBeLessThan(moment);
      else expect(found).toBe(0);
      expect(found, 'later moments never have an earlier one').toBeGreaterThanOrEqual(latest);
      latest = found;
    }
    bytes().fill(7);
    const events = checkpoints.goOn();
    expect(restored()).toMatchObject({ at_s: latest, events });
  }
});

it('checkpoints before a moment exclude those at it', () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const word = () => new Uint8Array(memory.buffer)[0];
  const checkpoints = new Checkpoints(memory);
  new Uint8Array(memory.buffer)[0] = 1;
  checkpoints.pass(1e6, 2);
  for (const [from_s, expected] of [
    [2, 0],
    [2 + 1e-9, 0],
    [2.001, 1],
  ] as const) {
    checkpoints.goBefore(from_s);
    expect(word(), `before ${from_s} s`).toBe(expected);
  }
  expect([checkpoints.count, checkpoints.bytes]).toEqual([2, 4096]);
});
