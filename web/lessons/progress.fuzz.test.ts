/** Progress files with random changes. */
import { expect, test } from 'vitest';
import { AS_TEXT, fuzz, refused } from '../base/fuzz/fuzz';
import { mutateJson, mutateText } from '../base/fuzz/mutate';
import type { Random } from '../base/fuzz/random';
import { progressIn, progressOf } from './progress';
import { importProgress, readProgressFile } from './progressFile';

const FILE = {
  vegas_lab_progress: 1,
  lessons: {
    'reading-a-trace': {
      version: 1,
      predictions: {
        a: { answer: 'one', passed: true, words: 'Right.' },
        b: { answer: null, passed: null, words: '' },
      },
      checks: { c: { passed: true, answer: '12', words: '', links: ['#/bench?scenario=ahn-fig1-rr'] } },
      made: { best: { what: 'game', words: '12 points', links: [] } },
    },
    'two-seconds': { version: 1, predictions: {}, checks: {} },
  },
};

function mutate(text: string, other: string, random: Random): string {
  try {
    if (random.chance(0.8))
      return JSON.stringify(mutateJson(JSON.parse(text), JSON.parse(other), random)) ?? '';
  } catch {
    // It's no JSON any more.
  }
  return mutateText(text, other, random);
}

test('changed progress files are imported, or refused with the reason', async () => {
  const check = (text: string) => {
    const read = readProgressFile(text);
    if ('problem' in read) return refused(read.problem);
    importProgress(read.lessons, 'file');
    for (const name of read.lessons.keys()) {
      const { value } = progressIn(name);
      expect(progressOf(JSON.parse(JSON.stringify(value)))).toEqual(value);
    }
    return 'accepted';
  };
  const seeds = [JSON.stringify(FILE), JSON.stringify(FILE, null, 2)];
  await fuzz({ name: 'progress', folder: import.meta.dirname, seeds, mutate, check, ...AS_TEXT });
});
