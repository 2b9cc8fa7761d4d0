/** Texts of copies that would block a page: each is refused with its place, or parsed in time proportional to its length. */
import type { Nodes } from 'mdast';
import { expect, it } from 'vitest';
import { Random } from '../../base/fuzz/random';
import { FORMAT, LONGEST_TEXT, readCopy, readDraft, VERSION } from './format';
import { DEEPEST_NESTING, MOST_IN_PARAGRAPH, MOST_MARKS, measureMarkdown } from './limits';
import { baseOf, openCopy, openDraft, problemsOf as problemsOfCopy } from './openCopy';
import { parseWithinLimits } from './parsed';

function copyWith(texts: readonly string[]): string {
  return JSON.stringify({
    format: FORMAT,
    version: VERSION,
    id: 'abcdefgh',
    base: 'reading-a-trace',
    title: 'A',
    question: 'B',
    blocks: texts.map((text) => ({ kind: 'text', text })),
    claims: {},
    settings: {},
  });
}

function problemsOf(...texts: string[]) {
  const read = readCopy(copyWith(texts));
  return 'problems' in read ? read.problems : [];
}

const nested = (marker: string, count: number) => `${marker.repeat(count)}a`;

it.each(['>', '> ', '- ', '* ', '1. ', '10) ', '> - ', '1. > ', '-\t'])(
  'nesting of %j has a limit',
  (marker) => {
    const deep = (marker.match(/[>.*)-]/g) ?? []).length;
    const most = Math.floor(DEEPEST_NESTING / deep);
    expect(problemsOf(nested(marker, most))).toEqual([]);
    expect(problemsOf('fine', `one\n\n${nested(marker, most + 1)}`)).toEqual([
      {
        path: 'blocks.1.text',
        problem: 'lists and quotes are nested more than 20 deep in line 3',
        allowed: 'up to 20 levels',
      },
    ]);
  },
);

it.each([
  ['one level more in each line', (level: number) => `${'  '.repeat(level)}- a\n`],
  ['with empty lines between', (level: number) => `${'  '.repeat(level)}- a\n\n`],
  ['of numbered items', (level: number) => `${'   '.repeat(level)}1. a\n`],
  ['of quotes', (level: number) => `${'> '.repeat(level + 1)}a\n`],
  [
    'behind lines without marks',
    (level: number) => `${'  '.repeat(5 * level)}${'- '.repeat(5)}a\nlazy\n2. lazy\n`,
  ],
])('nesting over several lines has the same limit: %s', (_, line) => {
  const lines = (count: number) => Array.from({ length: count }, (_, level) => line(level)).join('');
  expect(problemsOf(lines(3))).toEqual([]);
  expect(problemsOf(lines(40))[0]?.problem).toMatch(/nested more than 20 deep/);
});

it.each([
  '- - - - - - - - - - - - - - - - - - - - - - - - - - -',
  '* * * * * * * * * * * * * * * * * * * * * * * * * * * *',
  '- a\n'.repeat(200),
  '1. a\n'.repeat(200),
  '> a\n\n'.repeat(200),
  `${'- a\n  - b\n    - c\n\n'.repeat(50)}`,
  `~~~\n${' '.repeat(80)}deep code\n~~~`,
  `a\n${' '.repeat(80)}- indented`,
])('nesting is not mistaken in %j', (text) => expect(problemsOf(text)).toEqual([]));

it('nesting is never measured too low', () => {
  const random = new Random(3);
  const pieces = [
    '>',
    '> ',
    '- ',
    '* ',
    '1. ',
    '2. ',
    '-',
    '  ',
    '   ',
    ' ',
    '\t',
    'a',
    '\n',
    '\n',
    '\n\n',
    '`',
    '# ',
  ];
  let deepest = 0;
  for (let left = 6_000; left > 0; left -= 1) {
    const line = Array.from({ length: 1 + random.below(12) }, () => random.of(pieces)).join('');
    const text = random.chance(0.5)
      ? Array.from({ length: 1 + random.below(60) }, () => random.of(pieces)).join('')
      : Array.from(
          { length: 8 },
          (_, place) => `${random.of(['  ', '   ', '> ']).repeat(place)}${line}\n`,
        ).join('');
    const depth = depthOf(parseWithinLimits(text));
    deepest = Math.max(deepest, depth);
    expect(depth, JSON.stringify(text)).toBeLessThanOrEqual(DEEPEST_NESTING);
  }
  expect(deepest).toBeGreaterThan(DEEPEST_NESTING - 6);
});

/** Lists and quotes around the deepest node. */
function depthOf(node: Nodes): number {
  const own = node.type === 'listItem' || node.type === 'blockquote' ? 1 : 0;
  return own + ('children' in node ? Math.max(0, ...node.children.map(depthOf)) : 0);
}

/** Texts of about `n` characters. Those that the parser is slow with are the first thing that an attacker finds. */
const TEXTS: Record<string, (n: number) => string> = {
  words: (n) => 'word '.repeat(n / 5),
  paragraphs: (n) => 'a\n\n'.repeat(n / 3),
  lines: (n) => 'a\n'.repeat(n / 2),
  quotes: (n) => '>'.repeat(n),
  'numbered items in each other': (n) => '1. '.repeat(n / 3),
  'quotes and items in each other': (n) => '> - '.repeat(n / 4),
  'items one after the other': (n) => '- a\n'.repeat(n / 4),
  'items with paragraphs': (n) => '- a\n\n  b\n\n'.repeat(n / 10),
  'items at the limit': (n) => `${'- '.repeat(15)}a\n`.repeat(n / 32),
  'an item and empty lines': (n) => `- a\n${'\n'.repeat(n)}`,
  'a quote without marks': (n) => `> a\n${'b\n'.repeat(n / 2)}`,
  'emphasis that never ends': (n) => '*a '.repeat(n / 3),
  'emphasis that never begins': (n) => 'a* '.repeat(n / 3),
  'both emphases': (n) => '*a_ '.repeat(n / 4),
  'emphasis of both lengths': (n) => `a**b${'c* '.repeat(n / 3)}`,
  'a run of stars': (n) => `${'*'.repeat(n / 2)}a${'*'.repeat(n / 2)}`,
  'a run of underscores': (n) => `${'_'.repeat(n / 2)}a${'_'.repeat(n / 2)}`,
  'emphasis in emphasis': (n) => '*a '.repeat(n / 6) + ' a*'.repeat(n / 6),
  brackets: (n) => '['.repeat(n),
  'pairs of brackets': (n) => '[]'.repeat(n / 2),
  'links that never end': (n) => '[a]('.repeat(n / 4),
  'links with titles that never end': (n) => '[a](b "'.repeat(n / 7),
  'links in each other': (n) => '['.repeat(n / 5) + '](b)'.repeat(n / 5),
  references: (n) => '[a][b]'.repeat(n / 6),
  definitions: (n) => '[a]: b\n'.repeat(n / 7),
  images: (n) => '![a](b)'.repeat(n / 7),
  'images that never end': (n) => '!['.repeat(n / 2),
  parentheses: (n) => `[a](${'('.repeat(n)}`,
  'code of growing lengths': (n) => growing('`', ' ', n),
  'formulas of growing lengths': (n) => growing('$', ' ', n),
  'display formulas': (n) => '$$\n'.repeat(n / 3),
  'fences of growing lengths': (n) => growing('~', '\n', n),
  'less-than signs': (n) => '<'.repeat(n),
  addresses: (n) => '<a:'.repeat(n / 3),
  'mail addresses': (n) => '<a@a.'.repeat(n / 5),
  'character references': (n) => '&amp;'.repeat(n / 5),
  backslashes: (n) => '\\'.repeat(n),
  columns: (n) => `${'|a'.repeat(n / 4)}|\n${'|-'.repeat(n / 4)}|\n`,
  'columns and rows': (n) => `${'|a'.repeat(n / 8)}|\n${'|-'.repeat(n / 8)}|\n${'a\n'.repeat(n / 4)}`,
  rows: (n) => `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(n / 6)}`,
  'a row of many cells': (n) => `|a|b|\n|-|-|\n${'|a'.repeat(n / 2)}|\n`,
  headings: (n) => '# a\n'.repeat(n / 4),
  'number signs': (n) => `# a${' #'.repeat(n / 2)}`,
  spaces: (n) => `a${' '.repeat(n)}b`,
  tabs: (n) => `${'\t'.repeat(n)}a`,
  'hard breaks': (n) => 'a  \n'.repeat(n / 4),
};

function growing(mark: string, end: string, n: number): string {
  let text = '';
  for (let length = 3; text.length < n; length += 1) text += mark.repeat(length) + end;
  return text;
}

/** Linear parsing takes 4 times as long for 4 times the text, quadratic parsing 16 times. */
const MOST_TIMES = 10;

/** Less than this is too short to compare, ms. */
const SHORT_MS = 25;

function cpu_ms(text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let left = 5; left > 0; left -= 1) {
    const before = process.cpuUsage();
    parseWithinLimits(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

it.each(Object.entries(TEXTS))(
  'a text of the longest length with %s takes time in proportion to its length',
  (_, text) => {
    let n = LONGEST_TEXT;
    while (measureMarkdown(text(n)).problem !== null) n = Math.floor(n / 1.3);
    expect(n).toBeGreaterThan(0);
    const whole = cpu_ms(text(n));
    expect(whole / Math.max(SHORT_MS, cpu_ms(text(Math.ceil(n / 4))))).toBeLessThan(MOST_TIMES);
  },
);

it.each(['>'.repeat(20_000), '1. '.repeat(6_666), '> - '.repeat(5_000)])(
  'a text of the longest length of 20,000 letters %.4s is refused without being parsed',
  async (text) => {
    const before = process.cpuUsage();
    const result = await openCopy(copyWith(Array.from({ length: 50 }, () => text)));
    expect('problems' in result && result.problems.length).toBe(50);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
  },
);

it('marks have a limit in a paragraph', () => {
  expect(problemsOf('*a* '.repeat(MOST_IN_PARAGRAPH / 2 - 1))).toEqual([]);
  expect(problemsOf(`a\n\n${'*a* '.repeat(MOST_IN_PARAGRAPH / 2)}`)).toEqual([
    {
      path: 'blocks.0.text',
      problem: 'the paragraph at line 3 has 1,001 marks and lines',
      allowed: 'up to 1,000 between two empty lines',
    },
  ]);
});

it('marks have a limit in all texts together', () => {
  const text = '*a* *b*\n\n'.repeat(500);
  const each = measureMarkdown(text).marks;
  const count = Math.ceil(MOST_MARKS / each);
  expect(problemsOf(...Array.from({ length: count - 1 }, () => text))).toEqual([]);
  const problems = problemsOf(...Array.from({ length: count + 3 }, () => text));
  expect(problems).toEqual([
    {
      path: 'blocks',
      problem: `the texts have ${((count + 3) * each).toLocaleString('en')} marks and lines`,
      allowed: 'up to 10,000 in all texts together',
    },
  ]);
});

const emptyLines = '\n\n'.repeat(20);
it.each([
  ['a paragraph', ['*a* '.repeat(600)], 'the paragraph at line 1 has 1,201 marks and lines'],
  [
    'a later paragraph',
    [`a\n\n${'b\n'.repeat(1500)}\nc`],
    'the paragraph at line 3 has 1,500 marks and lines',
  ],
  [
    'all texts',
    Array.from({ length: 12 }, () => `*a* *b*${emptyLines}`.repeat(25)),
    '13,212 marks and lines',
  ],
  ['a text', ['x'.repeat(LONGEST_TEXT + 7)], 'it has 20,007 characters'],
  ['the number of blocks', Array.from({ length: 317 }, () => 'a'), 'there are 317 blocks'],
  ['nesting', ['> '.repeat(25)], 'nested more than 20 deep'],
  ['the whole file', Array.from({ length: 60 }, () => 'word '.repeat(4_000)), 'the file has 1,2'],
])(
  'a draft beyond the limits in %s opens for its author, who reads what is over',
  async (_, texts, problem) => {
    const text = copyWith(texts);
    const result = await openDraft(text);
    if ('problems' in result) throw new Error(JSON.stringify(result.problems));
    const { copy, base } = result;
    expect(JSON.stringify(copy), 'nothing is left out').toBe(text);
    expect(problemsOfCopy(copy, base).map((one) => one.problem)).toContainEqual(
      expect.stringContaining(problem),
    );
    expect(await openCopy(text), 'a link or a file with it is refused').toHaveProperty('problems');
  },
);

it('a draft beyond the limits still has to be a copy', async () => {
  for (const text of ['{', '[]', '{"format":"vegaslab-lesson","version":2}', copyWith([7 as never])])
    expect(readDraft(text)).toHaveProperty('problems');
  expect(await openDraft(copyWith([]).replace('reading-a-trace', 'none'))).toHaveProperty('problems');
});

it('a draft beyond the limits has no problem within them', async () => {
  const base = await baseOf('reading-a-trace');
  const result = await openDraft(copyWith(['*a* '.repeat(400), 'b']));
  if (base === null || 'problems' in result) throw new Error('it doesn’t open');
  expect(problemsOfCopy(result.copy, base)).toEqual([]);
});
