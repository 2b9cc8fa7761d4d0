/** Names of a scenario's fields, a search that knows other words for them, and the units that people type. */
import { sort } from 'd3-array';
import { nearNames } from '../base/near';
import { formatExact, hasDecimalComma } from '../base/words/format';
import { readExact } from '../base/words/readExact';
import { bitsPerRateUnit, rateUnit } from '../base/words/units';
import { capital, t } from '../base/words/words';
import type { SweepField } from '../scenario/fields';
import { bestMatches, synonymsOf } from '../scenario/search';

/** The most common fields, in the order in which they're listed: they match paths without the numbers of flows and links. */
const COMMON: RegExp[] = [
  /^links\.queue\.limit_(?:bytes|packets)$/,
  /^links\.rate_bps$/,
  /^links\.delay_ms$/,
  /^links\.loss\.(?:rate|ber|p_bad|loss_bad|period_packets)$/,
  /^links\.(?:queue|loss)$/,
  /\.sender\.avoidance\.(?:alpha|beta)$/,
  /\.sender\.slow_start\.gamma$/,
  /\.sender\.initial_cwnd$/,
  /^flows\.rwnd_bytes$/,
  /^flows\.smss_bytes$/,
  /^flows\.traffic\.bytes$/,
  /\.receiver\.(?:delayed_ack_ms|ack_every)$/,
  /\.sender\.timer\.(?:tick_ms|min_ms|min_ticks)$/,
  /\.sender\.detection\.threshold$/,
  /\.sender\.preset$/,
  /^flows\.(?:copies|start_s)$/,
  /^datagrams\.traffic\.rate_bps$/,
  /^duration_s$/,
];

/** A field as people say it. */
export interface FieldName {
  /** "Buffer". */
  label: string;
  /** "R1-R2", "transfer"; empty for a field of the whole run. */
  of: string;
  /** Its group in the list. */
  group: string;
}

export function fieldName({ path, pathInWords, label }: SweepField): FieldName {
  const [, of = ''] = /^(.*?): /.exec(pathInWords) ?? [];
  // Items of some lists have no name.
  const isNamed = of !== '' || !/^\w+\.\d/.test(path);
  return { label: isNamed ? label : capital(pathInWords), of, group: groupOf(path, of) };
}

/** "Buffer of R1-R2". */
export function fullName(field: SweepField): string {
  const { label, of } = fieldName(field);
  return of === '' ? label : t('{field} of {owner}', { field: label, owner: of });
}

function groupOf(path: string, of: string): string {
  if (path.startsWith('links.')) return t('Link {name}', { name: of });
  if (/^flows\.\d+\.sender\b/.test(path)) return t('Sender of {name}', { name: of });
  if (/^flows\.\d+\.receiver\b/.test(path)) return t('Receiver of {name}', { name: of });
  if (/^(?:flows|datagrams)\./.test(path)) return t('Traffic of {name}', { name: of });
  return t('The run');
}

/** The fields that match a text, best first: the most common ones, those of the slowest link before others. */
export function searchFields(fields: readonly SweepField[], typed: string): SweepField[] {
  const slowest = slowestLink(fields);
  const words = typed.trim().toLowerCase().split(/\s+/);
  const found = bestMatches(fields, typed, (field) => ({
    names: `${ownNames(field)} ${field.within} ${fieldName(field).of}`,
    about: `${field.doc} ${field.pathInWords} ${field.path}`,
  }));
  const placeOf = ({ path }: SweepField) =>
    COMMON.findIndex((common) => common.test(path.replace(/\.\d+(?=\.|$)/g, '')));
  // A common field's own name counts for more than a synonym, a part or a link.
  const levelOf = (field: SweepField) => {
    if (placeOf(field) < 0) return 2;
    const own = ownNames(field).toLowerCase();
    const of = fieldName(field).of.toLowerCase();
    const isNamed = words.some((word) => own.includes(word));
    return isNamed && words.every((word) => own.includes(word) || of.includes(word)) ? 0 : 1;
  };
  return sort(found, levelOf, placeOf, ({ path }) => !path.startsWith(slowest));
}

/** Label and code name. */
function ownNames({ label, path }: SweepField): string {
  return `${label} ${path.split('.').at(-1)}`;
}

/** The start of the paths of the slowest link's fields. */
function slowestLink(fields: readonly SweepField[]): string {
  const rates = fields.filter(({ path }) => /^links\.\d+\.rate_bps$/.test(path));
  const [slowest] = rates.toSorted((a, b) => Number(a.value) - Number(b.value));
  return slowest?.path.replace(/rate_bps$/, '') ?? 'none';
}

/** Most suggestions for a search without a match. */
const SUGGESTED = 3;

/** The fields that a misspelled text may mean; the most common ones if no word is similar. */
export function fieldsNear(fields: readonly SweepField[], typed: string): SweepField[] {
  const names = fields.map(ownNames).join(' ');
  const known = new Set(
    [names, ...synonymsOf(names)]
      .join(' ')
      .toLowerCase()
      .split(/[^\p{L}\p{N}-]+/u),
  );
  const words = typed.toLowerCase().split(/\s+/);
  const found = searchFields(fields, words.map((word) => nearNames(word, known, 1)[0] ?? word).join(' '));
  return (found.length > 0 ? found : searchFields(fields, '')).slice(0, SUGGESTED);
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
  if (raw.trim() === '' || Number.isNaN(number)) return raw;
  const shown = (digits: number) => Number((number / size).toPrecision(digits));
  // What is shown is read again when somebody adds a value to a list.
  const isExact = Number((shown(6) * size).toPrecision(12)) === number;
  return formatExact(shown(isExact ? 6 : 12));
}

/** "4", in KiB, as "4096". */
export function outOfUnit(typed: string, { size }: FieldUnit): string {
  const number = readExact(typed);
  return typed.trim() === '' || Number.isNaN(number)
    ? typed
    : String(Number((number * size).toPrecision(12)));
}

/** The same for a list of numbers with commas, semicolons or spaces between them. Where numbers have a decimal comma, semicolons are shown. */
export function listInUnit(raw: string, unit: FieldUnit): string {
  const separated = hasDecimalComma() ? raw.replaceAll(/,\s*/g, '; ') : raw;
  return separated.replace(/[^\s,;]+/g, (word) => inUnit(word, unit));
}

/** Where numbers have a decimal comma, a comma between digits is one. */
export function listOutOfUnit(typed: string, unit: FieldUnit): string {
  if (!hasDecimalComma()) return typed.replace(/[^\s,;]+/g, (word) => outOfUnit(word, unit));
  return typed.replace(/(?:[^\s,;]|,(?=\d))+/g, (word) => outOfUnit(word, unit));
}
