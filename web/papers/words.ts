/** Numbers of papers and verdicts as people read them. */
import type { Entry, Experiment, Finding } from './papers';

/** A verdict as a sign and in words, so that it is never told by colour alone. */
export const VERDICTS: Record<Finding['verdict'], { sign: string; words: string }> = {
  agrees: { sign: '✓', words: 'agrees' },
  deviates: { sign: '≠', words: 'deviates' },
  not_simulated: { sign: '–', words: 'not simulated' },
  fails: { sign: '✗', words: 'not as expected' },
  stale: { sign: '✗', words: 'agrees, against what is stated' },
};

/** How much of a set-up the paper gives, in a word or two and in a sentence. */
export const SPECIFIED: Record<Experiment['specified'], { words: string; meaning: string }> = {
  full: { words: 'set-up given in full', meaning: 'The paper gives every parameter of this set-up.' },
  partial: {
    words: 'set-up partly assumed',
    meaning: 'The paper gives some parameters of this set-up; the others are assumed, as is said here.',
  },
  no: {
    words: 'stand-in',
    meaning: 'The paper measured on a path that nobody can have again; this set-up stands in for it.',
  },
};

/** Four digits that count. */
export function number(value: number): string {
  const size = Math.abs(value);
  if (size > 0 && size < 0.0005) return '< 0.001';
  const decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
  return value.toLocaleString('en-US', { maximumFractionDigits: decimals, useGrouping: size >= 10_000 });
}

/** "buffer (packets)"; without a unit, the label alone. */
export function withUnit(label: string, unit = ''): string {
  return unit === '' ? label : `${label} (${unit})`;
}

/** Half the width of our interval and its confidence, percent; null for a single number. */
export function intervalOf(finding: Finding | undefined): { percent: number; half: number } | null {
  if (finding?.ci != null) return finding.ci;
  return finding?.ci95 == null ? null : { percent: 95, half: finding.ci95 };
}

/** " ± 0.3", with the confidence where that is not the usual one; empty for a single number. */
export function plusMinus(finding: Finding | undefined): string {
  const interval = intervalOf(finding);
  if (interval === null) return '';
  const { percent, half } = interval;
  return ` ± ${number(half)}${percent === 95 ? '' : ` (${percent} %)`}`;
}

/** What the paper reports: a number with its interval, or what it says in words of a side. */
export function published({ published, expect }: Entry): string {
  const { value, interval } = published;
  const ends = interval === undefined ? '' : `${number(interval[0])} to ${number(interval[1])}`;
  if (value !== undefined) return ends === '' ? number(value) : `${number(value)} (${ends})`;
  if (ends !== '') return ends;
  return expected(expect);
}

/** The side on which ours is expected, where only that is to agree; else empty. */
export function expected(expect: Entry['expect']): string {
  if (expect.kind !== 'direction') return '';
  const sides = [
    expect.above === undefined ? '' : `more than ${number(expect.above)}`,
    expect.below === undefined ? '' : `less than ${number(expect.below)}`,
  ];
  return sides.filter(Boolean).join(', ');
}
