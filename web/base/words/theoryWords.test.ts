/** Tests that every text of the theory is translated into German. */
import { afterEach, expect, it } from 'vitest';
import { scenarioNames, scenarioText } from '../../../scripts/engine.mjs';
import { read, theory } from '../../engine/nodeEngine';
import { type Message, type Prediction, THEORY_MESSAGES } from '../../engine/schema';
import { translateMessage } from '../../engine/translate';
import { GERMAN } from './de';
import { unprovoked } from './provoked';
import { ENGLISH, setLanguage } from './words';

afterEach(() => setLanguage(ENGLISH));

// biome-ignore lint/suspicious/noExplicitAny: unexpanded scenarios, without defaults
type Given = any;

const vegas = { preset: 'vegas-pf' };
const from0 = (beta: number) => ({ ...vegas, avoidance: { alpha: 0, beta } });
const marked = { preset: 'vegas-rem' };

/** Flows over the paper's single link, each starting 0.1 s after the previous. */
function single(senders: readonly object[], change: (scenario: Given) => void = () => {}): Given {
  const flows = senders.map((sender, place) => ({
    ...{ name: `${place + 1}a`, from: `Host${place + 1}a`, to: `Host${place + 1}b`, start_s: place / 10 },
    ...{ smss_bytes: 960, header_bytes: 40, rwnd_bytes: 9_600_000, traffic: { kind: 'bulk' } },
    ...{ sender, receiver: { kind: 'every_packet' } },
  }));
  const topology = {
    kind: 'low_single',
    latencies_ms: senders.map(() => 10),
    access_rate_bps: 1_600_000_000,
  };
  const scenario = { version: 1, name: 'single', duration_s: 100, links: [], topology, flows };
  change(scenario);
  return scenario;
}

const queue = (kind: object) => single([vegas, vegas, vegas], (s) => (s.topology.queue = kind));
const traffic = (kind: object) => single([vegas, vegas], (s) => (s.flows[0].traffic = kind));

/** One flow over a path with random losses. */
function lossy(sender: object, change: (scenario: Given) => void = () => {}): Given {
  const loss = { kind: 'bernoulli', rate: 0.01 };
  const flow = {
    ...{ name: 'transfer', from: 's1', to: 'r1', smss_bytes: 1460, rwnd_bytes: 64_240 },
    ...{ traffic: { kind: 'bulk' }, sender, receiver: { kind: 'bsd_reno' } },
  };
  const topology = { kind: 'veno_test_bed', loss };
  const scenario = { version: 1, name: 'lossy', duration_s: 600, links: [], topology, flows: [flow] };
  change(scenario);
  return scenario;
}

const reno = { preset: 'reno' };

/** Flows over a row of identical links: one over all of them, and with more than two links, one more over each. */
function row(links: number): Given {
  const link = (n: number) => ({
    ...{ name: `L${n}`, from: `N${n}`, to: `N${n + 1}`, rate_bps: 1_000_000, delay_ms: 5 },
    queue: { kind: 'unlimited' },
  });
  const flow = (name: string, from: number, to: number) => ({
    ...{ name, from: `N${from}`, to: `N${to}`, traffic: { kind: 'bulk' }, rwnd_bytes: 1e9 },
    ...{ sender: vegas, receiver: { kind: 'every_packet' } },
  });
  const all = Array.from({ length: links }, (_, n) => n);
  const flows = [flow('long', 0, links), ...(links > 2 ? all.map((n) => flow(`f${n}`, n, n + 1)) : [])];
  return { version: 1, name: 'row', duration_s: 50, links: all.map(link), flows };
}

const noise = {
  ...{ name: 'noise', from: 'Host1a', to: 'Host2b' },
  traffic: { kind: 'constant_rate', rate_bps: 1_000_000, packet_bytes: 500 },
};

/** Scenarios that together produce every message of the theory. */
const SCENARIOS: readonly Given[] = [
  single([from0(2)]),
  single([from0(0)]),
  single([marked, vegas]),
  single([marked], (s) => (s.topology.queue = { kind: 'unlimited' })),
  single([marked], (s) => (s.topology.queue = { kind: 'rem', phi: 1.5 })),
  single([vegas, vegas], (s) => (s.datagrams = [noise])),
  single([vegas, vegas], (s) => (s.drops = [{ link: 'Router1>Router2', flow: '1a', packet: 5 }])),
  single([vegas], (s) => (s.flows[0].rwnd_bytes = 9_600)),
  single([vegas, vegas], (s) => Object.assign(s.flows[1], { from: 'Host2b', to: 'Host2a' })),
  single([vegas], (s) => (s.links = [{ name: 'bottleneck', loss: { kind: 'bernoulli', rate: 0.01 } }])),
  single(Array(32).fill(vegas), (s) => {
    s.flows = s.flows.map((flow: Given, place: number) => ({ ...flow, start_s: place }));
  }),
  queue({ kind: 'drop_tail_packets', limit_packets: 6 }),
  queue({ kind: 'drop_tail_bytes', limit_bytes: 6_999 }),
  queue({ kind: 'red' }),
  traffic({ kind: 'transfer', bytes: 10_000 }),
  traffic({ kind: 'repeated' }),
  traffic({ kind: 'telnet' }),
  lossy(reno),
  lossy(reno, (s) => (s.topology.loss.rate = 0.001)),
  lossy(reno, (s) => (s.topology.loss.rate = 1)),
  lossy(reno, (s) => (s.topology.loss = { kind: 'gilbert_elliott' })),
  lossy(reno, (s) => (s.flows[0].traffic = { kind: 'transfer', bytes: 730_000 })),
  lossy(reno, (s) => (s.links = [{ name: 'pipe', back: { loss: { kind: 'bernoulli', rate: 0.01 } } }])),
  lossy({ ...reno, avoidance: { eighth: true } }),
  lossy({ ...reno, decrease: { kind: 'share' } }),
  row(2),
  row(60),
];

/** Codes for networks that no valid scenario can describe, and for parts that may be added. */
const IMPOSSIBLE = [
  'other-timer',
  'data-pass-no-link',
  'no-capacity',
  'no-route',
  'no-backlog',
  'no-propagation',
  'too-far-apart',
];

function predicted(text: string): Prediction {
  return JSON.parse(theory.predict(JSON.stringify(read(text))));
}

function textsOf({ flows, intervals, repairs }: Prediction): string[] {
  return [
    ...[...flows, ...repairs].flatMap(({ reason }) => reason ?? []),
    ...intervals.flatMap(({ theory, says, caveats }) => [theory, says, ...caveats]),
  ];
}

function messagesOf({ flows, intervals, repairs }: Prediction): Message[] {
  return [
    ...[...flows, ...repairs].flatMap(({ reason_message }) => reason_message ?? []),
    ...intervals.flatMap((interval) => [
      interval.theory_message,
      interval.says_message,
      ...interval.caveat_messages,
    ]),
  ];
}

it('translates every text of the theory', () => {
  setLanguage(GERMAN);
  const named = scenarioNames().map(scenarioText);
  const english: string[] = [];
  const german: string[] = [];
  const messages: Message[] = [];
  for (const prediction of [...named, ...SCENARIOS.map((one) => JSON.stringify(one))].map(predicted)) {
    const inGerman = translateMessage({ type: 'predicted', run: 1, prediction });
    english.push(...textsOf(prediction));
    messages.push(...messagesOf(prediction));
    if (inGerman.type === 'predicted') german.push(...textsOf(inGerman.prediction));
  }
  const untranslated = new Set(english.filter((text, place) => text === german[place]));
  expect([...untranslated]).toEqual(['Low, Peterson & Wang 2000, Theorem 1']);
  expect(messages.map(({ text }) => text)).toEqual(english);
  expect(unprovoked(THEORY_MESSAGES, messages)).toEqual(IMPOSSIBLE);
});
