/**
 * Tests what a student can do to others: a code, a name or a text of one student must not change the grade of another, hide it, or
 * keep a file from being read.
 */
import { describe, expect, it } from 'vitest';
import { DRAWN_POINTS } from '../../lessons/answers';
import { openLesson } from '../../lessons/course';
import { markOf } from '../../run/share/address';
import { type Assignment, assignmentText, idOf, type LessonTask } from './assignment';
import { BitReader, BitWriter } from './bits';
import { classAnswers, fitting } from './classAnswers';
import { EMPTY, type Source, withSubmissions } from './collection';
import { encodeLetters, encodePacked } from './decode';
import { gradesCsv, linesOf } from './GradeTable';
import { Grader, type GradingResult, loadLesson } from './grading';
import { keyOf, unpackWork } from './packedWork';
import { oldCodeOf, putHead, resultText } from './result';
import {
  ASSIGNMENT,
  catalogue,
  codeOf,
  ENGINE_VERSION,
  ID,
  OLD_ASSIGNMENT,
  OLD_ID,
  resultBy,
  SIMULATOR,
} from './sampleTask';
import { seedOf } from './student';
import { MAX_CODES, MAX_ROW_CODES, parseSubmissions } from './submissions';

const PASTE: Source = { way: 'paste', file: '' };

interface Options {
  classList?: string[];
  chosen?: number[];
  assignment?: Assignment;
}

/** Grades the codes in a pasted text. */
async function graded(text: string, options: Options = {}): Promise<GradingResult> {
  const read = parseSubmissions(text);
  if ('problem' in read) throw new Error(read.problem);
  const { entries } = withSubmissions(EMPTY, read, PASTE).collection;
  const grader = new Grader(options.assignment ?? ASSIGNMENT);
  await grader.grade(entries, SIMULATOR, catalogue, () => {});
  return grader.graded(entries, options.classList, options.chosen);
}

/** Name, score, reason and whether it counts, for each row. */
const shown = (result: GradingResult) =>
  linesOf(result).map(({ who, score, reason, counted }) => [who, score, reason, counted]);

const better = (who: string, id = ID) => resultBy(who, [['flows.0.sender.preset', 'vegas']], 'right', id);
const poor = (who: string, id = ID) => resultBy(who, [['links.1.queue.limit_bytes', 4000]], 1, id);

const [alice, inHerName, bob] = await Promise.all(
  [better('Alice Smith'), poor('Alice Smith'), better('Bob Jones')].map(codeOf),
);

describe('a code that is made in a classmate’s name', () => {
  const table = `Full name,Email,Online text
Alice Smith,a@x,${alice}
Bob Jones,b@x,"${inHerName} ${bob}"
`;
  const inOwnRow = [
    ['Alice Smith', 6, '', true],
    ['', null, 'Seed of another name', false],
    ['Bob Jones', 6, '', true],
  ];

  it('a code that is made in a classmate’s name is flagged in the row of the one who hands it in, with and without a class list', async () => {
    expect(shown(await graded(table))).toEqual(inOwnRow);
    expect(shown(await graded(table, { classList: ['Alice Smith', 'Bob Jones'] }))).toEqual(inOwnRow);
    expect(shown(await graded(table, { classList: ['Jones, Bob', 'alice  SMITH'] })).slice(0, 1)).toEqual(
      inOwnRow.slice(0, 1),
    );
  });

  it('a code that is made in a classmate’s name is flagged if it is the only one in that row, in any order of the rows', async () => {
    const rows = [
      `Alice Smith,a@x,${alice}`,
      `Bob Jones,b@x,${inHerName}`,
      `Cy,c@x,${await codeOf(better('Cy'))}`,
      `Di,d@x,${await codeOf(better('Di'))}`,
    ];
    for (const order of [rows.slice(0, 2), rows.slice(0, 2).reverse()]) {
      const lines = linesOf(await graded(`Name,Mail,Code\n${order.join('\n')}`));
      expect(lines.map(({ otherCells, reason }) => [otherCells[0], reason]).sort()).toEqual([
        ['Alice Smith', ''],
        ['Bob Jones', 'Seed of another name'],
      ]);
    }
    const orders = [rows, [...rows].reverse(), [rows[1], rows[0], rows[2], rows[3]]];
    for (const classList of [[], ['Alice Smith', 'Bob Jones', 'Cy', 'Di']])
      for (const order of orders) {
        const lines = linesOf(await graded(`Name,Mail,Code\n${order.join('\n')}`, { classList }));
        const by = (name: string) => lines.find(({ otherCells }) => otherCells[0] === name);
        expect(by('Bob Jones')).toMatchObject({ score: null, reason: 'Seed of another name' });
        for (const name of ['Alice Smith', 'Cy', 'Di'])
          expect(by(name)).toMatchObject({ who: name, score: 6, counted: true });
      }
  });

  it('a code that is made in a classmate’s name never replaces a better one without a word, and the teacher can choose', async () => {
    // Numbers instead of names: nothing says whose row the second one is.
    const table = `Nr,Code\n1,${alice}\n2,${inHerName}\n`;
    const classList = ['Alice Smith', 'Bob Jones'];
    const result = await graded(table, { classList });
    expect(shown(result)).toEqual([
      ['Alice Smith', 6, '', true],
      ['Alice Smith', expect.any(Number), '', false],
    ]);
    expect(linesOf(result).map(({ duplicates }) => duplicates)).toEqual([
      'counts because it has more points than no. 2',
      'doesn’t count: no. 1 has more points',
    ]);
    const chosen = await graded(table, { classList, chosen: [2] });
    expect(shown(chosen).map(([, , , counted]) => counted)).toEqual([false, true]);
    expect(linesOf(chosen).map(({ duplicates }) => duplicates)).toEqual([
      'doesn’t count: you chose no. 2',
      'counts by your choice instead of no. 1',
    ]);
  });

  it('a code that is made in a classmate’s name is flagged if it is an old one, which contains the name', async () => {
    const { who, ...result } = poor('Alice Smith', OLD_ID);
    const [assignment, ...rest] = JSON.parse(resultText({ who, ...result }));
    const named = `VL1-${await encodeLetters(JSON.stringify([who, assignment, ...rest]))}`;
    const hers = await oldCodeOf(better('Alice Smith', OLD_ID));
    const his = await oldCodeOf(better('Bob Jones', OLD_ID));
    const text = `Name,Code\nAlice Smith,${hers}\nBob Jones,"${named} ${his}"\n`;
    for (const classList of [[], ['Alice Smith', 'Bob Jones']])
      expect(shown(await graded(text, { classList, assignment: OLD_ASSIGNMENT }))).toEqual(inOwnRow);
  });

  it('a code that is made in a classmate’s name isn’t suspected behind a name that the page doesn’t know', async () => {
    const text = `Name,Code\nAlice Smith,${alice}\nthe tall one,${bob}\n`;
    expect(shown(await graded(text)).map(([, score]) => score)).toEqual([6, 6]);
  });

  it('a code that is made in a classmate’s name counts if the teacher accepts the row', async () => {
    const text = `Name,Code\nAlice Smith,${alice}\nCy,${await codeOf(better('Cy'))}\nBob Jones,${await codeOf(better('Bobby'))}\n`;
    expect(shown(await graded(text))[2]).toEqual(['', null, 'Seed of another name', false]);
    expect(shown(await graded(text, { chosen: [3] }))[2]).toEqual(['Bob Jones', 6, '', true]);
  });
});

it('a classmate’s name next to a code flags only the row of the one who wrote it', async () => {
  const lines = await graded(`Nr,Note,Code\n1,,${alice}\n2,Alice Smith,${bob}\n`);
  expect(shown(lines).map(([, score, reason]) => [score, reason])).toEqual([
    [6, ''],
    [null, 'Seed of another name'],
  ]);
  // Not even with a code in her name.
  const both = await graded(
    `Nr,Note,Code\n1,,${alice}\n2,Alice Smith,"${inHerName} ${bob}"\n3,,${await codeOf(better('Cy'))}\n`,
  );
  expect(shown(both)[0]).toEqual(['', 6, '', true]);
  const list = await graded(`1: ${alice}\n2, Alice Smith: ${bob}\n`);
  expect(shown(list).map(([, score]) => score)).toEqual([6, null]);
});

it('a classmate’s name in a comment column doesn’t make the others’ comments count as names', async () => {
  const text = `Name,Comment,Code\nAlice Smith,late,${alice}\nBob Jones,Bob Jones,${bob}\n`;
  expect(shown(await graded(text)).map(([who, score]) => [who, score])).toEqual([
    ['Alice Smith', 6],
    ['Bob Jones', 6],
  ]);
});

describe('a name', () => {
  const names = ['Mª José', 'ﾔﾏﾀﾞ', 'Ａｄａ', 'Zoe\u0308 Groß'];

  it('a name with compatibility letters is found in a table', async () => {
    for (const assignment of [ASSIGNMENT, OLD_ASSIGNMENT]) {
      const id = idOf(assignment);
      for (const name of names) {
        const result = better(name, id);
        const code = assignment.old ? await oldCodeOf(result) : await codeOf(result);
        const [row] = (await graded(`Name,Code\n${name},${code}\nx,\n`, { assignment })).rows;
        expect(row?.result?.who, name).not.toBe(null);
      }
    }
    // A student may type the plain letters, and the table have the others.
    for (const assignment of [ASSIGNMENT, OLD_ASSIGNMENT]) {
      const result = better('Ma José', idOf(assignment));
      const code = assignment.old ? await oldCodeOf(result) : await codeOf(result);
      const [row] = (await graded(`Name,Code\nMª José,${code}\nx,\n`, { assignment })).rows;
      expect(row?.result?.who).toBe('Mª José');
    }
  });

  it('a name has the same seed in all its spellings in a new assignment, and its old one in an old assignment', () => {
    expect(seedOf('Mª José', ID)).toBe(seedOf('Ma José', ID));
    expect(seedOf('Mª José', OLD_ID)).not.toBe(seedOf('Ma José', OLD_ID));
    expect(OLD_ID).toBe('p3bj668g');
    expect(seedOf('Mª José', OLD_ID)).toBe(1885789916);
  });
});

const damaged = (count: number) =>
  Array.from({ length: count }, (_, at) => `VL3-${String(10_000 + at)}-AAAA1-BBBBB-CCCCC`).join(' ');

it('one row with thousands of codes leaves the others alone', () => {
  const read = parseSubmissions(
    `Name,Code\nAlice Smith,${alice}\nEve,"${damaged(2001)}"\nBob Jones,${bob}\n`,
  );
  if ('problem' in read) throw new Error(read.problem);
  expect(read.full).toEqual([3]);
  const { added } = withSubmissions(EMPTY, read, PASTE);
  expect(added).toHaveLength(2 + MAX_ROW_CODES);
  expect([added[0]?.code, added.at(-1)?.code]).toEqual([alice, bob]);
  const list = parseSubmissions(`Alice Smith ${alice}\nEve ${damaged(2001)}\nBob Jones ${bob}\n`);
  expect('entries' in list && [list.entries[0]?.code, list.entries.at(-1)?.code]).toEqual([alice, bob]);
});

it('one row doesn’t fill the last places of a collection', () => {
  const packed = (number: number) => {
    const bits = new BitWriter();
    bits.bit(number, 31);
    return `VL2-${encodePacked(bits.bytes(), '2')}`;
  };
  const rows = Array.from({ length: MAX_CODES - 1 }, (_, at) => `s${at},${packed(at)}`);
  const read = parseSubmissions(`Name,Code\n${rows.join('\n')}\nEve,"${packed(5000)} ${packed(5001)}"\n`);
  if ('problem' in read) throw new Error(read.problem);
  const { added, left } = withSubmissions(EMPTY, read, PASTE);
  expect([added.length, left]).toEqual([MAX_CODES, 1]);
});

it('one row with 2 MB of text leaves the others alone', () => {
  const texts = ['lorem ipsum; '.repeat(160_000), 'a;'.repeat(1_100_000), '"",'.repeat(700_000)];
  for (const text of texts) {
    const csv = `Name,Code\nAlice Smith,${alice}\nEve,"${text}"\nBob Jones,${bob}\n`;
    const read = parseSubmissions(csv);
    if ('problem' in read) throw new Error(read.problem);
    expect(read.columns).toEqual(['Name']);
    expect(
      read.entries.map(({ otherCells, code }) => [otherCells[0], code === alice || code === bob]),
    ).toEqual([
      ['Alice Smith', true],
      ['Eve', false],
      ['Bob Jones', true],
    ]);
    expect(JSON.stringify(read).length).toBeLessThan(10_000);
  }
});

it('one row with a code in another column keeps the columns of the table', () => {
  const read = parseSubmissions(
    `Name,Code,Note\nAlice Smith,${alice},\nEve ${bob},${inHerName},\nBob Jones,${bob},x\n`,
  );
  expect(read).toMatchObject({ columns: ['Name', 'Note'] });
});

it('a table of 400 columns is read and named in time in proportion to its rows', async () => {
  const spent = async (count: number): Promise<number> => {
    const rows = Array.from({ length: count }, (_, row) =>
      [...Array.from({ length: 399 }, (_, at) => `cell ${row}.${at}`), row === 0 ? alice : bob].join(','),
    );
    // CPU time, because machines that run tests are busy.
    const before = process.cpuUsage();
    const read = parseSubmissions(rows.join('\n'));
    if ('problem' in read) throw new Error(read.problem);
    const { entries } = withSubmissions(EMPTY, read, PASTE).collection;
    expect(entries).toHaveLength(count);
    const grader = new Grader(ASSIGNMENT);
    await grader.grade(entries, SIMULATOR, catalogue, () => {});
    for (let again = 0; again < 2; again += 1) grader.graded(entries, ['Alice Smith', 'Bob Jones']);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  await spent(10);
  const [few, many] = [await spent(75), await spent(300)];
  console.log(`75 rows: ${Math.round(few)} ms, 300 rows: ${Math.round(many)} ms`);
  // Four times the rows; comparing each with each would take sixteen times as long.
  expect(many).toBeLessThan(10 * few);
});

describe('an assignment’s id', () => {
  const lesson: Assignment = {
    title: 'A lesson',
    due: '',
    task: { kind: 'lesson', lesson: 'reading-a-trace', words: '', points: 10 },
  };

  it('an assignment’s id has 80 bits of SHA-256, and an old link keeps its own', async () => {
    const bytes = new Uint8Array(
      await crypto.subtle.digest('SHA-256', new TextEncoder().encode(assignmentText(lesson))),
    );
    const letters = [...idOf(lesson)].map((letter) => '0123456789abcdefghjkmnpqrstvwxyz'.indexOf(letter));
    const bits = letters.map((value) => value.toString(2).padStart(5, '0')).join('');
    expect(bits).toBe([...bytes.subarray(0, 10)].map((byte) => byte.toString(2).padStart(8, '0')).join(''));
    expect(idOf({ ...lesson, old: true })).toBe(markOf(assignmentText({ ...lesson, old: true })));
  });

  it('an assignment’s id of two assignments that share an old one isn’t shared', () => {
    // Found by running FNV-1a backwards; it took seconds.
    expect(new Set([idOf(ASSIGNMENT), idOf({ ...ASSIGNMENT, title: 'Anything' }), OLD_ID]).size).toBe(3);
  });

  it('an assignment’s id made since refuses codes of old forms, with words', async () => {
    const { who, ...result } = better('Alice Smith');
    const [assignment, ...rest] = JSON.parse(resultText({ who, ...result }));
    const old = [
      await oldCodeOf({ who, ...result }),
      `VL1-${await encodeLetters(JSON.stringify([who, assignment, ...rest]))}`,
      await oldCodeOf(better('Alice Smith', OLD_ID)),
    ];
    const lines = linesOf(await graded(old.join('\n')));
    expect(lines.map(({ reason }) => reason)).toEqual(Array(3).fill('Old form of code'));
    for (const { words } of lines) expect(words).toContain('begin with VL3-');
    const read = linesOf(await graded(old[2] ?? '', { assignment: OLD_ASSIGNMENT }));
    expect(read[0]).toMatchObject({ score: 6, reason: '' });
    const newer = linesOf(await graded(await codeOf(better('Alice Smith')), { assignment: OLD_ASSIGNMENT }));
    expect(newer[0]?.reason).toBe('Other assignment');
  });
});

describe('an answer outside of its question', async () => {
  const task: LessonTask = { kind: 'lesson', lesson: 'reading-a-trace', words: '', points: 10 };
  const assignment: Assignment = { title: '', due: '', task, old: true };
  const loaded = await loadLesson(task, SIMULATOR, catalogue);
  if (loaded === null) throw new Error('The lesson must load.');
  const id = idOf(assignment);
  const head = (who: string) => ({
    ...{ who: null, assignment: id, seed: seedOf(who, id), engine: ENGINE_VERSION },
    work: { kind: 'lesson', predictions: {}, checks: {} } as const,
  });

  /** A code with one prediction, written as no page writes it. */
  function forged(prediction: string, write: (bits: BitWriter) => void): string {
    const bits = new BitWriter();
    putHead(bits, head('Eve'));
    bits.count(1);
    bits.bit(keyOf(prediction), 12);
    write(bits);
    bits.count(0);
    return `VL2-${encodePacked(bits.bytes(), '2')}`;
  }

  const high = forged('opening', (bits) => {
    bits.bit(3, 2);
    bits.signed(400_000_000);
    for (let at = 1; at < DRAWN_POINTS; at += 1) bits.signed(at % 2 === 0 ? 800_000_000 : -800_000_000);
  });
  const huge = forged('stall', (bits) => {
    bits.bit(2, 2);
    bits.signed(1);
    bits.signed(400);
  });
  const large = forged('stall', (bits) => {
    bits.bit(2, 2);
    bits.signed(4);
    bits.signed(8);
  });

  it('an answer outside of its question is refused with words and never drawn', async () => {
    const named = async (predictions: unknown) =>
      `VL1-${await encodeLetters(JSON.stringify(['Eve', id, seedOf('Eve', id), ENGINE_VERSION, predictions, []]))}`;
    const curve = Array.from({ length: DRAWN_POINTS }, (_, at) => (at % 2 === 0 ? 4e8 : -4e8));
    const codes = [high, huge, large, await named([['opening', curve]]), await named([['stall', -1e300]])];
    for (const code of codes) {
      const result = await graded(code, { assignment });
      const [line] = linesOf(result);
      expect(line).toMatchObject({ score: null, verified: 'no' });
      expect(line?.words).not.toBe('');
      for (const [name, prediction] of Object.entries(loaded.lesson.predictions))
        expect(fitting(prediction, classAnswers(result).answers.get(name) ?? [])).toEqual([]);
    }
  });

  it('an answer outside of its question can’t be read from a code', async () => {
    const lesson = (await openLesson(task.lesson))?.lesson;
    expect(lesson).toBeDefined();
    const bits = new BitWriter();
    bits.count(1);
    bits.bit(keyOf('opening'), 12);
    bits.bit(3, 2);
    for (let at = 0; at < DRAWN_POINTS; at += 1) bits.signed(at === 7 ? 64 : 0);
    bits.count(0);
    expect(() => unpackWork(new BitReader(bits.bytes()), loaded)).toThrow('outside of its chart');
  });
});

it('the CSV of grades has no formula under any separator', async () => {
  const result = await graded(`Name;Note;Code\nBob;"a;=1+1";${bob}\n＝2;"x\t@y\n=3";${alice}\n`);
  const csv = gradesCsv(linesOf(result), ['Name', 'Note'], 6);
  for (const separator of [',', ';', '\t'])
    for (const cell of csv.split(new RegExp(`[${separator}\n]`)))
      expect(cell).not.toMatch(/^["\s]*[=+@＝＋－＠]/);
});

const NAMES = ['Ann Lee', 'Bob Ray', 'Cy Mo', 'Mallory Kay'];
const honest = Promise.all(NAMES.map((name) => codeOf(better(name))));
const rowsOf = (result: GradingResult) =>
  linesOf(result).map(({ who, reason, counted }) => [who, reason, counted]);

it.each([[[] as string[]], [NAMES]])(
  'one student’s text doesn’t turn a status into a name (class list %j)',
  async (classList) => {
    const [ann, bob, cy] = await honest;
    const forged = await codeOf(poor('Submitted for grading'));
    const rows = [ann, bob, cy, forged].map(
      (code, row) => `Participant ${row},Submitted for grading,${code}`,
    );
    const result = await graded(
      `Participant,Status,Online text\n${rows.join('\n')}\nParticipant 9,Submitted for grading,\n`,
      {
        classList,
      },
    );
    expect(
      rowsOf(result)
        .slice(0, 3)
        .map(([, reason]) => reason),
    ).toEqual(['', '', '']);
    expect(linesOf(result).at(-1)?.words ?? '').not.toContain('no. 4');
  },
);

it.each([[[] as string[]], [NAMES]])(
  'one student’s text in a comment takes no code from its owner (class list %j)',
  async (classList) => {
    const [ann, bob, cy] = await honest;
    const table = `Full name,Comment,Online text
Ann Lee,done,${ann}
Bob Ray,done,${bob}
Cy Mo,,${cy}
Mallory Kay,Ann Lee,${ann}
`;
    expect(rowsOf(await graded(table, { classList }))).toEqual([
      ['Ann Lee', '', true],
      ['Bob Ray', '', true],
      ['Cy Mo', '', true],
      ['', 'Seed of another name', false],
    ]);
  },
);
