/** Names of a scenario's fields as people say them, and a search that knows other words for them: "buffer" finds a queue's limit. */
import { distance } from '../base/near';
import type { Scenario } from '../engine/schema';
import type { SweepField } from '../scenario/fields';
import { formatExact, readExact } from '../words/format';
import { bitsPerRateUnit, rateUnit } from '../words/units';
import { t } from '../words/words';

interface Term {
  /** Matches a field's path without the numbers of flows and links. */
  path: RegExp;
  label(): string;
  /** Other words for it, in English and lower case. */
  synonyms: string;
}

/** The most common fields first: without a search, they're listed in this order. */
const TERMS: Term[] = [
  {
    path: /^links\.queue\.limit_(?:bytes|packets)$/,
    label: () => t('Buffer'),
    synonyms: 'queue limit length size memory bdp',
  },
  {
    path: /^links\.rate_bps$/,
    label: () => t('Bandwidth'),
    synonyms: 'rate speed capacity bottleneck throughput bitrate',
  },
  {
    path: /^links\.delay_ms$/,
    label: () => t('Delay'),
    synonyms: 'rtt latency round trip time propagation ping distance',
  },
  {
    path: /^links\.loss\.(?:rate|ber|p_bad|loss_bad|period_packets)$/,
    label: () => t('Loss rate'),
    synonyms: 'random loss drop error wireless lossy packet probability ber',
  },
  { path: /\.sender\.avoidance\.alpha$/, label: () => t('Alpha'), synonyms: 'α threshold vegas low' },
  { path: /\.sender\.avoidance\.beta$/, label: () => t('Beta'), synonyms: 'β threshold vegas high' },
  {
    path: /\.sender\.slow_start\.gamma$/,
    label: () => t('Gamma'),
    synonyms: 'γ slow start threshold vegas exit',
  },
  {
    path: /\.sender\.initial_cwnd$/,
    label: () => t('Initial window'),
    synonyms: 'iw cwnd congestion window start',
  },
  {
    path: /^flows\.rwnd_bytes$/,
    label: () => t('Receive window'),
    synonyms: 'rwnd advertised window socket buffer receiver',
  },
  { path: /^flows\.smss_bytes$/, label: () => t('Segment size'), synonyms: 'smss mss mtu packet payload' },
  {
    path: /^flows\.traffic\.bytes$/,
    label: () => t('Transfer size'),
    synonyms: 'file length bytes amount data',
  },
  {
    path: /\.receiver\.delayed_ack_ms$/,
    label: () => t('Delayed-ACK timer'),
    synonyms: 'delack acknowledgment',
  },
  {
    path: /\.receiver\.ack_every$/,
    label: () => t('Segments per ACK'),
    synonyms: 'delayed acknowledgment delack',
  },
  {
    path: /\.sender\.timer\.tick_ms$/,
    label: () => t('Timer tick'),
    synonyms: 'clock granularity coarse timeout rto',
  },
  {
    path: /\.sender\.timer\.min_(?:ms|ticks)$/,
    label: () => t('Shortest timeout'),
    synonyms: 'minimum rto timer',
  },
  {
    path: /\.sender\.detection\.threshold$/,
    label: () => t('Duplicate ACKs for a loss'),
    synonyms: 'dupthresh fast retransmit dup',
  },
  {
    path: /\.sender\.preset$/,
    label: () => t('Sender'),
    synonyms: 'algorithm congestion control tcp variant preset',
  },
  { path: /^flows\.copies$/, label: () => t('Number of flows'), synonyms: 'copies users count competing' },
  { path: /^flows\.start_s$/, label: () => t('Start time'), synonyms: 'begin join offset' },
  {
    path: /^datagrams\.traffic\.rate_bps$/,
    label: () => t('Cross-traffic rate'),
    synonyms: 'background load udp cbr bandwidth',
  },
  {
    path: /^links\.queue$/,
    label: () => t('Queue discipline'),
    synonyms: 'aqm red rem droptail kind scheduling',
  },
  { path: /^links\.loss$/, label: () => t('Kind of loss'), synonyms: 'random drop error model' },
  { path: /^duration_s$/, label: () => t('Length of the run'), synonyms: 'duration time stop end' },
];

/** The field's part of the path that names no flow, link or source. */
const withoutNumbers = (path: string) => path.replace(/\.\d+(?=\.|$)/g, '');

/** A field as people say it. */
export interface FieldName {
  /** "Buffer". */
  label: string;
  /** "R1-R2", "transfer"; empty for a field of the whole run. */
  of: string;
  /** Its group in the list. */
  group: string;
}

export function fieldName({ path, place }: SweepField): FieldName {
  const known = termOf(path);
  const [, of = '', rest = place] = /^(.*?): (.*)$/.exec(place) ?? [];
  const label = known?.label() ?? capitalized(rest.replace(/^sender /, ''));
  return { label, of, group: groupOf(path, of) };
}

/** "Buffer of R1-R2". */
export function fullName(field: SweepField): string {
  const { label, of } = fieldName(field);
  return of === '' ? label : t('{field} of {owner}', { field: label, owner: of });
}

function termOf(path: string): Term | undefined {
  const plain = withoutNumbers(path);
  return TERMS.find((term) => term.path.test(plain));
}

function groupOf(path: string, of: string): string {
  if (path.startsWith('links.')) return t('Link {name}', { name: of });
  if (/^flows\.\d+\.sender\b/.test(path)) return t('Sender of {name}', { name: of });
  if (/^flows\.\d+\.receiver\b/.test(path)) return t('Receiver of {name}', { name: of });
  if (/^(?:flows|datagrams)\./.test(path)) return t('Traffic of {name}', { name: of });
  return t('The run');
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The number of the slowest link, where the queue builds up. */
export function bottleneckOf({ links }: Pick<Scenario, 'links'>): number {
  return links.reduce(
    (best, { rate_bps }, place) => (rate_bps < (links[best]?.rate_bps ?? 0) ? place : best),
    0,
  );
}

/** The fields that match every typed word, best first; without words, all fields in the order of the subject. */
export function searchFields(fields: readonly SweepField[], typed: string): SweepField[] {
  const words = wordsIn(typed);
  const slowest = slowestLink(fields);
  const found = fields.flatMap((field) => {
    const ranks = words.map((word) => rankOf(field, word));
    if (ranks.some((rank) => rank === null)) return [];
    return [{ field, rank: ranks.reduce<number>((sum, rank) => sum + (rank ?? 0), 0) }];
  });
  const order = new Map(fields.map((field, place) => [field, place]));
  const place = ({ path }: SweepField) => {
    const term = termOf(path);
    return term === undefined ? TERMS.length : TERMS.indexOf(term);
  };
  return found
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        place(a.field) - place(b.field) ||
        Number(b.field.path.startsWith(slowest)) - Number(a.field.path.startsWith(slowest)) ||
        (order.get(a.field) ?? 0) - (order.get(b.field) ?? 0),
    )
    .map(({ field }) => field);
}

/** The start of the paths of the slowest link's fields. */
function slowestLink(fields: readonly SweepField[]): string {
  const rates = fields.filter(({ path }) => /^links\.\d+\.rate_bps$/.test(path));
  const [slowest] = rates.toSorted((a, b) => Number(a.value) - Number(b.value));
  return slowest?.path.replace(/rate_bps$/, '') ?? 'none';
}

const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}α-ω]+/u)
    .filter(Boolean);

/** How well a field matches a word: 0 for a common name, 1 for a synonym, 2 for its place, 3 inside a word; null if it doesn't. */
function rankOf(field: SweepField, word: string): number | null {
  const { label, of } = fieldName(field);
  const starts = (text: string) => wordsIn(text).some((one) => one.startsWith(word));
  const term = termOf(field.path);
  if (term !== undefined && starts(label)) return 0;
  if (starts(term?.synonyms ?? '')) return 1;
  if (starts(label) || starts(of) || starts(field.place) || starts(field.path)) return 2;
  return word.length >= 3 && (field.place.toLowerCase().includes(word) || field.path.includes(word))
    ? 3
    : null;
}

/** Most suggestions for a search without a match. */
const SUGGESTED = 3;

/** The fields whose names or synonyms are most like a text that matches none. */
export function fieldsNear(fields: readonly SweepField[], typed: string): SweepField[] {
  const words = wordsIn(typed);
  const scored = searchFields(fields, '').map((field) => {
    const known = wordsIn(`${fieldName(field).label} ${termOf(field.path)?.synonyms ?? ''}`);
    const distances = words.flatMap((word) =>
      known.map((one) => distance(word, one) / Math.max(word.length, one.length)),
    );
    return { field, away: Math.min(1, ...distances) };
  });
  const near = scored.filter(({ away }) => away <= 0.5).sort((a, b) => a.away - b.away);
  return (near.length > 0 ? near : scored).slice(0, SUGGESTED).map(({ field }) => field);
}

/** The unit that people read and type for a field, and its size in the field's own unit. */
export interface FieldUnit {
  unit: string;
  size: number;
}

/** Byte fields with values below this are shown in bytes. */
const KIB_FROM = 4096;

export function fieldUnit({ shape, value }: SweepField): FieldUnit {
  switch (shape?.unit) {
    case 'bit/s':
      return { unit: rateUnit.value, size: bitsPerRateUnit() };
    case 'bytes':
      return Number(value) < KIB_FROM ? { unit: 'B', size: 1 } : { unit: 'KiB', size: 1024 };
    case 'us':
      return { unit: 'µs', size: 1 };
    default:
      return { unit: shape?.unit ?? '', size: 1 };
  }
}

/** "4096" as "4", in KiB. Text that isn't a number stays as it is. */
export function inUnit(raw: string, { size }: FieldUnit): string {
  const number = Number(raw);
  return raw.trim() === '' || Number.isNaN(number)
    ? raw
    : formatExact(Number((number / size).toPrecision(6)));
}

/** "4", in KiB, as "4096". */
export function outOfUnit(typed: string, { size }: FieldUnit): string {
  const number = readExact(typed);
  return typed.trim() === '' || Number.isNaN(number)
    ? typed
    : String(Number((number * size).toPrecision(12)));
}

/** The same for a list of numbers with commas or spaces between them. */
export function listInUnit(raw: string, unit: FieldUnit): string {
  return raw.replace(/[^\s,;]+/g, (word) => inUnit(word, unit));
}

export function listOutOfUnit(typed: string, unit: FieldUnit): string {
  return typed.replace(/[^\s,;]+/g, (word) => outOfUnit(word, unit));
}
