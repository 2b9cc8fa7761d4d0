/** Texts of the evidence page: verdicts, rules, receivers, numbers and families of presets. */

import { formatGrouped, formatMs, formatPercent, formatPlain, formatRate } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import type { Comparison, GridPath, Verdict } from '../../scenario/content/evidence/data';
import { pathGroupOf } from './grid';

/** A sign for each verdict, so that verdicts differ by more than color. */
export const SIGNS: Record<Verdict, string> = { agrees: '✓', explained: '◐', out: '✗' };

/** The verdict on a row of a comparison. */
export const ROW_VERDICTS: Record<Verdict, () => string> = {
  agrees: () => t('agrees'),
  explained: () => t('explained'),
  out: () => t('open'),
};

/** The verdict on a cell of the grid. */
export const CELL_VERDICTS: Record<Verdict, () => string> = {
  agrees: () => t('obeys every rule'),
  explained: () => t('breaks a rule, explained'),
  out: () => t('breaks a rule, not explained yet'),
};

/** The text for a name. A name without one is returned unchanged. */
function textOf(table: Readonly<Record<string, () => string>>, name: string): string {
  return Object.hasOwn(table, name) ? (table[name]?.() ?? name) : name;
}

const COMPANY: Readonly<Record<string, () => string>> = {
  alone: () => t('alone'),
  twins: () => t('two of a kind'),
  'with reno': () => t('next to Reno'),
};

export const companyInWords = (name: string) => textOf(COMPANY, name);

const RECEIVERS: Readonly<Record<string, () => string>> = {
  bsd_reno: () => t('every 2nd segment, or at a 200 ms clock'),
  'bsd_reno per_segment': () => t('every 2nd segment, or 200 ms after one'),
  tahoe_style: () => t('at most one duplicate ACK per 200 ms'),
  lbl_reno: () => t('every segment at first, then every 2nd'),
  every_packet: () => t('every segment'),
};

/** A receiver's ACK rule in words. */
export const receiverInWords = (name: string) => textOf(RECEIVERS, name);

const BREACHES: Readonly<Record<string, () => string>> = {
  floor: () => t('Utilization stays below the floor.'),
  timeouts: () => t('It times out more often than its kind needs.'),
  retransmissions: () => t('It retransmits more than drops and timeouts explain.'),
  cycle: () => t('It’s stuck: timeouts keep coming.'),
  seeds: () => t('Seeds differ too much.'),
  starved: () => t('One flow of the pair starves.'),
};

/** A broken rule as a sentence. */
export const breachInWords = (rule: string) => textOf(BREACHES, rule);

const METRICS: Readonly<Record<string, () => string>> = {
  throughput_bps: () => t('Throughput'),
  rtt_ms: () => t('RTT'),
  queue_packets: () => t('Queue'),
  drops: () => t('Drops'),
  timeouts: () => t('Timeouts'),
  retransmissions: () => t('Retransmissions'),
  fast_retransmits: () => t('Fast retransmits'),
};

export const metricInWords = (name: string) => textOf(METRICS, name);

/** A metric's value with its unit. */
export function quantity(value: number, unit: string): string {
  if (unit === 'bit/s') return formatRate(value);
  if (unit === 'ms') return formatMs(value);
  const number = formatGrouped(value, Number.isInteger(value) ? 0 : 1);
  if (unit === 'packets') return t('{n} packets', { n: number });
  if (unit === 'segments') return t('{n} segments', { n: number });
  if (unit === 'events') return number;
  return `${number} ${unit}`;
}

/** A share as a percentage with its sign, without decimals from 100 % on. */
function signedPercent(share: number): string {
  const percent = 100 * share;
  if (Math.abs(percent) < 0.05) return formatPercent(0);
  const text = Math.abs(percent) >= 100 ? `${formatGrouped(percent, 0)} %` : formatPercent(percent);
  return percent > 0 ? `+${text}` : text;
}

/** Our difference from the reference. */
export function differenceInWords({ difference }: Comparison): string {
  return difference === null ? t('theirs is 0') : signedPercent(difference);
}

/** A median difference in percent: two decimals, because most are far below one. */
export function medianInWords(share: number): string {
  return `${formatGrouped(100 * share, 2)}\u00a0%`;
}

/** "10 Mbit/s, RTT 100 ms, buffer of 100 packets, 1 % random loss". */
export function pathInWords(path: GridPath): string {
  const { rate_bps, rtt_ms, buffer_packets, rwnd_segments, loss } = path;
  const parts = [
    formatRate(rate_bps),
    t('RTT {ms} ms', { ms: rtt_ms }),
    plural(buffer_packets, 'buffer of {n} packet', 'buffer of {n} packets'),
  ];
  if (pathGroupOf(path) === 'small window')
    parts.push(plural(rwnd_segments, 'window of {n} segment', 'window of {n} segments'));
  if (loss > 0) parts.push(t('{percent} % random loss', { percent: formatPlain(100 * loss) }));
  return parts.join(', ');
}

/** Related presets, shown in the grid under a common title. */
interface Family {
  title: () => string;
  presets: readonly string[];
}

const FAMILIES: readonly Family[] = [
  { title: () => t('Reacts to losses'), presets: ['tahoe', 'reno', 'newreno', 'sack', 'fack'] },
  {
    title: () => t('Vegas and its variants'),
    presets: ['vegas', 'vegas-cam', 'vegas-reno', 'linux-vegas', 'vegas-pf', 'vegas-wpf', 'vegas-rem'],
  },
  {
    title: () => t('Other senders that measure delay or rate'),
    presets: ['veno', 'sack-veno', 'dual', 'card', 'tri-s', 'westwood', 'illinois'],
  },
  { title: () => t('In wide use today'), presets: ['cubic', 'bbr'] },
  {
    title: () => t('As in Linux 6'),
    presets: ['linux-reno', 'linux-cubic', 'linux-veno', 'linux-westwood', 'linux-6-vegas', 'linux-bbr'],
  },
  { title: () => t('A window set by hand'), presets: ['by-hand'] },
];

/** Groups presets by family, in the order of the grid's rows. Presets without a family come last. */
export function byFamily(presets: readonly string[]): Family[] {
  const families = FAMILIES.map(({ title, presets: members }) => ({
    title,
    presets: members.filter((preset) => presets.includes(preset)),
  }));
  const others = presets.filter((preset) =>
    FAMILIES.every(({ presets: members }) => !members.includes(preset)),
  );
  return [...families, { title: () => t('Others'), presets: others }].filter(
    (family) => family.presets.length > 0,
  );
}
