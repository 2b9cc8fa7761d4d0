/** Checks every lesson's text: its components exist, its numbers are marked, its links have valid targets, its spelling is consistent. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import findings from '../../content/findings.json';
import { loadPaper, PAPER_NAMES } from '../scenario/content/papers';
import { at } from '../scenario/path';
import { prints } from './claims';
import { COURSE, GLOSSARY, LESSONS, openLesson } from './course';
import type { Terms } from './lesson';
import { isSetting, NAMES, numbersIn, settingsOf, textsOf } from './numbers';
import { scenarioOf } from './simulatedLesson';
import { type PlacedComponent, readText } from './text';

const FOLDER = 'content/lessons';

/** Misspellings and the correct spellings of the field's terms. */
const SPELLING: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/\b(?:CWND|Cwnd|cWnd)\b/, 'cwnd'],
  [/\b(?:SSTHRESH|Ssthresh|ssThresh|SSThresh)\b/, 'ssthresh'],
  [/\b[Bb]ase_?RTT\b/, 'base_rtt'],
  [/\btime-outs?\b|\btime outs?\b/i, 'timeout'],
  [/\bslow-start\b(?! (?:rate|exit|threshold|phase))/i, 'slow start'],
  [/\bretransmition/i, 'retransmission'],
  [/\bround-trip-time\b/i, 'round-trip time'],
  [/\bkbps\b|\bMbps\b|\bkb\/s\b/, 'kbit/s, Mbit/s'],
  [/\bbottle-neck\b|\bbottle neck\b/i, 'bottleneck'],
  [/\bACKs?'s\b|\backs?\b/, 'ACK'],
];

/** British spellings, in lessons with a stage. */
const BRITISH: typeof SPELLING = [
  [/\butilis(?:ation|ed?)\b/i, 'utilization, utilize'],
  [/\backnowledgements?\b/i, 'acknowledgment'],
  [/\brecognis\w+/i, 'recognize'],
  [/\bbehaviour\b/i, 'behavior'],
  [/\bcolour/i, 'color'],
  [/\bneighbour/i, 'neighbor'],
];

const SCALES: readonly (readonly [unit: RegExp, suffix: string, factor: number])[] = [
  [/^kbit\/s/, '_bps', 1e3],
  [/^Mbit\/s/, '_bps', 1e6],
  [/^ms/, '_s', 1e-3],
  [/^s\b/, '_ms', 1e3],
  [/^KiB/, '_bytes', 1024],
  [/^MiB/, '_bytes', 1048576],
  [/^KiB/, 'bytes', 1024],
  [/^MiB/, 'bytes', 1048576],
  [/^kB/, 'bytes', 1e3],
  [/^MB/, 'bytes', 1e6],
  [/^%/, 'probability', 0.01],
];

/** The factor from a printed number to the field's unit: 1000 for `800 kbit/s` and `rate_bps`. */
function factorOf(words: string, path: string): number {
  const unit = words.replace(/^[^\d]*[\d.,]+\s*/, '');
  return SCALES.find(([name, suffix]) => name.test(unit) && path.endsWith(suffix))?.[2] ?? 1;
}

const published = new Map<string, number[]>();
for (const name of PAPER_NAMES) {
  const paper = await loadPaper(name);
  for (const { item, published: entry } of paper?.entries ?? []) {
    const { value, interval = [], model } = entry;
    published.set(
      `${name}/${item}`,
      [value, model, ...interval].filter((one) => one !== undefined),
    );
  }
}

/** Units of the papers' numbers. */
const units = new Map<string, string>();
for (const name of PAPER_NAMES)
  for (const { item, unit } of (await loadPaper(name))?.entries ?? []) units.set(`${name}/${item}`, unit);

/** The size of a kB/s in a paper's unit. */
const kBOf = (unit = '') => (unit === 'Mbit/s' ? 0.008 : 1);

/** Its rates are those of links, in the links' unit. */
const OF_LINKS = ['a-network-in-one-room'];
/** Its rates are windows divided by RTTs, and diff is their difference: all of them are in segments. */
const OF_WINDOWS = ['listening-to-the-queue'];

const found = new Map(findings.map(({ paper, item, ours }) => [`${paper}/${item}`, ours]));

const folders = readdirSync(FOLDER);

test('every folder is a lesson of the course, with one place, or a former one', () => {
  expect(LESSONS.map(({ name }) => name).sort()).toEqual(folders.sort());
});

test('no text calls a lesson by its number, which is its place and changes', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(`${FOLDER}/${folder}`, { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    ),
  );
  const texts = files.filter((file) => /\.(mdx|ts|json)$/.test(file));
  expect(
    texts.filter((file) => /\b(lesson|Lektion) \d/i.test(readFileSync(`${FOLDER}/${file}`, 'utf8'))),
  ).toEqual([]);
});

test('a term is explained in only one lesson', () => {
  const words = folders.flatMap((folder) => {
    try {
      return Object.keys(JSON.parse(readFileSync(`${FOLDER}/${folder}/terms.json`, 'utf8')) as Terms);
    } catch {
      return [];
    }
  });
  expect(words.filter((word, place) => words.indexOf(word) !== place)).toEqual([]);
});

test.each([...GLOSSARY])('the glossary %s', async (_, { lesson, step, point, in: other }) => {
  if (step === undefined) {
    expect(point ?? other, 'a point or a lesson without a step').toBeUndefined();
    return;
  }
  expect(other, 'the lesson itself').not.toBe(lesson);
  const { placed } = readText(readFileSync(`${FOLDER}/${other ?? lesson}/lesson.mdx`, 'utf8'));
  const shown = placed.find(({ name, attributes }) => name === 'Step' && attributes.id === step);
  if (shown === undefined) throw new Error(`${other ?? lesson} has no step ${step}`);
  const opened = await openLesson(other ?? lesson);
  const asked = placed.filter(({ name, line }) => name === 'Predict' && line < shown.line);
  expect(
    asked.flatMap(({ attributes }) => opened?.lesson.predictions[attributes.id ?? '']?.covers),
    'experiments of the predictions before it',
  ).not.toContain(opened?.lesson.steps[step]?.experiment);
  if (point === undefined) return;
  const marked = placed.filter(
    ({ name, line }) => name === 'Point' && line >= shown.line && line <= shown.end,
  );
  expect(
    marked.map(({ attributes }) => attributes.to),
    `points of step ${step}`,
  ).toContain(point);
});

describe.each(COURSE.map(({ name }) => name))('%s', async (name) => {
  const opened = await openLesson(name);
  if (opened === null) throw new Error(`${name} needs lesson.json, lesson.mdx and lesson.ts`);
  const { about, lesson } = opened;
  const source = readFileSync(`${FOLDER}/${name}/lesson.mdx`, 'utf8');
  const { placed, unmarked, links } = readText(source);
  const named = (component: string) => placed.filter((one) => one.name === component);
  const papers = about.sources.filter((one) => !/^RFC \d+$/.test(one));
  const ids = (component: string) => named(component).map(({ attributes }) => attributes.id ?? '');

  test(`${name} lesson.json is complete and refers to existing lessons and papers`, () => {
    expect(about.question).toMatch(/\?$/);
    expect(about.minutes, 'minutes').toBeGreaterThanOrEqual(10);
    expect(about.objectives.length, 'number of objectives').toBeGreaterThanOrEqual(2);
    for (const before of about.builds_on) expect(folders).toContain(before);
    for (const one of papers) expect(PAPER_NAMES).toContain(one);
  });

  test('the text contains each part of lesson.ts once, predictions before the experiments that they cover', () => {
    const parts: [string, 'experiments' | 'predictions' | 'checks'][] = [
      ['Experiment', 'experiments'],
      ['Predict', 'predictions'],
      ['Check', 'checks'],
    ];
    const staged = (id: string) => {
      const one = lesson.experiments[id];
      return one?.kind === 'runs' && one.staged === true;
    };
    for (const [component, part] of parts) {
      const wanted = Object.keys(lesson[part]).filter((id) => part !== 'experiments' || !staged(id));
      expect(ids(component).sort(), component).toEqual(wanted.sort());
    }
    const shown = Object.entries(lesson.steps);
    const stageOf = (step: string) => {
      const line = named('Step').find(({ attributes }) => attributes.id === step)?.line ?? 0;
      return named('Stage').findLastIndex((one) => one.line < line);
    };
    const firstStep = (experiment: string) =>
      shown.find(([, step]) => step.experiment === experiment && step.changes === undefined)?.[0];
    // Each stage has benches of its own, so only one may have the run that a check judges.
    for (const [id, { experiment, kind }] of Object.entries(lesson.checks)) {
      const own = shown.filter(([, step]) => step.experiment === experiment && step.changes === undefined);
      const stages = new Set(own.map(([step]) => stageOf(step)));
      if (staged(experiment)) expect(stages.size, `${id}: stages that show ${experiment}`).toBe(1);
      const steered = own.some(([, { controls }]) => controls !== undefined);
      if (staged(experiment) && kind === 'reach') expect(steered, `${id}: a step with controls`).toBe(true);
    }
    for (const id of Object.keys(lesson.experiments).filter(staged))
      expect(firstStep(id), `a step shows ${id} without changes`).toBeDefined();
    expect([...new Set(ids('Claim'))].sort()).toEqual(Object.keys(lesson.claims).sort());
    for (const one of ['TeachersNote', 'Reading']) expect(named(one), one).toHaveLength(1);
    expect(named('Beside'), 'Beside').toHaveLength(papers.length > 0 ? 1 : 0);
    if (named('Stage').length > 0) expect(named('Notebook'), 'Notebook').toHaveLength(1);
    const order = placed.map(({ name: component, attributes }) => `${component} ${attributes.id ?? ''}`);
    for (const [id, { covers }] of Object.entries(lesson.predictions))
      for (const experiment of covers)
        expect(order.indexOf(`Predict ${id}`), `${id} must come before ${experiment}`).toBeLessThan(
          order.indexOf(staged(experiment) ? `Step ${firstStep(experiment)}` : `Experiment ${experiment}`),
        );
  });

  test('every step and point of the stage is in the text, and the reverse', () => {
    const { steps, points = {}, experiments } = lesson;
    expect(ids('Step'), 'steps, in the order of the text').toEqual(Object.keys(steps));
    for (const { within, attributes } of named('Step'))
      expect(within.at(-1), `Step ${attributes.id} must be directly in a Stage`).toBe('Stage');
    const stages = named('Stage').length;
    expect(stages > 0, 'a lesson with steps has a Stage').toBe(Object.keys(steps).length > 0);
    const pointed = named('Point').map(({ attributes }) => attributes.to ?? '');
    expect([...new Set(pointed)].sort(), 'points').toEqual(Object.keys(points).sort());
    for (const { within, attributes } of named('Point'))
      expect(within, `Point ${attributes.to} must be in a Step`).toContain('Step');
    for (const { name: component, within, line } of placed)
      expect(component === 'Term' && within.includes('Point'), `line ${line}: a link in a button`).toBe(
        false,
      );
    for (const [id, { experiment, arm, seconds }] of Object.entries(steps)) {
      const one = experiments[experiment];
      if (one?.kind !== 'runs')
        throw new Error(`step ${id}: ${experiment} must be an experiment of kind "runs"`);
      if (arm !== undefined) expect(Object.keys(one.arms), `step ${id}`).toContain(arm);
      expect(seconds[1], `step ${id}`).toBeGreaterThan(seconds[0]);
    }
    if (stages > 0) expect(placed[0]?.name, 'the stage is the first element').toBe('Stage');
  });

  test(`${name} it asks for two to five predictions and at least one check`, () => {
    expect(Object.keys(lesson.predictions).length, 'number of predictions').toBeGreaterThanOrEqual(2);
    expect(Object.keys(lesson.predictions).length, 'number of predictions').toBeLessThanOrEqual(5);
    expect(Object.keys(lesson.checks).length, 'number of checks').toBeGreaterThanOrEqual(1);
    // A lesson without papers has nothing to compare.
    expect(lesson.beside.length > 0, 'it has rows of `beside`').toBe(papers.length > 0);
  });

  test('every number is marked', () => {
    const bare = unmarked.flatMap(({ text, line }) =>
      /\d/.test(text.replaceAll(NAMES, '')) ? [`line ${line}: ${text.trim()}`] : [],
    );
    expect(bare).toEqual([]);
    for (const [id, { why }] of Object.entries(lesson.predictions))
      if (typeof why === 'string') expect(why.replaceAll(NAMES, ''), `why of ${id}`).not.toMatch(/\d/);
  });

  test('every number of lesson.ts is a setting, or has a source in `numbers`', async () => {
    const sources = lesson.numbers ?? {};
    const experiments = Object.values(lesson.experiments);
    const arms = experiments.flatMap((one) => (one.kind === 'sweep' ? [one.base] : Object.values(one.arms)));
    const settings = [
      ...(await Promise.all(arms.map((arm) => scenarioOf(arm)))),
      ...experiments.map(settingsOf),
    ];
    const used = new Set<string>();
    for (const [id, text] of textsOf(lesson))
      for (const number of numbersIn(text)) {
        if (number in sources) used.add(number);
        else
          expect(
            settings.some((one) => isSetting(number, one)),
            `${id}: ${number} in “${text}” is not a setting, and \`numbers\` has no source for it`,
          ).toBe(true);
      }
    expect(
      Object.keys(sources).filter((number) => !used.has(number)),
      'entries of `numbers` that no text prints',
    ).toEqual([]);
    for (const [number, source] of Object.entries(sources)) {
      if (typeof source !== 'object') continue;
      const values = 'found' in source ? [found.get(source.found)] : published.get(source.published);
      expect(
        values?.some((value) => prints(number, value ?? Number.NaN)),
        `${number} is ${values}`,
      ).toBe(true);
    }
  });

  test(`${name} citations print the published values`, () => {
    const cited = [
      ...named('Cited').map(({ attributes, words, line }) => ({ of: attributes.of ?? '', words, line })),
      ...lesson.beside.map(({ cited: of, published: words }) => ({ of, words, line: 0 })),
    ];
    for (const { of, words, line } of cited) {
      expect([...published.keys()], `line ${line}`).toContain(of);
      // Statements that a paper makes in words have no number to compare.
      const numbers = published.get(of) ?? [];
      if (numbers.length > 0)
        expect(
          numbers.some((number) => prints(words, number)),
          `line ${line}: ${words} is ${numbers}`,
        ).toBe(true);
    }
  });

  test(`${name} findings print our values`, () => {
    for (const { attributes, words, line } of named('Found')) {
      const of = attributes.of ?? '';
      const ours = found.get(of);
      expect(typeof ours, `line ${line}: ${of}`).toBe('number');
      const inUnit = (ours ?? Number.NaN) / (/ kB\/s$/.test(words) ? kBOf(units.get(of)) : 1);
      expect(prints(words, inUnit), `line ${line}: ${words} is ${inUnit}`).toBe(true);
    }
  });

  test(`${name} rates of transfers are in kB/s, except where a paper prints them otherwise`, () => {
    const { claims, beside, predictions, checks, experiments } = lesson;
    const stated = [
      ...Object.values(claims).map((claim) => ('number' in claim ? claim.unit : undefined)),
      ...beside.map(({ unit }) => unit),
      ...Object.values(predictions).flatMap((one) =>
        one.kind === 'number' ? [one.unit] : one.kind === 'draw' ? [one.x.unit, one.y.unit] : [],
      ),
      ...Object.values(checks).map((check) => (check.kind === 'read' ? check.unit : undefined)),
      ...Object.values(experiments).flatMap((one) =>
        one.kind === 'runs'
          ? (one.metrics ?? []).map((metric) => (typeof metric === 'string' ? undefined : metric.unit))
          : [],
      ),
    ].filter((unit) => unit !== undefined && /\/s$/.test(unit) && unit !== 'kB/s');
    expect(OF_LINKS.includes(name) ? [] : stated).toEqual([]);
    const ofPapers = /<Cited\b[^>]*>.*?<\/Cited>|published: '[^']*'|"[^"]* KB\/s": "[^"]* KB\/s"/g;
    const otherwise = OF_WINDOWS.includes(name)
      ? /\b[KMG]i?B\/s/
      : /\b[KMG]i?B\/s|<Found[^>]*>[^<]*bit\/s|segments(?:<\/Claim>)? per second/;
    const own = readdirSync(`${FOLDER}/${name}`, { recursive: true, encoding: 'utf8' });
    for (const file of own
      .filter((one) => /\.(?:ts|mdx|json)$/.test(one) && !one.endsWith('.scenario.json'))
      .map((one) => `${FOLDER}/${name}/${one}`))
      expect(
        readFileSync(file, 'utf8')
          .replaceAll(ofPapers, '')
          .replaceAll(/\/\*\*.*?\*\//gs, ''),
        file,
      ).not.toMatch(otherwise);
    for (const { quantity, cited, published: words } of beside) {
      const [, converted] = /\((\S+ kB\/s)\)$/.exec(words) ?? [];
      if (converted === undefined) continue;
      const value = Number(/[\d.]+/.exec(words)?.[0]) / kBOf(units.get(cited));
      expect(prints(converted, value), `${quantity}: ${words} is ${value} kB/s`).toBe(true);
    }
  });

  test(`${name} settings print the values of the scenario`, async () => {
    for (const { attributes, words, line } of named('Setting')) {
      const { of = '', path = '' } = attributes;
      const [experiment = '', arm = ''] = of.split('/');
      const one = lesson.experiments[experiment];
      if (one === undefined) throw new Error(`line ${line}: there is no experiment ${experiment}`);
      const what = one.kind === 'sweep' ? one.base : (one.arms[arm] ?? Object.values(one.arms)[0]);
      if (what === undefined) throw new Error(`line ${line}: ${experiment} has no arm ${arm}`);
      const value = at(await scenarioOf(what), path);
      expect(typeof value, `line ${line}: ${path}`).toBe('number');
      const expected = Number(value) / factorOf(words, path);
      expect(prints(words, expected), `line ${line}: ${words} is ${expected}`).toBe(true);
    }
  });

  test(`${name} facts have a source, and terms are in the glossary`, () => {
    for (const { attributes, line } of named('Fact')) expect(attributes.source, `line ${line}`).toBeTruthy();
    for (const term of named('Term'))
      expect([...GLOSSARY.keys()], `line ${term.line}`).toContain(wordOf(term));
  });

  test(`${name} links lead to pages of the lab or to permanent addresses`, () => {
    for (const { address, line } of links)
      expect(address, `line ${line}`).toMatch(
        /^(?:#\/|lesson:|https:\/\/(?:www\.rfc-editor\.org|doi\.org)\/)/,
      );
    for (const { address, line } of links)
      if (address.startsWith('lesson:'))
        expect(folders, `line ${line}`).toContain(address.slice('lesson:'.length));
  });

  test(`${name} terms of the field are spelled consistently`, () => {
    const prose = unmarked.map(({ text, line }) => `line ${line}: ${text}`);
    const rules = named('Stage').length > 0 ? [...SPELLING, ...BRITISH] : SPELLING;
    const wrong = rules.flatMap(([pattern, right]) =>
      prose.filter((text) => pattern.test(text)).map((text) => `${text} (write: ${right})`),
    );
    expect(wrong).toEqual([]);
  });
});

/** The glossary entry that a term in the text refers to. */
function wordOf({ attributes, words }: PlacedComponent): string {
  return attributes.of ?? words;
}
