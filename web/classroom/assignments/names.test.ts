/** Tests that one student is recognized however a list writes the name, and that no two become one in silence. */
import { expect, it } from 'vitest';
import { idOf } from './assignment';
import { EMPTY, withSubmissions } from './collection';
import { linesOf } from './GradeTable';
import { Grader, type GradingResult } from './grading';
import { oldCodeOf } from './result';
import { ASSIGNMENT, catalogue, codeOf, OLD_ASSIGNMENT, resultBy, SIMULATOR } from './sampleTask';
import { parseSubmissions } from './submissions';

const codeBy = (who: string) => codeOf(resultBy(who, [['flows.0.sender.preset', 'vegas']]));

async function graded(
  text: string,
  classList: string[] = [],
  assignment = ASSIGNMENT,
): Promise<GradingResult> {
  const read = parseSubmissions(text);
  if ('problem' in read) throw new Error(read.problem);
  const { entries } = withSubmissions(EMPTY, read, { way: 'paste', file: '' }).collection;
  const grader = new Grader(assignment);
  await grader.grade(entries, SIMULATOR, catalogue, () => {});
  return grader.graded(entries, classList);
}

/** What the student typed, and what a list has. */
const SPELLINGS: [typed: string, listed: string][] = [
  ["Sean O'Neil", 'Sean O’Neil'],
  ['Sean O’Neil', "Sean O'Neil"],
  ['Sean O`Neil', 'Sean Oʼneil'],
  ['Ann-Marie Lee', 'Ann\u2010Marie Lee'],
  ['Ann\u2011Marie Lee', 'Ann–Marie Lee'],
  ['Ann Lee', 'Ann\u00a0Lee'],
  ['Zoe\u0308 Groß', 'ZOË GROSS'],
  ['Ann Lee', 'Lee, Ann'],
  ['Lee, Ann', 'Ann Lee'],
  ['Ann Lee', 'Lee Ann'],
  ['Ann Marie van der Lee', 'Lee, Ann Marie van der'],
  ['Ann Lee', 'Ann Lee (group 2)'],
  ['Ann Lee', 'Lee, Ann [group 2]'],
  ['Ann Lee', 'Ann Lee <ann.lee@school.example>'],
  ['Ann Lee', 'ann.lee@school.example Ann Lee'],
  ['Ann Lee', '“Ann Lee”'],
  ["D'Arcy-O'Neil, Zoë", 'Zoë D’Arcy–O’Neil'],
];

it.each(SPELLINGS)(
  'a name typed as %j is recognized as %j in a table and a class list',
  async (typed, listed) => {
    const code = await codeBy(typed);
    const other = await codeBy('Bob Ray');
    const rows = `Name,Mail,Code\n"${listed}",,${code}\nBob Ray,,${other}\n`;
    expect(linesOf(await graded(rows)).map(({ who, reason }) => [who !== '', reason])).toEqual([
      [true, ''],
      [true, ''],
    ]);
    const result = await graded(`${code}\n${other}`, [listed, 'Bob Ray', 'Cy Mo']);
    expect(result.classList).toMatchObject({ names: 3, handedIn: 2, alike: [] });
    expect(linesOf(result).map(({ who }) => who === '')).toEqual([false, false]);
  },
);

it.each(SPELLINGS)('a name typed as %j is recognized as %j in an old assignment', async (typed, listed) => {
  const code = await oldCodeOf(resultBy(typed, [], null, idOf(OLD_ASSIGNMENT)));
  const [row] = (await graded(`Name,Code\n"${listed}",${code}\nx,\n`, [], OLD_ASSIGNMENT)).rows;
  expect(row?.result?.who).not.toBeNull();
});

it('a name in two cells of a class list is one student', async () => {
  const result = await graded(await codeBy('Ann Lee'), ['Lee;Ann;ann@x', 'Ray\tBob\tb@x']);
  expect(result.classList).toMatchObject({ names: 2, handedIn: 1 });
});

it('two students of one name on a class list are counted as two, and flagged', async () => {
  const [code, again] = [await codeBy('Ann Lee'), await codeOf(resultBy('Ann Lee', [], 1))];
  const list = ['Ann Lee', 'ann lee', 'Bob Ray'];
  const one = await graded(code, list);
  expect(one.classList).toEqual({ names: 3, handedIn: 1, others: 0, alike: ['Ann Lee', 'ann lee'] });
  expect(linesOf(one)[0]?.words).toContain('two students may have this name');
  const two = await graded(`${code}\n${again}`, list);
  expect(two.classList).toMatchObject({ handedIn: 2 });
  for (const { words } of linesOf(two)) expect(words).toContain('two students may have this name');
});

it('two students of one name in a table with other addresses are flagged', async () => {
  const [code, again] = [await codeBy('Ann Lee'), await codeOf(resultBy('Ann Lee', [], 1))];
  const rows = linesOf(await graded(`Name,Mail,Code\nAnn Lee,a@x,${code}\nAnn Lee,b@x,${again}\nBob,c@x,\n`));
  for (const { words } of rows.slice(0, 2)) expect(words).toContain('two students may have this name');
  const same = linesOf(await graded(`Name,Mail,Code\nAnn Lee,a@x,${code}\nAnn Lee,a@x,${again}\nBob,c@x,\n`));
  for (const { words } of same) expect(words).not.toContain('two students');
});

it('two students whose names have the same words in another order stay two', async () => {
  const [ann, lee] = [await codeBy('Ann Lee'), await codeBy('Lee Ann')];
  const list = ['Ann Lee', 'Lee Ann'];
  const right = await graded(`Name,Code\nAnn Lee,${ann}\nLee Ann,${lee}\n`, list);
  expect(linesOf(right).map(({ who, reason }) => [who, reason])).toEqual([
    ['Ann Lee', ''],
    ['Lee Ann', ''],
  ]);
  expect(right.classList).toMatchObject({ names: 2, handedIn: 2, alike: [] });
  // Lee Ann hands in the code of Ann Lee.
  for (const classList of [list, []]) {
    const copied = await graded(
      `Name,Code\nAnn Lee,${ann}\nLee Ann,${ann}\nBob Ray,${await codeBy('Bob Ray')}\n`,
      classList,
    );
    expect(linesOf(copied)[1]).toMatchObject({ reason: 'Seed of another name' });
  }
});

it('a chat names its senders, and no time', async () => {
  const [ann, bob] = [await codeBy('Ann Lee'), await codeBy('Bob Ray')];
  for (const text of [
    `[27.11.26, 10:03] Ann Lee: ${ann}\n[27.11.26, 10:04] Bob Ray: ${bob}`,
    `27.11.26, 10:03 - Ann Lee: here\n${ann}\n27.11.26, 10:04 - Bob Ray: ${bob}`,
    `11/27/26, 10:03\u202fAM - Lee, Ann: ${ann}\n11/27/26, 10:04\u202fAM - Ray, Bob: ${bob}`,
    `Ann Lee, [27.11.2026 10:03]\n${ann}\nBob Ray, [27.11.2026 10:04]\n${bob}`,
    `Ann Lee — Today at 10:03 AM\n${ann}\nBob Ray — Today at 10:04 AM\n${bob}`,
    `Ann Lee  10:03 AM\n${ann}\nBob Ray  10:04 AM\n${bob}`,
    `[10:03] Ann Lee\n${ann}\n[10:04] Bob Ray\n${bob}`,
    `10:03:22\t From  Ann Lee : ${ann}\n10:04:22\t From  Bob Ray : ${bob}`,
    `10:03:22 From Ann Lee to Everyone:\n\t${ann}\n10:04:22 From Bob Ray to Everyone:\n\t${bob}`,
  ]) {
    const lines = linesOf(await graded(text));
    expect(
      lines.map(({ who, nearby }) => [who, nearby.includes('10:0')]),
      text,
    ).toEqual([
      ['Ann Lee', true],
      ['Bob Ray', true],
    ]);
    const swapped = await graded(text.replace(ann, 'X').replace(bob, ann).replace('X', bob), [
      'Ann Lee',
      'Bob Ray',
    ]);
    for (const { reason } of linesOf(swapped)) expect(reason, text).toBe('Seed of another name');
  }
  const [unknown] = linesOf(await graded(`[27.11.26, 10:03] Annie: ${ann}`));
  expect(unknown).toMatchObject({ who: '', otherCells: [] });
});
