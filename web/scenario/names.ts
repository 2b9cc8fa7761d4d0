/** Short names for runs: their senders, and how the scenario differs from its file, for example "Vegas, slow start every RTT". */

import { formatBytes, formatExact, formatPlain, formatRate } from '../base/words/format';
import { plural, t } from '../base/words/words';
import type { Catalogue, Scenario } from '../engine/schema';
import { type Change, changesBetween } from './changes';
import { withOwnPresets } from './edit';
import { at, fieldAt, kindOf, withValue } from './path';

/** Most changes in a name; the rest are counted. */
const MAX_CHANGES = 2;
/** Most senders in a name. */
const MAX_SENDERS = 3;

/** Fields that don't belong in a name: descriptions, and the seed, which all compared runs share. */
const IGNORED = ['version', 'name', 'title', 'about', 'source', 'seed', 'record', 'presets'] as const;
const LISTS = ['links', 'flows', 'datagrams', 'drops', 'timeline'] as const;

/**
 * A scenario with a title of its own, for example one built from a capture, has that name.
 * @param origin the scenario's file; null if unknown, then only the senders are named
 */
export function nameOfRun(scenario: Scenario, catalogue: Catalogue | null, origin: Scenario | null): string {
  if (origin !== null && scenario.title && scenario.title !== origin.title) return scenario.title;
  const known = catalogue && withOwnPresets(catalogue, scenario);
  const senders = sendersOf(scenario, known);
  if (known === null || origin === null) return senders;
  const changes = changesInWords(scenario, known, origin);
  const rest = changes.length - MAX_CHANGES;
  return [
    senders,
    ...changes.slice(0, MAX_CHANGES),
    ...(rest > 0 ? [plural(rest, '{n} more change', '{n} more changes')] : []),
  ].join(', ');
}

/** A preset's name without its version and source: "Vegas" for "Vegas 0.8", "Reno" for "Reno (BSD)". */
export function senderName(preset: string | null, catalogue: Catalogue | null): string {
  if (preset === null) return t('Custom sender');
  const title = catalogue?.presets.find(({ name }) => name === preset)?.title ?? preset;
  return title.replace(/ \([^)]*\)$/, '').replace(/ \d+\.\d+$/, '');
}

function sendersOf({ flows }: Scenario, catalogue: Catalogue | null): string {
  const names = [...new Set(flows.map(({ sender }) => senderName(sender.preset, catalogue)))];
  const [first = t('No flows')] = names;
  return names.length > MAX_SENDERS
    ? t('{first} and {count} others', { first, count: names.length - 1 })
    : names.join(' + ') || first;
}

/** A change in words, and the flows that it belongs to; null for the whole network. */
interface Wording {
  words: string;
  flow: string | null;
}

function changesInWords(scenario: Scenario, catalogue: Catalogue, origin: Scenario): string[] {
  const counts: string[] = [];
  let comparable: Scenario = scenario;
  for (const name of IGNORED) comparable = withValue(comparable, name, origin[name]);
  // The engine expands the topology into links, which are compared instead.
  comparable = { ...comparable, topology: origin.topology };
  for (const list of LISTS) {
    if (scenario[list].length === origin[list].length) continue;
    counts.push(countInWords(list, scenario[list].length));
    comparable = withValue(comparable, list, origin[list]);
  }
  const changes = changesBetween(origin, comparable, catalogue) ?? [];
  const wordings = changes.flatMap((change) => wordingOf(change, comparable, catalogue));
  return [...grouped(wordings, scenario.flows.length), ...counts];
}

/** Joins the flows that share a change. A change of all flows doesn't name them. */
function grouped(wordings: readonly Wording[], flows: number): string[] {
  const owners = new Map<string, Set<string>>();
  for (const { words, flow } of wordings) {
    const known = owners.get(words) ?? new Set();
    if (flow !== null) known.add(flow);
    owners.set(words, known);
  }
  return [...owners].map(([words, names]) =>
    names.size === 0 || names.size === flows
      ? words
      : t('{flows}: {change}', { flows: [...names].join(', '), change: words }),
  );
}

function countInWords(list: (typeof LISTS)[number], count: number): string {
  switch (list) {
    case 'links':
      return plural(count, '{n} link', '{n} links');
    case 'flows':
      return plural(count, '{n} flow', '{n} flows');
    case 'datagrams':
      return plural(count, '{n} datagram source', '{n} datagram sources');
    case 'drops':
      return plural(count, '{n} scripted drop', '{n} scripted drops');
    case 'timeline':
      return plural(count, '{n} timed change', '{n} timed changes');
  }
}

function wordingOf([path, value]: Change, scenario: Scenario, catalogue: Catalogue): Wording[] {
  const [list = '', index = '', ...steps] = path.split('.');
  const place = Number(index);
  const field = steps.at(-1) ?? list;
  const words = valueInName(path, field, value, scenario, catalogue);
  if (list === 'flows') {
    // The sender's name already says this.
    if (field === 'preset') return [];
    return [{ words, flow: scenario.flows[place]?.name ?? null }];
  }
  if (list === 'links') {
    const link = scenario.links[place];
    if (link === undefined || link.rate_bps === slowest(scenario)) return [{ words, flow: null }];
    return [
      { words: t('{change} at {link}', { change: words, link: `${link.from} → ${link.to}` }), flow: null },
    ];
  }
  return [{ words, flow: null }];
}

function slowest({ links }: Scenario): number {
  return Math.min(...links.map(({ rate_bps }) => rate_bps));
}

/** Fields whose value is clear without the name of the field. */
const SHORT: Record<string, (value: number) => string> = {
  limit_bytes: (bytes) => t('{size} buffer', { size: sizeOf(bytes) }),
  limit_packets: (packets) => t('{count}-packet buffer', { count: formatExact(packets) }),
  rate_bps: (rate) => formatRate(rate),
  delay_ms: (ms) => t('{time} ms delay', { time: formatExact(ms) }),
  duration_s: (seconds) => t('{time} s long', { time: formatExact(seconds) }),
  start_s: (seconds) => t('starts at {time} s', { time: formatExact(seconds) }),
  bytes: (bytes) => t('{size} to send', { size: sizeOf(bytes) }),
};

/** Whole kibibytes and mebibytes without decimals. */
function sizeOf(bytes: number): string {
  if (bytes % 2 ** 20 === 0 && bytes > 0) return `${formatPlain(bytes / 2 ** 20)} MiB`;
  return bytes % 2 ** 10 === 0 && bytes > 0 ? `${formatPlain(bytes / 2 ** 10)} KiB` : formatBytes(bytes);
}

function valueInName(
  path: string,
  field: string,
  value: Change[1],
  scenario: Scenario,
  catalogue: Catalogue,
): string {
  const short = SHORT[field];
  if (short !== undefined && typeof value === 'number') return short(value);
  if (field === 'kind') {
    const set = path.split('.').at(-2) ?? '';
    const kind = plainWords(String(value));
    const feature = featureReplaced(path, set, scenario, catalogue);
    if (feature !== null) return t('without {feature}', { feature });
    if (set === 'receiver' || set === 'queue') return `${kind} ${plainWords(set)}`;
    return value === 'none'
      ? t('without {feature}', { feature: plainWords(set) })
      : `${setName(set)} ${kind}`;
  }
  const info = fieldAt(catalogue, scenario, path);
  const label = plainWords(field).replace(/ (?:ms|s|us|bytes|bps|packets|segments)$/, '');
  if (typeof value === 'boolean')
    return value ? t('with {feature}', { feature: label }) : t('without {feature}', { feature: label });
  if (typeof value !== 'number') return `${label} ${value === null ? t('none') : plainWords(String(value))}`;
  const unit = info?.shape.type === 'number' ? info.shape.unit : '';
  // Nearly all fields without a physical unit count segments.
  return `${label} ${formatExact(value)}${unit === '' || unit === 'segments' ? '' : ` ${unit}`}`;
}

/** Parts that are known by a feature, by kind. A sender that has another part instead is "without" it. */
const FEATURES: Record<string, () => string> = { fine_timer: () => t('early retransmit') };

/** The feature of the preset's part that another part replaces; null if that part isn't known by one. */
function featureReplaced(path: string, set: string, scenario: Scenario, catalogue: Catalogue): string | null {
  const preset = at(scenario, path.replace(`${set}.kind`, 'preset'));
  const sender = catalogue.presets.find(({ name }) => name === preset)?.sender;
  return FEATURES[kindOf(at(sender, set)) ?? '']?.() ?? null;
}

/** Sets of parts whose usual name differs from their field. */
function setName(set: string): string {
  if (set === 'avoidance') return t('congestion avoidance');
  return set === 'detection' ? t('loss detection') : plainWords(set);
}

/** Abbreviations within identifiers, as they are usually written. */
const ABBREVIATIONS: Record<string, string> = {
  ...Object.fromEntries(
    ['ack', 'aimd', 'bbr', 'bsd', 'cam', 'card', 'cubic', 'ecn', 'fack', 'lbl', 'rack', 'red', 'rem', 'rto']
      .concat(['rtt', 'sack'])
      .map((word) => [word, word.toUpperCase()]),
  ),
  acks: 'ACKs',
  bernoulli: 'Bernoulli',
  elliott: 'Elliott',
  gilbert: 'Gilbert',
  illinois: 'Illinois',
  linux: 'Linux',
  newreno: 'NewReno',
  ns2: 'ns-2',
  reno: 'Reno',
  rfc6298: 'RFC 6298',
  tahoe: 'Tahoe',
  vegas: 'Vegas',
  veno: 'Veno',
  westwood: 'Westwood',
};

/** `every_other_rtt` as "every other RTT". */
function plainWords(identifier: string): string {
  return identifier
    .split('_')
    .map((word) => ABBREVIATIONS[word] ?? word)
    .join(' ');
}
