import { expect, it } from 'vitest';
import { isDone, isOwnVisit, remaining, type Seen, STEPS } from './progress';

const NOTHING: Seen = {
  playing: false,
  presets: ['reno'],
  presetsAtFirst: ['reno'],
  comparing: false,
  atQueue: false,
  sharing: false,
};

it('the steps of a first visit are done by doing what they say', () => {
  for (const step of ['play', 'sender', 'queue', 'share'] as const) expect(isDone(step, NOTHING)).toBe(false);
  expect(isDone('play', { ...NOTHING, playing: true })).toBe(true);
  expect(isDone('queue', { ...NOTHING, atQueue: true })).toBe(true);
  expect(isDone('share', { ...NOTHING, sharing: true })).toBe(true);
});

it('the step of the sender is done by any other sender, and by a comparison', () => {
  expect(isDone('sender', { ...NOTHING, presets: ['vegas'] })).toBe(true);
  expect(isDone('sender', { ...NOTHING, presets: ['linux-vegas'] })).toBe(true);
  expect(isDone('sender', { ...NOTHING, presets: ['cubic'] })).toBe(true);
  expect(isDone('sender', { ...NOTHING, comparing: true })).toBe(true);
  const vegas = { ...NOTHING, presets: ['vegas'], presetsAtFirst: ['vegas'] };
  expect(isDone('sender', vegas)).toBe(false);
  expect(isDone('sender', { ...vegas, presets: ['reno'] })).toBe(true);
});

it('what is done on purpose skips the steps before it, and what may happen by accident skips none', () => {
  expect(remaining(STEPS, NOTHING)).toEqual(STEPS);
  expect(remaining(STEPS, { ...NOTHING, playing: true })).toEqual(['sender', 'queue', 'share']);
  expect(remaining(STEPS, { ...NOTHING, presets: ['vegas'] })).toEqual(['queue', 'share']);
  expect(remaining(STEPS, { ...NOTHING, atQueue: true })).toEqual(['play', 'sender', 'share']);
  expect(remaining(STEPS, { ...NOTHING, sharing: true })).toEqual([]);
  expect(remaining(['queue', 'share'], { ...NOTHING, presets: ['vegas'] })).toEqual(['queue', 'share']);
});

it('the steps of a first visit are not shown to someone who opens a shared link', () => {
  const own = (query: string) => isOwnVisit(new URLSearchParams(query));
  expect(own('')).toBe(true);
  expect(own('scenario=ahn-fig2')).toBe(true);
  for (const shared of ['scenario=ahn-fig2&of=75sbip1o', 'scenario=ahn-fig2&seed=4', 'experiment=a%2Fb'])
    expect(own(shared), shared).toBe(false);
});
