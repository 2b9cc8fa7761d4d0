/**
 * A finished run in few bytes, which the build stores and the bench shows until the engine has run the scenario. Whole numbers are written as
 * differences, by flow or link, because these repeat and so compress well: the default run takes 15 kB instead of 410.
 */
import { fnv1a } from '../base/bytes';
import { type Chunk, type Scenario, type Summary, TRACE_TABLES } from '../engine/schema';
import { ARRAYS, type Column, KEY, type Run, TABLES, type TableName, Trace } from './trace';

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
  const read = reader(bytes, start);
  const trace = new Trace(scenario);
  for (const { table, key, rows, columns } of parts) {
    const decoded = TRACE_TABLES[table].map(([name, element]): [string, Column] => {
      const column = new ARRAYS[element](rows);
      const encoding = columns[name];
      return [name, encoding === undefined ? column.fill(key) : decodeColumn(encoding, column, read)];
    });
    trace.append({ [table]: Object.fromEntries(decoded) });
  }
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
    const encoded = Object.entries(columns).map(([name, column]) => [name, encodeColumn([...column], bytes)]);
    return [{ table, key, rows, columns: Object.fromEntries(encoded) }];
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

function decodeColumn(encoding: Encoding, column: Column, read: () => number): Column {
  let whole = 0;
  for (let row = 0; row < column.length; row += 1) {
    whole += read();
    column[row] = 'scale' in encoding ? whole / encoding.scale : Number(encoding.values[whole]);
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

/** Returns a function that reads the next difference. */
function reader(bytes: Uint8Array, start: number): () => number {
  let place = start;
  return () => {
    let whole = 0;
    let unit = 1;
    for (;;) {
      const byte = bytes[place];
      if (byte === undefined) throw new RangeError('The stored run ends early.');
      place += 1;
      whole += unit * (byte % 128);
      if (byte < 128) break;
      unit *= 128;
    }
    return whole % 2 === 1 ? -(whole + 1) / 2 : whole / 2;
  };
}
