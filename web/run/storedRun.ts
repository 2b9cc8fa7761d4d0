/**
 * A finished run in few bytes, which the build stores and the bench shows until the engine has run the scenario. Whole numbers are written as
 * differences, by flow or link, because these repeat and so compress well: the default run takes 15 kB instead of 410.
 */
import { fnv1a } from '../base/bytes';
import { type Chunk, type Scenario, type Summary, TRACE_TABLES } from '../engine/schema';
import { mustBeWhole } from './thinned';
import { ARRAYS, type Column, KEY, type Rows, type Run, TABLES, type TableName, Trace } from './trace';

export interface StoredRun {
  /** The hash of the scenario's text. */
  textHash: string;
  run: Run;
}

/** The encoding of a column: whole numbers of 1/`scale`, or indexes into `values`, where "NaN" and "Infinity" are strings. */
type Encoding = { scale: number } | { values: (number | string)[] };

/** The rows of one flow or link. */
interface Part {
  table: TableName;
  key: number;
  rows: number;
  /** The place of the first column's first byte, after the header. */
  start: number;
  columns: Record<string, Encoding>;
}

interface Header {
  textHash: string;
  scenario: Scenario;
  summary: Summary;
  parts: Part[];
}

/** Seconds have whole nanoseconds, and milliseconds a few digits. */
const SCALES = [1, 1e9];

const HEADER_LENGTH_BYTES = 4;

export function textHashOf(text: string): string {
  return fnv1a(text).toString(36);
}

/** Encodes a run of `text`, without compressing it. */
export function encodeRun(
  text: string,
  { scenario, chunks, summary }: { scenario: Scenario; chunks: readonly Chunk[]; summary: Summary },
): Uint8Array {
  const trace = new Trace(scenario);
  for (const chunk of chunks) trace.append(chunk);
  mustBeWhole({ trace });
  const bytes: number[] = [];
  const parts = TABLES.flatMap((table) => encodeTable(table, trace, bytes));
  const header: Header = { textHash: textHashOf(text), scenario, summary, parts };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const whole = new Uint8Array(HEADER_LENGTH_BYTES + json.length + bytes.length);
  new DataView(whole.buffer).setUint32(0, json.length);
  whole.set(json, HEADER_LENGTH_BYTES);
  whole.set(bytes, HEADER_LENGTH_BYTES + json.length);
  return whole;
}

export function decodeRun(bytes: Uint8Array): StoredRun {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const start = HEADER_LENGTH_BYTES + length;
  const json = new TextDecoder().decode(bytes.subarray(HEADER_LENGTH_BYTES, start));
  const { textHash, scenario, summary, parts }: Header = JSON.parse(json);
  const trace = new StoredTrace(scenario, parts, bytes.subarray(start));
  const run = { id: 0, trace, scenario, prediction: null, summary, now_s: summary.ended_at_s, stored: true };
  return { textHash, run };
}

function encodeTable(table: TableName, trace: Trace, bytes: number[]): Part[] {
  const { flows, datagrams } = trace.scenario;
  const keys = KEY[table] === 'link' ? trace.links.length : flows.length + datagrams.length;
  return Array.from({ length: keys }, (_, key) => key).flatMap((key) => {
    const columns = trace.rows(table, key) as unknown as Record<string, Column>;
    const rows = columns.time_s?.length ?? 0;
    if (rows === 0) return [];
    const start = bytes.length;
    const encoded = Object.entries(columns).map(([name, column]) => [name, encodeColumn([...column], bytes)]);
    return [{ table, key, rows, start, columns: Object.fromEntries(encoded) }];
  });
}

function encodeColumn(column: readonly number[], bytes: number[]): Encoding {
  const isWhole = (value: number, one: number) =>
    Number.isSafeInteger(Math.round(value * one)) && Math.round(value * one) / one === value;
  const scale = SCALES.find((one) => column.every((value) => isWhole(value, one)));
  if (scale !== undefined) {
    writeDifferences(
      column.map((value) => Math.round(value * scale)),
      bytes,
    );
    return { scale };
  }
  const values = [...new Set(column)];
  const places = new Map(values.map((value, place) => [value, place]));
  writeDifferences(
    column.map((value) => places.get(value) ?? 0),
    bytes,
  );
  return { values: values.map((value) => (Number.isFinite(value) ? value : String(value))) };
}

/** Decodes the rows of a flow or link when they are first queried: most of a run's rows are queues of links that no plot shows. */
class StoredTrace extends Trace {
  private readonly parts: readonly Part[];
  private readonly bytes: Uint8Array;
  private readonly decoded = new Map<Part, Record<string, Column>>();

  constructor(scenario: Scenario, parts: readonly Part[], bytes: Uint8Array) {
    super(scenario);
    this.parts = parts;
    this.bytes = bytes;
  }

  override rows<T extends TableName>(table: T, key: number): Rows<T> {
    const part = this.parts.find((one) => one.table === table && one.key === key);
    if (part === undefined) return super.rows(table, key);
    let columns = this.decoded.get(part);
    if (columns === undefined) {
      columns = decodePart(part, this.bytes);
      this.decoded.set(part, columns);
    }
    return columns as unknown as Rows<T>;
  }
}

function decodePart({ table, rows, start, columns }: Part, bytes: Uint8Array): Record<string, Column> {
  let place = start;
  const decoded = TRACE_TABLES[table].flatMap(([name, element]): [string, Column][] => {
    const encoding = columns[name];
    if (encoding === undefined) return [];
    const numbers = new Float64Array(rows);
    place = readDifferences(bytes, place, numbers);
    return [[name, decodeColumn(encoding, numbers, new ARRAYS[element](rows))]];
  });
  return Object.fromEntries(decoded);
}

function decodeColumn(encoding: Encoding, numbers: Float64Array, column: Column): Column {
  if ('scale' in encoding) {
    const { scale } = encoding;
    for (let row = 0; row < column.length; row += 1) column[row] = (numbers[row] as number) / scale;
  } else {
    const values = encoding.values.map(Number);
    for (let row = 0; row < column.length; row += 1) column[row] = values[numbers[row] as number] as number;
  }
  return column;
}

/** Writes the difference between each number and the one before, in as many bytes as it needs; the sign is the lowest bit. */
function writeDifferences(numbers: readonly number[], bytes: number[]): void {
  let before = 0;
  for (const value of numbers) {
    const difference = value - before;
    let rest = difference < 0 ? -2 * difference - 1 : 2 * difference;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(128 + (rest % 128));
    bytes.push(rest);
    before = value;
  }
}

/** Reads what `writeDifferences` has written at a place, and returns the place after it. */
function readDifferences(bytes: Uint8Array, start: number, numbers: Float64Array): number {
  let place = start;
  let value = 0;
  for (let row = 0; row < numbers.length; row += 1) {
    let byte = bytes[place++] as number;
    let whole = byte % 128;
    for (let unit = 128; byte >= 128; unit *= 128) {
      byte = bytes[place++] as number;
      whole += unit * (byte % 128);
    }
    value += whole % 2 === 1 ? -(whole + 1) / 2 : whole / 2;
    numbers[row] = value;
  }
  if (place > bytes.length) throw new RangeError('The stored run ends early.');
  return place;
}
