/** Tests that all texts of the engine and all scenario titles are in the catalogues and are translated into German. */
import { afterEach, describe, expect, it, test } from 'vitest';
import { scenarioText } from '../../../scripts/engine.mjs';
import { catalogueTexts, texts } from '../../../scripts/words/words.mjs';
import { catalogue, engine } from '../../engine/nodeEngine';
import {
  type Change,
  Failure,
  type FromWorker,
  failure,
  MOST_PROBLEMS,
  reasonOf,
} from '../../engine/protocol';
import { ENGINE_MESSAGES, type EngineProblem, type Message, type Problem } from '../../engine/schema';
import { Slices } from '../../engine/slices';
import { translateMessage } from '../../engine/translate';
import { byPaper, SCENARIO_NAMES, TITLES } from '../../scenario/content/scenarios';
import { GERMAN } from './de';
import { COMMAND_LINE, german, unprovoked } from './provoked';
import { pseudoLanguage } from './pseudoLanguage';
import { ENGLISH, setLanguage } from './words';

afterEach(() => setLanguage(ENGLISH));

// Untranslated texts appear in English; `npm run words` lists them.
it('the catalogue contains only texts that the engine still has', () => {
  const inCode = texts()
    .filter(({ file }) => file.includes('/web/engine/'))
    .map(({ text }) => text);
  const wanted = new Set([...catalogueTexts(catalogue), ...inCode]);
  expect(Object.keys(german('engine')).filter((text) => !wanted.has(text))).toEqual([]);
});

it('the catalogue keeps names, kinds, limits and defaults in German, and everything in English', () => {
  const message = { type: 'ready', engine_version: '', catalogue: catalogue } as const;
  expect(translateMessage(message)).toBe(message);
  setLanguage(GERMAN);
  const ours = translateMessage(message);
  const words = new Set(['doc', 'title', 'label', 'brief', 'family', 'unit']);
  const plain = (value: unknown) =>
    JSON.stringify(value, (key, inner) => (words.has(key) && typeof inner === 'string' ? '' : inner));
  expect(plain(ours)).toBe(plain(message));
  const senders = ours.type === 'ready' ? ours.catalogue.presets.map(({ sender }) => sender) : [];
  expect(senders).toEqual(catalogue.presets.map(({ sender }) => sender));
  expect(JSON.stringify(ours)).toContain('"unit":"Segmente"');
  expect(JSON.stringify(ours)).not.toContain('"unit":"segments"');
});

it('the catalogue keeps empty texts empty in the pseudo-language', () => {
  setLanguage(pseudoLanguage('en-XA'));
  const ours = translateMessage({ type: 'ready', engine_version: '', catalogue: catalogue });
  const text = JSON.stringify(ours);
  expect(text).toContain('"unit":""');
  expect(text).toContain('"unit":"[šéĝɱéñţš~~~]"');
});

it('the catalogue has as many sentences as the English, because controls show only the first', () => {
  const sentences = (text: string) => text.match(/[.!?](?=\s|$)/g)?.length ?? 0;
  for (const [english, ours] of Object.entries(german('engine')))
    expect(sentences(ours), ours).toBe(sentences(english));
});

/** A valid scenario made invalid by `change`. */
function broken(change: (scenario: Broken) => void): string {
  const scenario = JSON.parse(scenarioText('ahn-fig1-rr')) as Broken;
  change(scenario);
  return JSON.stringify(scenario);
}

// biome-ignore lint/suspicious/noExplicitAny: an invalid scenario has no type
type Broken = any;

const source = { name: 'd', from: 'sender', to: 'receiver', traffic: { kind: 'constant_rate' } };
const dropped = { link: 'R1>R2', flow: 'transfer' };
const changed = (change: object) => (s: Broken) => {
  s.timeline = [{ at_s: 1, change }];
};

/** Invalid scenarios that together produce every message of `check`; the test fails if one is missing. */
const BROKEN: readonly ((scenario: Broken) => void)[] = [
  (s) => Object.assign(s, { version: 2 }),
  (s) =>
    Object.assign(s, { colour: 'red', duration_s: 'long', seed: -0.5, title: 'x'.repeat(300), links: {} }),
  (s) => Object.assign(s, { name: 5, flows: 3, topology: 'ring', record: [], seed: 1e300 }),
  (s) =>
    Object.assign(s, {
      drops: [{}],
      links: [{ both_ways: 1, queue: {}, loss: { kind: 'x' } }],
      topology: null,
    }),
  (s) => Object.assign(s.flows[0].sender, { preset: 'reno', initial_cwnd: 2.5, sack: null, timer: 7 }),
  (s) => Object.assign(s.flows[0].sender, { preset: 'renoo' }),
  (s) => Object.assign(s.flows[0].sender, { preset: 'reno', decrease: { kind: 'share', keep: 2 } }),
  (s) => Object.assign(s.flows[0].sender, { avoidance: { kind: 'cam', alpha: -1 }, ecn: 'on' }),
  (s) =>
    Object.assign(s.flows[0], {
      route: Array(65).fill('R1'),
      traffic: { kind: 'bulk', bytes: 1 },
      smss_bytes: 0.5,
    }),
  (s) => Object.assign(s.flows[0].sender, { preset: 'quite unlike any' }),
  (s) => Object.assign(s.flows[0].sender, { preset: 'reno', avoidance: { kind: 'cma' }, ecn: 'rfc3186' }),
  (s) =>
    Object.assign(s.flows[0].sender, {
      sakc: true,
      recovery: { kind: 'quite unlike any' },
      base_rtt: 'quite unlike any',
    }),
  (s) => Object.assign(s.flows[0].sender, { preset: 'sack', sack: false }),
  (s) => Object.assign(s.flows[0], { sack_blocks: 0, sender: { preset: 'sack' } }),
  (s) => {
    s.presets = [
      { name: 'reno', sender: { preset: 'vegas' } },
      { name: 'a', sender: { preset: 'quite unlike any' } },
    ];
  },
  (s) => Object.assign(s, { name: '', links: [], topology: null, flows: [] }),
  (s) => Object.assign(s.flows[0], { name: 'x'.repeat(63), copies: 2 }),
  (s) => s.flows.push(s.flows[0]),
  (s) => {
    s.flows[0].copies = 600;
    s.flows.push({ ...s.flows[0], name: 'more' });
  },
  (s) => Object.assign(s.links[0], { from: 'R1', to: 'R1', both_ways: false, back: {} }),
  (s) => Object.assign(s.links[0], { from: '', to: 'R>1' }),
  (s) => s.links.push({ ...s.links[0], name: 'again' }),
  (s) => Object.assign(s.flows[0], { from: 'nowhere', start_s: 1e5, rwnd_bytes: 1 }),
  (s) =>
    Object.assign(s.flows[0], { to: s.flows[0].from, start_s: 100, start_jitter_s: 21.5, turns_with: 'who' }),
  (s) => Object.assign(s.links[2], { both_ways: false }),
  (s) => Object.assign(s.flows[0].sender, { initial_ssthresh: 1 }),
  (s) =>
    Object.assign(s.flows[0], { from: 'receiver', to: 'sender' }) &&
    Object.assign(s.links[2], { both_ways: false }),
  (s) => Object.assign(s.flows[0], { route: ['R1', 'R3'], route_back: ['R1', 'R1'] }),
  (s) => Object.assign(s.flows[0], { smss_bytes: 1, traffic: { kind: 'transfer', bytes: 1_000_000_000 } }),
  (s) => {
    s.topology = { kind: 'dumbbell', pairs: 100 };
    s.flows[0].from = 'nowhere';
  },
  (s) => Object.assign(s, { datagrams: [{ ...source, to: 'sender', start_s: 1e5 }] }),
  (s) => Object.assign(s, { datagrams: [{ ...source, to: 'nowhere', start_s: 2.5, stop_s: 1 }] }),
  (s) => Object.assign(s, { drops: [{ link: 'R1-R2', flow: 'x', packet: 1 }, dropped] }),
  (s) => Object.assign(s, { drops: [{ ...dropped, ack: 3, transmission: 2 }] }),
  (s) => Object.assign(s, { drops: [{ ...dropped, delay_ms: 1 }] }),
  (s) => Object.assign(s, { drops: [{ ...dropped, effect: 'delay' }] }),
  changed({ kind: 'set_link', link: 'R1>R3', rate_bps: 1000 }),
  changed({ kind: 'set_route', flow: 'x' }),
  changed({ kind: 'set_route', flow: 'transfer', route: ['R1', 'R3'] }),
  (s) => {
    s.links[1].both_ways = false;
    changed({ kind: 'set_route', flow: 'transfer', route: [], route_back: [] })(s);
  },
];

const INVALID_JSON = [
  ...[
    '',
    '[',
    '{',
    '"',
    '{"a"',
    '[1',
    'x',
    'nuul',
    '[1 2]',
    '{"a":1 "b"}',
    '{"a" 1}',
    '{1}',
    '[1,]',
    '1 2',
    '01',
    '1e999',
  ],
  ...['"\u0001"', '"\\x"', '"\\ud800"', '['.repeat(200), `"${'x'.repeat(2 ** 23)}"`],
];

/** Changes of links that can't be made. */
const LINKED: Change[][] = [
  [['links.nowhere.rate_bps', 1]],
  [['links.R1-R9.rate_bps', 1]],
  [['drops.*.n', 1]],
  [['links.*.*', 1]],
  [['flows.0.sender.*.alpha', 1]],
  Array.from({ length: 20_001 }, () => ['seed', 1]),
];

function linked(changes: readonly Change[]): EngineProblem[] {
  const opened = engine.open(scenarioText('ahn-fig1-vr')).changed(JSON.stringify(changes));
  const { problems } = JSON.parse(opened.verdict());
  opened.free();
  return problems;
}

describe('problems', () => {
  function found(text: string): EngineProblem[] {
    return (JSON.parse(engine.check(text)) as { problems: EngineProblem[] }).problems;
  }

  function inGerman(problems: EngineProblem[]): Problem[] {
    // A message lists only its first problems.
    return problems.flatMap((one) => {
      const message = translateMessage({ type: 'failed', run: 1, message: '', problems: [one] });
      return message.type === 'failed' ? message.problems : [];
    });
  }

  it('problems of a scenario with thousands are the first ones, and the number of the others', () => {
    const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, place) => [`x${place}`, 1]));
    const text = JSON.stringify({ ...JSON.parse(scenarioText('ahn-fig1-vr')), ...fields });
    const received: FromWorker[] = [];
    const unused = () => {
      throw new Error('The scenario must be refused.');
    };
    const reader = { version: '', open: engine.open, loadTheory: unused, loadTrack: unused };
    const host = { post: (one: FromWorker) => received.push(one), yieldThen: unused, now: () => 0 };
    new Slices(reader, host).receive({ type: 'start', run: 1, scenario: text, credit: 1 });
    const [posted] = received;
    if (posted?.type !== 'failed') throw new Error('The engine must refuse it.');
    expect([posted.problems.length, posted.count]).toEqual([MOST_PROBLEMS, 5000]);
    const last = () => {
      const message = translateMessage(posted);
      return message.type === 'failed' ? message.problems.slice(MOST_PROBLEMS) : [];
    };
    expect(last()).toEqual([{ path: '', problem: '4,980 more problems aren’t listed', allowed: 'none' }]);
    setLanguage(GERMAN);
    expect(last()[0]?.problem).toBe('4.980 weitere Probleme stehen nicht in der Liste');
  });

  it('problems are all translated into German', () => {
    setLanguage(GERMAN);
    const problems = [...[...BROKEN.map(broken), ...INVALID_JSON].flatMap(found), ...LINKED.flatMap(linked)];
    const english = problems.flatMap(({ problem, allowed }) => [problem, allowed]);
    const ours = inGerman(problems).flatMap(({ problem, allowed }) => [problem, allowed]);
    const untranslated = english.filter((text, place) => text === ours[place] && text !== '');
    // The allowed version number.
    expect(untranslated).toEqual(['1']);
    const messages = problems.flatMap((one) => [one.problem_message, one.allowed_message]);
    expect(messages.map(({ text }) => text)).toEqual(english);
    // Any value that passes the other checks is a scenario, so these messages never occur.
    expect(unprovoked(ENGINE_MESSAGES, messages)).toEqual([
      'not-a-scenario',
      'as-the-schema-describes',
      ...COMMAND_LINE,
    ]);
  });

  it("problems keep the user's own text, and localize numbers and units", () => {
    setLanguage(GERMAN);
    const translate = (code: string, args: Message['args'] = {}) => {
      const message = { code, args, text: 'English' };
      const english = { problem: 'English', allowed: 'English', allowed_message: message };
      return inGerman([{ path: 'p', ...english, problem_message: message }])[0]?.problem;
    };
    expect(translate('other-given', { given: '0.5' })).toBe('hier steht 0.5');
    expect(translate('not-whole', { value: 1.5 })).toBe('1,5 ist nicht ganzzahlig');
    expect(translate('whole-number-with-unit', { least: 0, most: 1000, unit: 'half packets' })).toBe(
      'eine ganze Zahl von 0 bis 1000 halbe Pakete',
    );
    expect(translate('other-given', { given: '"{n} is no name"' })).toBe('hier steht "{n} is no name"');
    expect(translate('one-of-many', { names: 'a, b', count: 3 })).toBe('eines von a, b oder 3 weiteren');
    expect(translate('as-yet-unknown')).toBe('English');
  });
});

test('a failure of the engine is translated into German', () => {
  setLanguage(GERMAN);
  const inGerman = (reason: Message) =>
    translateMessage({ type: 'failed', run: null, message: reason.text, failure: reason, problems: [] });
  const missing = new Failure(failure('file-missing', { file: 'catalogue.json', status: 404 }));
  const unloaded = failure('engine-not-loaded', { reason: reasonOf(missing) });
  expect(unloaded.text).toMatch(
    /^The engine didn't load: The file catalogue\.json couldn’t be loaded \(error 404\)\./,
  );
  expect(inGerman(unloaded)).toMatchObject({
    message: expect.stringMatching(
      /^Die Engine wurde nicht geladen: Die Datei catalogue\.json konnte nicht geladen werden \(Fehler 404\)\./,
    ),
  });
  const defect = failure('engine-defect', { reason: 'unreachable', version: '0.1.0' });
  expect(inGerman(failure('theory-not-loaded', { reason: defect }))).toMatchObject({
    message: expect.stringMatching(
      /^Die Theorie wurde nicht geladen: unreachable\. Das ist ein Fehler der Engine 0\.1\.0\./,
    ),
  });
});

it('scenarios have German titles, and the catalogue contains no others', () => {
  const lessons = [...byPaper().keys()].filter((paper) => /^(Lesson|After)\b/.test(paper));
  const titles = SCENARIO_NAMES.map((name) => TITLES.get(name) ?? '');
  expect(Object.keys(german('scenarios')).sort()).toEqual([...new Set([...titles, ...lessons])].sort());
  setLanguage(GERMAN);
  expect(TITLES.get('low-chain')).toBe('Sechs Vegas-Flüsse über drei Strecken');
  expect(TITLES.get('nowhere')).toBeUndefined();
});
