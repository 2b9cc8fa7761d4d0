import { expect, it } from 'vitest';
import { SEGMENT_KINDS } from '../../engine/schema';
import type { Trace } from '../../run/trace';
import { HIGHEST_HZ, LOWEST_HZ, pitchOf, scoreOf, voiceOf } from './score';

const lost = SEGMENT_KINDS.indexOf('drop_full');
const sent = SEGMENT_KINDS.indexOf('send');

/** cwnd doubles at 1, 2 and 3 s, up to 8. The queue is half full from 2 s and full at 3 s. Of three losses, two are close together. */
const tables = {
  windows: { time_s: Float64Array.of(0.5, 1, 2, 3), cwnd: Float64Array.of(1, 2, 4, 8) },
  queues: { time_s: Float64Array.of(0, 2, 3, 3.5), bytes: Uint32Array.of(0, 500, 1000, 0) },
  segments: {
    time_s: Float64Array.of(0.6, 2, 2.001, 3, 3.2),
    kind: Uint8Array.of(sent, lost, lost, lost, sent),
  },
};
const trace = { rows: (name: keyof typeof tables) => tables[name] } as unknown as Trace;
const voice = voiceOf(trace, 0, 0);

it('the sound of a run rises an octave per doubling of cwnd if the largest window is 8 segments', () => {
  expect([1, 2, 4, 8].map((cwnd) => pitchOf(cwnd, 8))).toEqual([
    110,
    expect.closeTo(220, 9),
    expect.closeTo(440, 9),
    880,
  ]);
  expect(voice.largestCwnd).toBe(8);
  expect(voice.pitch(0.4), 'silent before the flow starts').toBe(0);
  expect(voice.pitch(1.9)).toBeCloseTo(220, 9);
  expect(voice.pitch(99)).toBe(HIGHEST_HZ);
  expect(pitchOf(0.5, 8), 'a window below one segment').toBe(LOWEST_HZ);
  expect(pitchOf(1, 1), 'a window that never grows').toBe(LOWEST_HZ);
});

it('the sound of a run hums in proportion to the queue, and lists the losses in a time window', () => {
  expect([0, 2, 3, 4].map(voice.hum)).toEqual([0, 0.5, 1, 0]);
  expect(voice.losses({ from: 0, to: 2.5 })).toEqual([2, 2.001]);
});

it('the sound of a run has the given duration, and merges losses that are too close together to hear separately', () => {
  const { pitch, audible, hum, clicks } = scoreOf(voice, { from: 0, to: 4 }, 8);
  expect(pitch).toHaveLength(801);
  expect([0, 99, 100, 200, 399, 400, 800].map((at) => audible[at])).toEqual([0, 0, 1, 1, 1, 1, 1]);
  expect(pitch[200]).toBeCloseTo(220, 3);
  expect(pitch[800]).toBeCloseTo(880, 3);
  expect(hum[400]).toBe(0.5);
  expect(clicks).toEqual([4, 6]);
});
