/** An assignment that asks for a word which the teacher gives when the work begins: nobody knows a seed before. */
import { expect, it } from 'vitest';
import { type Assignment, assignmentOf, assignmentQuery, idOf } from './assignment';
import { EMPTY, type Source, withSubmissions } from './collection';
import { linesOf } from './GradeTable';
import { Grader } from './grading';
import { ASSIGNMENT, catalogue, codeOf, resultBy, SIMULATOR } from './sampleTask';
import { seedKey, seedOf } from './student';
import { parseSubmissions } from './submissions';

const WITH_WORD: Assignment = { ...ASSIGNMENT, word: true };
const ID = idOf(WITH_WORD);
const PASTE: Source = { way: 'paste', file: '' };

/** An honest code of a student who typed this word. */
async function codeBy(who: string, word: string): Promise<string> {
  return await codeOf({ ...resultBy(who, [], 'right', seedKey(ID, word)), assignment: ID });
}

/** Name, verdict and score of each row. */
async function graded(rows: readonly [name: string, code: string][], word: string) {
  const read = parseSubmissions(['Name,Code', ...rows.map((row) => row.join(','))].join('\n'));
  if ('problem' in read) throw new Error(read.problem);
  const { entries } = withSubmissions(EMPTY, read, PASTE).collection;
  const grader = new Grader(WITH_WORD);
  await grader.grade(entries, SIMULATOR, catalogue, () => {});
  // A teacher may type the word after the codes have arrived.
  const lines = (typed: string) =>
    linesOf(grader.graded(entries, [], [], typed)).map(({ who, reason }) => [who, reason]);
  lines('');
  return lines(word);
}

it('the teacher’s word is asked for by the link, which doesn’t have it', async () => {
  const query = await assignmentQuery(WITH_WORD);
  expect(await assignmentOf(query)).toEqual(WITH_WORD);
  expect(ID).not.toBe(idOf(ASSIGNMENT));
  expect(String(query)).not.toContain('tulip');
});

it('the teacher’s word decides the seeds, whatever its case and spaces', () => {
  const seeds = ['', 'tulip', 'rose'].map((word) => seedOf('Ada', seedKey(ID, word)));
  expect(new Set(seeds).size).toBe(3);
  expect(seedOf('Ada', seedKey(ID, ' Tulip '))).toBe(seeds[1]);
  expect(seedOf('Bo', seedKey(ID, 'tulip'))).not.toBe(seeds[1]);
});

it('the teacher’s word finds the students of codes, and flags a code that was prepared without it', async () => {
  const honest = await Promise.all(
    ['Ada', 'Bo', 'Cy'].map(async (who): Promise<[string, string]> => [who, await codeBy(who, 'tulip')]),
  );
  const early: [string, string] = ['Di', await codeBy('Di', 'rose')];
  expect(await graded([...honest, early], 'Tulip')).toEqual([
    ['Ada', ''],
    ['Bo', ''],
    ['Cy', ''],
    ['', 'Seed of another name'],
  ]);
});
