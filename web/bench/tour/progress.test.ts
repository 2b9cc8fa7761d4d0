import { expect, it } from 'vitest';
import { isDone, isOwnVisit, type Seen } from './progress';

const NOTHING: Seen = {
  playing: false,
  presets: ['reno'],
  presetsAtFirst: ['reno'],
  atQueue: false,
  sharing: false,
};

it('the steps of a first visit are done by doing what they say', () => {
  for (const step of ['play', 'sender', 'queue', 'share'] as const) expect(isDone(step, NOTHING)).toBe(false);
  expect(isDone('play', { ...NOTHING, playing: true })).toBe(true);
  expect(isDone('queue', { ...NOTHING, atQueue: true })).toBe(true);
  expect(isDone('share', { ...NOTHING, sharing: true })).toBe(true);
});

it('the steps of a first visit ask for Vegas, or for another sender where Vegas is already on', () => {
  expect(isDone('sender', { ...NOTHING, presets: ['vegas'] })).toBe(true);
  expect(isDone('sender', { ...NOTHING, presets: ['linux-vegas'] })).toBe(true);
  expect(isDone('sender', { ...NOTHING, presets: ['cubic'] })).toBe(false);
  const vegas = { ...NOTHING, presets: ['vegas'], presetsAtFirst: ['vegas'] };
  expect(isDone('sender', vegas)).toBe(false);
  expect(isDone('sender', { ...vegas, presets: ['reno'] })).toBe(true);
});

it('the steps of a first visit are not shown to someone who opens a shared link', () => {
  const own = (query: string) => isOwnVisit(new URLSearchParams(query));
  expect(own('')).toBe(true);
  expect(own('scenario=ahn-fig2')).toBe(true);
  for (const shared of ['scenario=ahn-fig2&of=75sbip1o', 'scenario=ahn-fig2&seed=4', 'experiment=a%2Fb'])
    expect(own(shared), shared).toBe(false);
});
