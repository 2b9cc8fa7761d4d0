/** Checks that bad files are refused with the place and what's allowed, and that hostile ones harm nothing. */
import { expect, it } from 'vitest';
import { LONGEST_LINK as LONGEST } from '../../run/share/address';
import { LONGEST_FILE, LONGEST_TEXT, MOST_BLOCKS, readCopy, writeCopy } from './format';
import { copyQuery, copyTextIn, LONGEST_LINK } from './link';
import { marksIn, parseMarkdown, referenceOf } from './markdown';
import { baseOf, newCopy, openCopy } from './openCopy';

const ID = 'abcdefgh';

async function rem() {
  const base = await baseOf('rem');
  if (base === null) throw new Error('There is no lesson rem.');
  return { base, copy: newCopy(base, ID) };
}

/** The problems of a copy with these fields. */
async function problemsOf(fields: object) {
  const { copy } = await rem();
  const result = await openCopy(JSON.stringify({ ...copy, ...fields }));
  return 'problems' in result ? result.problems : [];
}

it.each([
  ['no JSON', '{', ''],
  ['a list', '[]', ''],
  ['a scenario', '{"version": 1, "flows": []}', 'format'],
])('a file that is %s is refused with its place', (_, text, path) => {
  const result = readCopy(text);
  expect('problems' in result && result.problems[0]?.path).toBe(path);
});

it.each([
  [{ version: 2 }, 'version', '1'],
  [{ id: '../../x' }, 'id', 'eight letters a–z and digits 2–7'],
  [{ base: 'no-such-lesson' }, 'base', 'the name of a lesson'],
  [{ title: 7 }, 'title', 'a text of up to 200 characters'],
  [{ blocks: 'all' }, 'blocks', `a list of up to ${MOST_BLOCKS} entries`],
  [{ blocks: [{ kind: 'script' }] }, 'blocks.0.kind', expect.stringContaining('text, predict')],
  [{ blocks: [{ kind: 'text' }] }, 'blocks.0.text', 'a text of up to 20,000 characters'],
  [{ blocks: [{ kind: 'step', id: 'none', text: '' }] }, 'block 1, step', expect.stringContaining('stairs')],
  [{ blocks: [{ kind: 'part', id: 'constructor' }] }, 'block 1, part', 'Beside, Bill, Marks'],
  [{ settings: { nothing: {} } }, 'settings.nothing', expect.stringContaining('price')],
  [{ settings: { price: { 'a/b': 1 } } }, 'settings.price."a/b"', expect.stringContaining('letters')],
  [{ settings: { price: { seed: [] } } }, 'settings.price.seed', 'a number'],
])('a file with %j says where and what is allowed', async (fields, path, allowed) => {
  const [first] = await problemsOf(fields);
  expect(first).toMatchObject({ path, allowed });
});

it('a file says that a question comes twice', async () => {
  const twice = { kind: 'predict', id: 'share' };
  const problems = await problemsOf({ blocks: [twice, twice] });
  expect(problems).toMatchObject([{ path: 'block 2, predict', problem: 'share comes twice' }]);
});

it.each([
  ['a claim about an unknown run', { experiment: 'price', arm: 'none' }, 'claims.own-1.arm'],
  [
    'a claim without a relation',
    { experiment: 'price', arm: 'rem', relation: 'is' },
    'claims.own-1.relation',
  ],
  ['a claim without a number', { experiment: 'price', arm: 'rem', relation: 'below' }, 'claims.own-1.than'],
  ['a claim in units of nothing', { experiment: 'price', arm: 'rem', size: 0 }, 'claims.own-1.size'],
])('a file with %s is refused', async (_, fields, path) => {
  const claim = { metric: 'all.fairness', relation: 'printed', unit: '', size: 1, ...fields };
  expect(await problemsOf({ claims: { 'own-1': claim } })).toMatchObject([{ path }]);
});

it('a file is refused when it could block the page', async () => {
  expect(readCopy(' '.repeat(LONGEST_FILE + 1))).toMatchObject({ problems: [{ path: '' }] });
  expect(await problemsOf({ blocks: [{ kind: 'text', text: 'x'.repeat(LONGEST_TEXT + 1) }] })).toHaveLength(
    1,
  );
  const many = Array.from({ length: 20 }, () => ({ kind: 'text', text: '' }));
  const folds = Array.from({ length: 20 }, () => ({ kind: 'fold', question: '', blocks: many }));
  expect((await problemsOf({ blocks: folds })).map(({ problem }) => problem)).toEqual([
    'there are 420 blocks',
  ]);
  let deep: object = { kind: 'text', text: '' };
  for (let depth = 0; depth < 5; depth += 1) deep = { kind: 'fold', question: '', blocks: [deep] };
  expect(await problemsOf({ blocks: [deep] })).toMatchObject([{ problem: 'it is too deep inside folds' }]);
});

it('a file can name nothing of the prototype', async () => {
  const { copy } = await rem();
  const text = writeCopy(copy).replace('"settings": {}', '"settings": {"__proto__": {"seed": 1}}');
  expect(await openCopy(text)).toMatchObject({ problems: [{ path: 'settings."__proto__"' }] });
  expect(({} as { seed?: number }).seed).toBeUndefined();
});

it('a text keeps HTML and images as text', () => {
  const html = '<img src=x onerror=alert(1)> <script>alert(1)</script> ![a](https://example.com/a.png)';
  expect(JSON.stringify(parseMarkdown(html))).not.toMatch(/"type":"(?:html|image)"/);
});

it.each(['javascript:alert(1)', 'data:text/html,x', '//example.com', 'vbscript:x', 'JavaScript:x'])(
  'a text has no link to %s',
  (address) => expect(referenceOf(address)).toBeNull(),
);

it('a text has marks, also one inside another', () => {
  const { marks, unmarked } = marksIn(
    parseMarkdown('It [drops 3](point:full+claim:lost) of 9, as [RFC 1](https://a.b) says.'),
  );
  expect(marks.map(({ reference }) => reference)).toEqual([
    { kind: 'point', name: 'full', inner: { kind: 'claim', name: 'lost' } },
    { kind: 'address', address: 'https://a.b' },
  ]);
  expect(unmarked).toContain('of 9');
  expect(unmarked).not.toContain('3');
});

it('an instruction leaves its words to the text, and has the mark in it', () => {
  const { marks, unmarked } = marksIn(parseMarkdown('[Wait 9 s](live:), or [3 ms](live:+claim:lost).'));
  expect(marks).toEqual([
    { reference: { kind: 'live', name: '', inner: { kind: 'claim', name: 'lost' } }, words: '3 ms' },
  ]);
  expect(unmarked).toContain('9 s');
  expect(unmarked).not.toContain('3');
});

it('a link opens the copy that it was made from', async () => {
  const { copy } = await rem();
  const query = new URLSearchParams((await copyQuery(copy)).toString());
  expect(await openCopy((await copyTextIn(query)) ?? '')).toMatchObject({ copy });
});

it('a link is refused if it is too long to open', async () => {
  expect(LONGEST_LINK).toBe(LONGEST);
  const { copy } = await rem();
  const noise = () => Math.random().toString(36).slice(2);
  const blocks = Array.from({ length: 250 }, () => ({
    kind: 'text' as const,
    text: Array.from({ length: 1800 }, noise).join('').slice(0, LONGEST_TEXT),
  }));
  await expect(copyQuery({ ...copy, blocks })).rejects.toThrow(/too long/);
});

it('a link with another version, or a part missing, says so', async () => {
  await expect(copyTextIn(new URLSearchParams('v=2'))).rejects.toThrow(/version 2/);
  await expect(copyTextIn(new URLSearchParams('v=1&packed=AAAA'))).rejects.toThrow(/damaged/);
  await expect(copyTextIn(new URLSearchParams('v=1'))).rejects.toThrow(/damaged/);
  expect(await copyTextIn(new URLSearchParams())).toBeNull();
});
