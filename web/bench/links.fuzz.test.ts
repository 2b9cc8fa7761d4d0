/** Links with random changes. Whatever a link says, something opens: its scenario, or another one with a note. */
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { toBase64Url } from '../base/bytes';
import { AS_TEXT, fuzz, refused, type Verdict } from '../base/fuzz/fuzz';
import { mutateBytes, mutateJson, mutateQuery } from '../base/fuzz/mutate';
import type { Random } from '../base/fuzz/random';
import { withCopies } from '../engine/copies';
import { catalogue, engine, read } from '../engine/nodeEngine';
import type { Change } from '../engine/protocol';
import type { Problem, Scenario } from '../engine/schema';
import { parseRoute } from '../run/share/hash';
import { linkOf, openingOf } from '../run/share/opening';
import { pinnedOf } from '../run/share/pinned';
import { simulated } from '../run/simulated';
import { View } from '../run/view';
import { loadText, SCENARIO_NAMES } from '../scenario/content/scenarios';
import { applyView } from './viewAddress';

const { trace } = await simulated('ahn-fig1-vr', (scenario) => {
  scenario.duration_s = 4;
});

const ORIGINS = new Map<string, Scenario>();

function originOf(text: string): Scenario {
  const origin = ORIGINS.get(text) ?? read(text);
  ORIGINS.set(text, origin);
  return origin;
}

function checked(
  text: string,
  changes: readonly Change[],
): { scenario: Scenario | null; problems: Problem[] } {
  const opened = engine.open(text).changed(JSON.stringify(changes));
  const { scenario, problems } = JSON.parse(opened.verdict());
  opened.free();
  return { scenario: scenario && withCopies(scenario), problems };
}

async function check(query: string): Promise<Verdict> {
  const route = parseRoute(`#/bench?${query}`);
  const { name, text, link, notes } = await openingOf(route.query);
  expect(name).not.toBe('');
  if (text === null) throw new Error('nothing opens');
  const origin = originOf(text);
  for (const pinned of await pinnedOf(route.query, loadText))
    for (const { path, problem } of checked(pinned.text, pinned.changes).problems)
      refused(inLine(path, problem));
  applyView(route.query, new View(), trace);
  for (const note of notes) refused(note);
  if (link === null) return notes.length > 0 ? 'refused' : 'accepted';
  const { scenario, problems } = checked(link.text ?? text, link.changes);
  if (scenario === null) {
    expect(problems.length).toBeGreaterThan(0);
    for (const { path, problem } of problems) refused(inLine(path, problem));
    return 'refused';
  }
  await opensTheSame({
    name,
    text: JSON.stringify(scenario),
    scenario,
    origin: { file: text, scenario: origin },
  });
  return notes.length > 0 ? 'refused' : 'accepted';
}

/** The link that the bench makes of the scenario opens that scenario. */
async function opensTheSame(state: Parameters<typeof linkOf>[0]): Promise<void> {
  const { query } = parseRoute(await linkOf(state, catalogue));
  const { link, text, exact } = await openingOf(query);
  expect(exact).toBe(true);
  expect(read(link?.text ?? text, link?.changes)).toEqual(state.scenario);
}

/** The engine names fields as the text does, line breaks included; the page shows them as spaces. */
function inLine(path: string, problem: string): string {
  return `${path}: ${problem}`.replaceAll(/\s/g, ' ');
}

function mutate(query: string, other: string, random: Random): string {
  const parameters = new URLSearchParams(query);
  const plain = parameters.get('plain');
  if (plain === null || random.chance(0.2)) return mutateQuery(query, other, random);
  // Change the scenario inside, and compress it or not.
  const bytes = Buffer.from(plain, 'base64url');
  let changed = Buffer.from(mutateBytes(bytes, bytes, random));
  try {
    if (random.chance(0.8))
      changed = Buffer.from(
        JSON.stringify(mutateJson(JSON.parse(bytes.toString()), JSON.parse(bytes.toString()), random)),
      );
  } catch {
    // It's no JSON any more.
  }
  parameters.delete('packed');
  parameters.set('plain', toBase64Url(changed));
  if (random.chance(0.3)) {
    parameters.delete('plain');
    parameters.set('packed', toBase64Url(deflateRawSync(changed)));
  }
  return parameters.toString();
}

const whole = JSON.stringify(read(await loadText('ahn-fig1-vr')));

const SEEDS = [
  ...SCENARIO_NAMES.slice(0, 6).map((name) => `scenario=${name}`),
  'scenario=ahn-fig1-vr&flows.0.sender.preset=reno&seed=4&links.1.queue.limit_bytes=8000',
  'scenario=ahn-fig1-vr&flows.1=flows.0&flows.1.name=other&flows.*.sender.preset=vegas&links.R1-R2.delay_ms=20',
  'scenario=ahn-fig1-rr&view.from=1.2&view.to=3&view.at=1.5&view.plots=queue,window*2;rtt&view.event=segments.0.12&view.follow=0.20',
  'scenario=ahn-fig1-rr&with=as%3DVegas%26scenario%3Dahn-fig1-vr%26seed%3D3&with=as%3DB%26scenario%3Dahn-fig2',
  // Flows with copies: changes to all of them, to one, and a new flow.
  'scenario=ahn-table1-5vs&flows.*.smss_bytes=1000&flows.2.sender.preset=veno&flows.7=flows.4&flows.7.name=other',
  'scenario=low-buffer-loaded&flows.5.start_s=2&flows.*.sender.avoidance.kind=aimd&flows.4.rwnd_bytes=20000',
  'experiment=low-2000/chain/wpf',
  `scenario=ahn-fig1-vr&plain=${toBase64Url(new TextEncoder().encode(whole))}`,
  `scenario=ahn-fig1-vr&seed=9&plain=${toBase64Url(new TextEncoder().encode(whole))}`,
];

test('changed links open a scenario, and say what of them does not apply', async () => {
  await fuzz({ name: 'links', folder: import.meta.dirname, seeds: SEEDS, mutate, check, ...AS_TEXT });
});
