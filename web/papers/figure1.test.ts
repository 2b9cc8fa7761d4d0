import { expect, it } from 'vitest';
import ahn from '../../content/papers/ahn-1995.json';
import { simulated } from '../run/simulated';
import type { Paper } from '../scenario/content/papers';
import { coincide, publishedValue } from './figure1';

it('finds the published values of Figure 1', () => {
  const paper = ahn as unknown as Paper;
  expect(publishedValue(paper, 'rr', 'first_mib_s')).toBe(18);
  expect(publishedValue(paper, 'vr', 'second_mib_s')).toBe(13);
  expect(publishedValue(paper, 'rr', 'timeouts')).toBe(1);
  expect(publishedValue(paper, 'vr', 'losses')).toBe(0);
  expect(publishedValue(paper, 'vt', 'first_mib_s'), 'the paper gives no number').toBeNull();
});

it('recognizes curves that cover each other', async () => {
  const [reno, toReno, toTahoe] = await Promise.all(
    ['ahn-fig1-rr', 'ahn-fig1-vr', 'ahn-fig1-vt'].map((name) => simulated(name)),
  );
  if (!reno || !toReno || !toTahoe) throw new Error('three runs were started');
  expect(coincide(toReno, toTahoe)).toBe(true);
  expect(coincide(reno, toReno)).toBe(false);
});
