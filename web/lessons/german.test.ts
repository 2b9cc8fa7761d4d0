/** Checks the German lessons: nothing is missing, and numbers, claims and components are those of the English text. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogues, otherStringsIn, textsIn } from '../../scripts/words/words.mjs';
import { GERMAN } from '../base/words/de';
import { ENGLISH, sayInEnglish, setLanguage } from '../base/words/words';

import { firstNumberIn } from './claims';
import { COURSE, openLesson } from './course';
import type { Terms } from './lesson';
import { CHAPTERS } from './order';
import { type PlacedComponent, readText } from './text';
import { withTexts } from './withTexts';

const FOLDER = 'content/lessons';

type Catalogue = Readonly<Record<string, string>>;

const readJson = <T>(file: string) => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as T;

const translatedLessons = COURSE.map(({ name }) => name).filter((name) => existsSync(`${FOLDER}/${name}/de`));

const ofInterface = new Map([...catalogues().values()].flatMap((catalogue) => Object.entries(catalogue)));

/** The same in both languages: no letters, or units. Numbers with a decimal mark differ. */
const isSame = (text: string) => /^(?:s|ms|KB|KiB|KB\/s|%|\d*)$/.test(text);

/** The digits in a text as numbers, sorted, because a translation may change their order. */
function digitsIn(text: string): number[] {
  const numbers = text.match(/\d+(?:[.,]\d+)*/g) ?? [];
  return numbers.map((number) => firstNumberIn(number)?.value ?? Number.NaN).sort((a, b) => a - b);
}

const plain = (number: string) => number.replaceAll(/[.,]/g, '');

const digitsInEnglish = (text: string) => sayInEnglish(() => digitsIn(text));

/** Components that can move within a sentence. */
const INLINE = new Set(['Term', 'Point', 'Claim', 'Cited', 'Found', 'Setting', 'Fact', 'Live']);

/** A component and the inline ones up to the next. */
interface Block {
  head: string;
  inline: PlacedComponent[];
  links: string[];
  unmarked: string;
}

/** The parts of a text, in its order. */
function blocksOf(source: string): Block[] {
  const { placed, links, unmarked } = readText(source);
  const heads = placed.filter(({ name }) => !INLINE.has(name));
  const lines = [0, ...heads.map(({ line }) => line)];
  const blocks = ['', ...heads.map(nameOf)].map(
    (head): Block => ({ head, inline: [], links: [], unmarked: '' }),
  );
  const at = (line: number) => blocks[lines.findLastIndex((from) => from <= line)] as Block;
  for (const one of placed) if (INLINE.has(one.name)) at(one.line).inline.push(one);
  for (const { address, line } of links) at(line).links.push(address);
  for (const { text, line } of unmarked) at(line).unmarked += ` ${text}`;
  return blocks;
}

/** A component with its attributes, without a question that is translated; of terms, the glossary entry. */
function nameOf({ name, attributes, words }: PlacedComponent): string {
  if (name === 'Term') return `Term ${attributes.of ?? words}`;
  const { question: _, ...others } = attributes;
  return `${name} ${JSON.stringify(others)}`;
}

beforeAll(() => setLanguage(GERMAN));
afterAll(() => setLanguage(ENGLISH));

test('the first two chapters are translated', () => {
  const wanted = CHAPTERS.slice(0, 2).flatMap(({ lessons }) => lessons);
  expect(translatedLessons).toEqual(expect.arrayContaining(wanted));
});

test('a text has the same translation everywhere', () => {
  const known = new Map(ofInterface);
  for (const name of translatedLessons)
    for (const file of ['about', 'texts'])
      for (const [english, german] of Object.entries(readJson<Catalogue>(`${name}/de/${file}.json`)))
        expect(german, `${name}: ${english}`).toBe(
          known.get(english) || known.set(english, german).get(english),
        );
});

describe.each(translatedLessons)('%s', async (name) => {
  const about = readJson<Catalogue>(`${name}/de/about.json`);
  const texts = readJson<Catalogue>(`${name}/de/texts.json`);
  const lesson = await sayInEnglish(() => openLesson(name)).then((opened) => opened?.lesson);
  if (lesson === undefined) throw new Error(`${name} is not a complete lesson`);
  const fixed: string[] = [];
  withTexts(lesson, (text) => {
    fixed.push(text);
    return text;
  });
  const sources = readdirSync(`${FOLDER}/${name}`)
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${FOLDER}/${name}/${file}`);

  test('its entry and its glossary are translated', () => {
    const { title, question, objectives } = COURSE.find((one) => one.name === name) ?? { objectives: [] };
    const terms = existsSync(`${FOLDER}/${name}/terms.json`) ? readJson<Terms>(`${name}/terms.json`) : {};
    const means = Object.values(terms).map((term) => term.means);
    const wanted = [title, question, ...objectives, ...Object.keys(terms), ...means];
    expect(Object.keys(about).sort()).toEqual(wanted.filter((text) => !ofInterface.has(text ?? '')).sort());
  });

  test('the texts of lesson.ts and of its components are translated', () => {
    const wanted = new Set(
      [...fixed, ...sources.flatMap(textsIn)].filter((text) => !isSame(text) && !ofInterface.has(text)),
    );
    expect(
      [...wanted].filter((text) => !texts[text]),
      'texts without a translation',
    ).toEqual([]);
    expect(
      Object.keys(texts).filter((text) => !wanted.has(text)),
      'translations of no text',
    ).toEqual([]);
  });

  test(`${name} texts that are computed go through t`, () => {
    const notes = Object.entries(lesson.numbers ?? {}).flat();
    const unsaid = sources.flatMap(otherStringsIn);
    const known = new Set<unknown>([...fixed, ...notes]);
    expect(unsaid.filter((text) => /\p{L} | \p{L}/u.test(text) && !known.has(text))).toEqual([]);
  });

  test(`${name} translations have the numbers and placeholders of the English`, () => {
    const names = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
    for (const [english, german] of [...Object.entries(about), ...Object.entries(texts)]) {
      expect(names(german), english).toEqual(names(english));
      expect(digitsIn(german), english).toEqual(digitsInEnglish(english));
    }
  });

  const english = blocksOf(readFileSync(`${FOLDER}/${name}/lesson.mdx`, 'utf8'));
  const german = blocksOf(readFileSync(`${FOLDER}/${name}/de/lesson.mdx`, 'utf8'));

  test('the text has the same parts in the same order', () => {
    expect(german.map(({ head }) => head)).toEqual(english.map(({ head }) => head));
    const contents = ({ inline, links }: Block) => [inline.map(nameOf).sort(), [...links].sort()];
    german.forEach((block, place) => {
      expect(contents(block), block.head).toEqual(contents(english[place] as Block));
    });
  });

  test('the text prints the same numbers', () => {
    german.forEach(({ head, inline, unmarked }, place) => {
      const { inline: originals, unmarked: original } = english[place] as Block;
      // Numbers of sections keep their point.
      expect(
        unmarked
          .match(/\d[\d.,]*/g)
          ?.map(plain)
          .sort(),
        head,
      ).toEqual(
        original
          .match(/\d[\d.,]*/g)
          ?.map(plain)
          .sort(),
      );
      for (const mark of inline) {
        if (['Term', 'Point'].includes(mark.name)) continue;
        const same = originals.filter((one) => nameOf(one) === nameOf(mark));
        const claim = mark.name === 'Claim' ? lesson.claims[mark.attributes.id ?? ''] : undefined;
        if (claim !== undefined && 'holds' in claim) continue;
        const printed = same.map(({ words }) => sayInEnglish(() => firstNumberIn(words)));
        expect(printed, `${head}: ${mark.words}`).toContainEqual(firstNumberIn(mark.words));
      }
    });
  });
});
