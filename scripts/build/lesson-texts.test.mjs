import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../child.mjs';
import { componentsIn, parse, textIn } from './lesson-blocks.mjs';
import { elementsIn, lessonTexts } from './lesson-texts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'vegaslab-texts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Builds a page with this text, and returns its script. @param {string} source */
async function built(source) {
  writeFileSync(join(folder, 'lesson.mdx'), source);
  writeFileSync(join(folder, 'main.js'), `import * as text from './lesson.mdx';\nconsole.log(text);\n`);
  const result = await build({
    ...{ root: folder, configFile: false, logLevel: 'silent', plugins: [lessonTexts()] },
    build: { write: false, rollupOptions: { input: join(folder, 'main.js') } },
  });
  return [result].flat().flatMap((one) => ('output' in one ? one.output[0].code : []))[0];
}

/** The mistake in a text. @param {string} source */
function mistakeIn(source) {
  try {
    textIn(source);
  } catch (error) {
    const { line, message } = /** @type {{ line: number, message: string }} */ (error);
    return `${line}: ${message}`;
  }
  return null;
}

it('a build has the elements of a text', async () => {
  const script = await built('A <Claim id="trip">117 ms</Claim>\ntrip.\n');
  expect(script?.replaceAll('\n', ' ')).toContain('[[`p`,{},`A `,[`Claim`,{id:`trip`},`117 ms`],` trip.`]]');
});

it.each([
  ['a component that no text has', 'A.\n\nA <Clam id="trip">117 ms</Clam> trip.\n', 3],
  ['a tag that nothing ends', 'A.\n\n<Fold question="Why?">\n\nB.\n', 3],
  ['a formula with an error', 'A.\n\nB.\n\nA $\\frac{1}$ B.\n', 5],
])('a build fails at %s, with file and line', async (_, source, line) => {
  await expect(built(source)).rejects.toThrow(
    expect.objectContaining({ message: expect.stringMatching(new RegExp(`lesson\\.mdx:${line}\\b`)) }),
  );
});

const stage = (/** @type {string} */ inside) => `<Stage>\n\n${inside}\n\n</Stage>\n`;
const step = '<Step id="a">\n\nA.\n\n</Step>';
it.each([
  ['A <Clam id="a">b</Clam>.', /^1: <Clam> isn't known\. There can be <Claim>, <Point>/],
  ['A.\n\n<Predikt id="a" />', /^3: <Predikt> isn't known\. There can be <Stage>/],
  ['A.\n\n<Chain />', /^3: <Chain> isn't known/],
  ["import { Chain } from './Chain';\n\nA.\n\n<Predict />", /^5: <Predict> needs id="…"/],
  ['A <Claim>b</Claim>.', /^1: <Claim> needs id/],
  ['A <Claim id="">b</Claim>.', /^1: <Claim> needs id/],
  ['A <Claim of="a" id="b">c</Claim>.', /^1: <Claim> has no attribute of\. It can have id/],
  ['A <Claim id={a}>c</Claim>.', /^1: <Claim> needs a text in quotes: id="…"/],
  ['A <Claim {...a}>c</Claim>.', /^1: <Claim> has no attribute/],
  ['<Beside id="a" />', /^1: <Beside> has no attribute id\. It has none/],
  ['A <Predict id="a" /> b.', /^1: <Predict> must be on a line of its own/],
  ['<Claim id="a">\n\nb\n\n</Claim>', /^1: <Claim> must be within a line/],
  ['* a\n\n  <Check id="a" />', /^3: <Check> can't be in a list/],
  ['A.\n\n<>b</>', /^3: <> isn't known/],
  [step, /^1: <Step> can't be in a text\. There can be <Stage>/],
  [stage('A.'), /^3: There can't be text in <Stage>\. There can be <Step>/],
  [stage('<Check id="a" />'), /^3: <Check> is in the step before it/],
  ['<Stage>\n\n</Stage>', /^1: <Stage> is empty. There can be <Step>/],
  [stage(step) + stage(step), /^10: <Stage> follows another <Stage>/],
  [stage('<Step id="a">\n\n<Check id="b" />\n\n</Step>'), /^5: <Check> can't be in <Step>/],
  ['<Fold question="a">\n\n<Notebook>\n\nb\n\n</Notebook>\n\n</Fold>', /^3: <Notebook> can't be in <Fold>/],
  ['<Predict id="a">\n\nb\n\n</Predict>', /^3: There can't be text in <Predict>/],
  ['<figure>\n\n</figure>', /^1: <figure> is empty/],
  ['A <Claim id="a">b <Term>c</Term></Claim>.', /^1: <Term> can't be here in <Claim>/],
  [
    stage('<Step id="a">\n\n<Point to="a">b <Live>c</Live></Point>\n\n</Step>'),
    /^5: <Live> can't be here in <Point>/,
  ],
  ['A [b](javascript:c).', /^1: A link can't lead to javascript:c/],
  ['A [117 ms](claim:trip).', /^1: A link can't lead to claim:trip/],
  ['A.\n\n![b](c.png)', /^3: A link can't lead to c.png/],
  ['A <b.', /^1: Unexpected/],
  ['A <!-- b -->.', /^1: Unexpected character `!`/],
  ['<Fold question="a">\n\nb\n\n</Notebook>', /^5: .*<\/Notebook>/],
  ['A.\n\n$$\n\\foo\n$$', /^3: The formula \\foo isn't possible: .*\\foo/],
  ['A $\\pmb{x}$.', /^1: The formula .* needs a style/],
  ["A.\n\nimport { Chain } from './Chain';\n\n<Chain />", /^3: A text can import components in its first/],
  ["import Chain from './Chain';\n\n<Chain />", /^1: A text can import components in its first lines/],
  ["import { Chain } from './Chain';\n\n<figure>\n<Chain />\n<Chain />\n</figure>", /^3: <figure> has more/],
  ['A {/* b */}.', /^1: Comments can't be in a text/],
  ['A <Claim id="a" />.', /^1: <Claim> needs words/],
  ['A <Term>*b*</Term>.', /^1: <Term> can have only words/],
  ['A <Point to="a">b</Point>.', /^1: <Point> can't be in a text\. It can be in <Step>/],
  ['A <Live>*<Claim id="a">b</Claim>*</Live>.', /^1: <Claim> can't be here in <Live>/],
  ['A <Claim id="a">[b](https://c.d)</Claim>.', /^1: A link can't be here in <Claim>/],
  ['A [<Claim id="a">b</Claim>](https://c.d).', /^1: <Claim> can't be here in a link/],
])('a mistake is said with its line: %j', (source, mistake) => expect(mistakeIn(source)).toMatch(mistake));

it('a text may have the line ends of Windows, and imports with empty lines between', () => {
  const source = `import { A } from "./A"\n\nimport { B } from './B';\n\n<A />\n\nC\nd.\n`;
  const { own, blocks } = textIn(source);
  expect(own).toEqual(['A', 'B']);
  expect(textIn(source.replaceAll('\n', '\r\n')).blocks).toEqual(blocks);
});

/** Names and attributes of the components in an element, and its words. @param {any} element @returns {any[]} */
function contentsOf(element) {
  if (typeof element === 'string') return [element];
  const [name, { key: _, ...attributes }, ...inside] = element;
  const isComponent = /^(?:[A-Z]|figure$)/.test(name) && !['Covered', 'KeyPoints'].includes(name);
  return [...(isComponent ? [{ name, attributes }] : []), ...inside.flatMap(contentsOf)];
}

/** The words of a tree. @param {any} node @returns {string} */
function wordsIn(node) {
  if (node.type === 'inlineMath' || node.type === 'math') return '';
  return node.value ?? (node.children ?? []).map(wordsIn).join('');
}

const texts = readdirSync(`${ROOT}content`, { recursive: true })
  .map((file) => `content/${file}`)
  .filter((file) => file.endsWith('.mdx'));

describe.each(texts)('%s', (file) => {
  const source = readFileSync(ROOT + file, 'utf8');
  const text = textIn(source);

  it(`${file} loses no component and no word on its way to the page`, () => {
    const formulas = Object.fromEntries(Object.keys(text.formulas).map((one) => [one, '']));
    const contents = elementsIn({ ...text, formulas }).flatMap(contentsOf);
    const [tree] = parse(source);
    expect(contents.filter((one) => typeof one !== 'string')).toEqual(componentsIn(tree));
    const words = contents.filter((one) => typeof one === 'string').join('');
    expect(words.replaceAll(/\s/g, '')).toBe(wordsIn(tree).replaceAll(/\s/g, ''));
  });
});
