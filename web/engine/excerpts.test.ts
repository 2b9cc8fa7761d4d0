/** Windows that are simulated from copies of the real engine's memory have the rows, to the last bit, of those from the start of the run. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { scenarioText } from '../../scripts/engine.mjs';
import { Random } from '../base/fuzz/random';
import type { EngineRun } from './engineRun';
import { engine, loadTrack, summaryOf } from './nodeEngine';
import type { FromWorker } from './protocol';
import { Slices } from './slices';

const track = await loadTrack();
const bytesOfTrack = () => track.memory?.buffer.byteLength ?? Number.NaN;

/** Runs messages of a worker one after the other, in slices of some thousand events. */
function setUp() {
  const posted: FromWorker[] = [];
  const queue: (() => void)[] = [];
  let clock = 0;
  const slices = new Slices(
    {
      version: '0',
      open: engine.open,
      loadTheory: () => new Promise(() => {}),
      loadTrack: async () => track,
    },
    {
      now: () => {
        clock += 0.6;
        return clock;
      },
      post: (message) => posted.push(message),
      yieldThen: (callback) => queue.push(callback),
    },
  );
  const turn = () => {
    const next = queue.shift();
    if (next === undefined) throw new Error(`Nothing is left to do after ${JSON.stringify(posted.at(-1))}.`);
    next();
  };
  return { slices, posted, turn, waiting: () => queue.length };
}

/** A hash of each column of these rows. */
function hashesOf(pieces: readonly Record<string, Record<string, ArrayLike<number>> | undefined>[]) {
  const hashes = new Map<string, ReturnType<typeof createHash>>();
  for (const tables of pieces)
    for (const [table, columns = {}] of Object.entries(tables))
      for (const [column, values] of Object.entries(columns)) {
        const name = `${table}.${column}`;
        const hash = hashes.get(name) ?? createHash('sha256');
        hashes.set(name, hash.update(Float64Array.from(values)));
      }
  return Object.fromEntries([...hashes].map(([name, hash]) => [name, hash.digest('hex')]));
}

function fromStart(text: string, from_s: number, to_s: number, hops: boolean) {
  const opened = engine.open(text);
  const run = opened.run(false) as EngineRun;
  run.excerpt(from_s, to_s, hops);
  const pieces = [];
  for (let finished = false; !finished; ) {
    finished = run.step(50_000);
    pieces.push(run.take_chunk());
  }
  run.free();
  opened.free();
  return hashesOf(pieces);
}

const LONG = [
  ['ahn-table1-5ts', 300],
  ['low-late-comers', 85],
  ['martin-emory', 12],
] as const;

it.each(LONG)(
  'windows of %s from checkpoints have the rows of those from the start',
  async (name, duration_s) => {
    const text = JSON.stringify({
      ...JSON.parse(scenarioText(name)),
      duration_s,
      record: { max_rows: 5000 },
    });
    const { slices, posted, turn, waiting } = setUp();
    const random = new Random(5);
    let asked = 0;
    const rowsOf = (from_s: number, to_s: number, hops: boolean) => {
      asked += 1;
      posted.length = 0;
      slices.receive({
        type: 'window',
        use: 'plots',
        run: 1,
        window: asked,
        from_s,
        to_s,
        hops,
        credit: 1e9,
      });
      const isRows = (message: FromWorker) => message.type === 'rows';
      while (!posted.some((message) => isRows(message) && message.type === 'rows' && message.finished))
        turn();
      return hashesOf(posted.flatMap((message) => (message.type === 'rows' ? [message.rows] : [])));
    };
    slices.receive({ type: 'start', run: 1, scenario: text, credit: 1e9, windows: true });
    while (!posted.some(({ type }) => type === 'done')) turn();
    expect(posted.find(({ type }) => type === 'done')).toMatchObject({
      summary: { digest: summaryOf(text).digest },
    });
    await Promise.resolve();
    // The first windows interrupt the way through the run, then all of it is there.
    const compare = (times: number) => {
      const from_s = times === 0 ? 0 : random.share() * duration_s;
      const to_s = from_s + random.share() * 0.02 * duration_s;
      const hops = times % 2 === 0;
      expect(rowsOf(from_s, to_s, hops), `${from_s} to ${to_s} s`).toEqual(
        fromStart(text, from_s, to_s, hops),
      );
      for (let turns = 0; turns < 3 && waiting() > 0; turns += 1) turn();
    };
    for (let times = 0; times < 3; times += 1) compare(times);
    while (waiting() > 0) turn();
    for (let times = 0; times < 4; times += 1) {
      rowsOf(0.9 * duration_s, 0.91 * duration_s, true);
      compare(times);
    }
    const again = () => rowsOf(0.9 * duration_s, 0.92 * duration_s, true);
    again();
    const bytes = bytesOfTrack();
    for (let times = 0; times < 12; times += 1) again();
    expect(bytesOfTrack(), 'the same again needs no more memory').toBe(bytes);
    slices.receive({ type: 'cancel', run: 1 });
  },
);
