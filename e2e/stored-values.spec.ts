/**
 * Opens the lab's pages with stored values that were changed at random: those of other versions, of other programs and of damaged profiles.
 * Each page is drawn, and no work that it can't read is lost.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { mutateJson, mutateText } from '../web/base/fuzz/mutate';
import { Random } from '../web/base/fuzz/random';
import { assignmentQuery, idOf } from '../web/classroom/assignments/assignment';
import { ASSIGNMENT, codeOf, resultBy } from '../web/classroom/assignments/sampleTask';
import { recordOf } from '../web/run/tabRecord';
import { expect, test } from './lab';
import { lessonNamed } from './walk';

/** Visits, of which each tries other values. */
const VISITS = process.env.VEGASLAB_CHECK ? 500 : 30;

/** The nightly check tries other values each night. */
const SEED = Number(process.env.VEGASLAB_FUZZ_SEED ?? 1);

test.describe.configure({ timeout: 3_600_000 });
test.use({ actionTimeout: 20_000 });

const LESSONS = ['packets-on-a-pipe', 'reading-a-trace', 'vegas-in-parts'];
const SCENARIO = 'ahn-fig1-rr';

/** Work that mustn't be lost, by key. Everything else that is stored is a choice that can be made again. */
const isWork = (key: string) => /^vegaslab:(?:lesson|task|collected|author|desk):/.test(key);

/** Answers of the right kinds to all questions of a lesson. */
async function progressIn(name: string): Promise<unknown> {
  const { predictions, checks } = await lessonNamed(name);
  const answers = Object.entries(predictions).map(([id, prediction]) => {
    const answer =
      prediction.kind === 'choice'
        ? Object.keys(prediction.options)[0]
        : prediction.kind === 'number'
          ? prediction.range[0]
          : Array.from({ length: 41 }, () => prediction.y.from);
    return [id, { answer, passed: true, words: 'Right.' }];
  });
  const done = Object.keys(checks).map((id) => [
    id,
    { passed: true, answer: null, words: 'Right.', links: ['#/bench?scenario=ahn-fig1-rr'] },
  ]);
  return {
    version: 1,
    predictions: Object.fromEntries(answers),
    checks: Object.fromEntries(done),
    made: { best: { what: 'A game', words: '3 points', links: [] } },
  };
}

/** The stored values of a profile after some weeks, by key without the lab's prefix: JSON values, or texts. */
async function storedValues(): Promise<Record<string, unknown>> {
  const id = idOf(ASSIGNMENT);
  const query = String(await assignmentQuery(ASSIGNMENT));
  const code = await codeOf(resultBy('Ada', []));
  const text = readFileSync(`content/scenarios/${SCENARIO}.json`, 'utf8');
  const pins = { at: 3, scenarios: [{ letter: 'B', label: 'mine', name: SCENARIO, text }] };
  const work = {
    at: 2,
    text: text.replace('"title": "', '"title": "Mine: '),
    draft: '{ "half"',
    network: null,
  };
  const lessons = await Promise.all(
    LESSONS.map(async (name): Promise<[string, unknown]> => [`lesson:${name}`, await progressIn(name)]),
  );
  return {
    ...Object.fromEntries(lessons),
    [`task:${id}`]: 'Ada',
    [`task:${id}/ada`]: { changes: 'flows.0.sender.preset=vegas', answers: { 0: '3', 1: '12,5' } },
    [`collected:${id}`]: [
      1,
      'Sooner',
      query,
      ['Name'],
      'Ada\nBob',
      [],
      [[1, 'file', 'codes.csv', 2, code, ['Ada'], '']],
    ],
    'author:reading-a-trace': { format: 'vegaslab-lesson', version: 1, id: 'a', title: 'Mine', blocks: [] },
    'desk:1:here': {
      at: 5,
      work: { [SCENARIO]: work },
      aside: pins,
      places: {
        visits: [['a', { work: null, pins, view: 't=0,3' }]],
        capture: 'a.pcap',
        'left ahn-fig1-rr': 3,
      },
    },
    'desk:1:there': {
      at: 4,
      work: { [SCENARIO]: { ...work, at: 9 } },
      aside: { ...pins, at: 8 },
      places: {},
    },
    palette: ['scenario:ahn-fig1-rr', 'page:papers'],
    'first-visit': 'play,sender',
    theme: 'dark',
    keys: 'on',
    path: 'whole',
    projector: 'off',
    language: 'en',
    'rate-unit': 'KiB/s',
  };
}

async function pagesToVisit(): Promise<string[]> {
  const query = await assignmentQuery(ASSIGNMENT);
  return [
    ...LESSONS.map((name) => `lessons/${name}/`),
    ...LESSONS.map((name) => `lessons/${name}/`),
    '#/',
    `#/bench?scenario=${SCENARIO}`,
    `#/task?${query}`,
    `#/grade?${query}`,
    '#/grade',
    'lessons/report/',
    'lessons/',
    '#/author?lesson=reading-a-trace',
    '#/privacy',
  ];
}

/** Progress with an answer of any kind: what lessons become when their questions change. */
function withOtherAnswer(progress: unknown, random: Random): unknown {
  const { predictions, ...rest } = progress as { predictions: Record<string, object> };
  const id = random.of(Object.keys(predictions));
  const answer = random.of<unknown>([
    'a text',
    7,
    -1e300,
    [],
    [1, 2],
    [1e300],
    null,
    '__proto__',
    'toString',
    {},
    [null],
  ]);
  return { ...rest, predictions: { ...predictions, [id]: { ...predictions[id], answer } } };
}

function mutated(key: string, value: unknown, other: unknown, random: Random): string {
  if (key.startsWith('lesson:') && random.chance(0.5)) return JSON.stringify(withOtherAnswer(value, random));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (random.chance(0.15)) return text;
  if (typeof value === 'string' || random.chance(0.15))
    return mutateText(text, JSON.stringify(other), random);
  if (random.chance(0.1)) return text.replace(/1/, '2');
  return JSON.stringify(mutateJson(value, other, random)) ?? '';
}

/** Everything stored whose key matches, also what was put aside. */
const workIn = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>);

test('every page is drawn whatever is stored, and keeps the work', async ({ page }) => {
  const values = await storedValues();
  const random = new Random(SEED);
  const pages = await pagesToVisit();
  for (let visit = 0; visit < VISITS; visit += 1) {
    const entries = Object.entries(values).map(([key, value]): [string, string] => [
      `vegaslab:${key}`,
      mutated(key, value, values, random),
    ]);
    const address = pages[visit % pages.length] ?? '';
    const trial = `${address}\n${JSON.stringify(entries)}`;
    await page.goto('favicon.svg');
    await page.evaluate((all) => {
      localStorage.clear();
      sessionStorage.clear();
      sessionStorage.setItem('vegaslab:tab', 'here');
      for (const [key, text] of all) localStorage.setItem(key, text);
    }, entries);
    await page.goto(address);
    await page.reload();
    await expect(page.locator('main').first(), trial).toBeVisible();
    // Something to store.
    if (address.startsWith('lessons/'))
      await expect(page.locator('html')).toHaveAttribute('data-alive', 'true');
    const skip = page.getByRole('button', { name: 'Continue without a prediction' }).first();
    expect(await page.locator('.failure').allTextContents(), trial).toEqual([]);
    if (address.startsWith('lessons/') && (await skip.isVisible())) await skip.click();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(await page.locator('.failure').allTextContents(), trial).toEqual([]);
    const after = await workIn(page);
    const texts = Object.values(after);
    for (const [key, text] of entries)
      if (isWork(key))
        expect(texts.includes(text) || isReadAs(key, after[key], text), `${key}\n${trial}`).toBe(true);
  }
});

/** True if the page has rewritten a value that it could read: a tab's record with another time, a lesson's progress with known fields, codes. */
function isReadAs(key: string, now: string | undefined, text: string): boolean {
  const read = (one: string) => {
    if (key.includes(':desk:')) return recordOf(one)?.work;
    const value = JSON.parse(one);
    // A collection gets the title and the link of its assignment; older ones lack the last parts.
    if (key.includes(':collected:')) return { ...value.slice(3) };
    return key.includes(':lesson:') ? withoutVerdicts(value) : value;
  };
  try {
    expect(read(now ?? '')).toMatchObject(read(text) as Record<string, unknown>);
    return true;
  } catch {
    return false;
  }
}

/** Progress without the verdicts on predictions: the page judges stored answers again when their runs have finished. */
function withoutVerdicts(progress: { predictions: Record<string, Record<string, unknown>> }) {
  const answers = Object.entries(progress.predictions).map(
    ([id, { passed: _passed, words: _words, ...rest }]) => [id, rest] as const,
  );
  return { ...progress, predictions: Object.fromEntries(answers) };
}
