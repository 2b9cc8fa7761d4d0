/** Captures with random changes: to blocks, their lengths, and the headers of packets. */
import { expect, test } from 'vitest';
import { AS_HEX, type Format, fuzz, refused, type Verdict } from '../../base/fuzz/fuzz';
import { joined, mutateBytes, timesRepeated } from '../../base/fuzz/mutate';
import type { Random } from '../../base/fuzz/random';
import { viewOf } from '../../engine/captureView';
import { captureIn, fileOf } from '../../engine/nodeEngine';
import type { FileProblem } from '../../engine/schema';
import { simulated } from '../../run/simulated';
import { distanceOf } from './closest';
import { happened } from './happened';
import { oddityInWords, skippedInWords } from './oddities';
import { isCapture } from './open';
import { sentenceOf } from './problems';
import { scenarioLike } from './scenarioLike';
import { beginsAt, flightAt, runOf } from './transfer';

/** Blocks of a seed, so that files stay short. */
const MOST_BLOCKS = 24;

/** A trap of the module isn't the message of a problem, so it fails the test. */
function opened(file: Uint8Array): ReturnType<typeof captureIn> | FileProblem {
  try {
    return captureIn(file);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return JSON.parse((error as Error).message);
  }
}

function check(file: Uint8Array): Verdict {
  const capture = opened(file);
  if ('code' in capture) return refused(sentenceOf(capture));
  const { overview } = viewOf(capture, {});
  expect(overview.names.length).toBeGreaterThan(0);
  expect(skippedInWords(overview)).not.toContain('undefined');
  for (const connection of [...overview.names.keys()].slice(0, 3)) {
    const view = viewOf(capture, { connection });
    const { data, oddities } = view.transfer;
    expect(Number.isFinite(view.span_s)).toBe(true);
    for (const words of [...happened(view).flat(), ...oddities.map(oddityInWords)])
      expect(words).not.toMatch(/NaN|Infinity|undefined|null/);
    flightAt(view, beginsAt(view));
    const run = runOf(view, beginsAt(view));
    // Without an ACK there's nothing to compare.
    const distance = distanceOf(run, run, data.tap);
    expect(Number.isNaN(distance) ? 0 : distance).toBe(0);
    const { estimate } = data;
    if (estimate !== null)
      JSON.parse(
        scenarioLike({
          estimate,
          base_rtt_ms: estimate.base_rtt_ms ?? 50,
          capture: 'a capture',
          about: '',
          preset: 'reno',
        }),
      );
  }
  capture.free();
  return 'accepted';
}

/** The blocks of a pcapng file, or the header and the records of a pcap file, as far as their lengths lead. */
function blocksOf(file: Uint8Array): Uint8Array[] {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const blocks: Uint8Array[] = [];
  const ng = file.length >= 4 && view.getUint32(0) === 0x0a0d0d0a;
  for (let at = 0; at < file.length; ) {
    const left = file.length - at;
    const size = ng
      ? left >= 8
        ? view.getUint32(at + 4, true)
        : left
      : at === 0
        ? 24
        : left >= 16
          ? 16 + view.getUint32(at + 8, true)
          : left;
    const end = size > 0 && size <= left ? at + size : file.length;
    blocks.push(file.subarray(at, end));
    at = end;
  }
  return blocks;
}

function mutate(file: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  if (random.chance(0.1)) return mutateBytes(file, other, random);
  let blocks = blocksOf(file);
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const at = random.below(blocks.length);
    const block = blocks[at] ?? new Uint8Array();
    const changed = random.of<() => Uint8Array[]>([
      () => [withLength(mutateBytes(block, other, random))],
      () => [mutateBytes(block, other, random)],
      () => [],
      () => [block, block],
      // Blocks again and again, as of a segment that's retransmitted, and after them others.
      () => repeatedBlocks(blocks, random),
      () => [block, random.of(blocksOf(other))],
      () => [
        block,
        ...(blocks[random.below(blocks.length)] ? [blocks[random.below(blocks.length)] as Uint8Array] : []),
      ],
      // A block of another type.
      () => [withType(block, random.of([1, 2, 3, 4, 5, 6, 10, 0x0a0d0d0a]))],
      () => [withLength(block.slice(0, random.below(block.length + 1)))],
    ])();
    blocks = [...blocks.slice(0, at), ...changed, ...blocks.slice(at + 1)];
  }
  return joined(blocks);
}

function repeatedBlocks(blocks: readonly Uint8Array[], random: Random): Uint8Array[] {
  if (blocks.length === 0) return [];
  if (!random.chance(0.1)) return [random.of(blocks)];
  const one = () => blocks.slice(random.below(blocks.length)).slice(0, 1 + random.below(4));
  return [one(), one()].flatMap((part) => {
    const length = part.reduce((sum, block) => sum + block.length, 0);
    return Array.from({ length: timesRepeated(length, random) }, () => part).flat();
  });
}

/** Writes the lengths at both ends of a pcapng block, so that only its content is wrong. */
function withLength(block: Uint8Array): Uint8Array {
  const whole = joined([block, new Uint8Array(-block.length & 3)]);
  if (whole.length < 12) return whole;
  const view = new DataView(whole.buffer);
  view.setUint32(4, whole.length, true);
  view.setUint32(whole.length - 4, whole.length, true);
  return whole;
}

function withType(block: Uint8Array, type: number): Uint8Array {
  const copy = block.slice();
  if (copy.length >= 4) new DataView(copy.buffer).setUint32(0, type, true);
  return copy;
}

/** A capture that the lab has exported, cut off after some blocks. */
async function exported(name: string, duration_s: number): Promise<Uint8Array> {
  const run = await simulated(name, (scenario) => {
    scenario.duration_s = duration_s;
  });
  return joined(blocksOf(fileOf(run.scenario, 'pcapng').bytes).slice(0, MOST_BLOCKS));
}

/** The packets of a pcapng file as a pcap file. */
function asPcap(file: Uint8Array, magic: number, little: boolean): Uint8Array {
  const header = new DataView(new ArrayBuffer(24));
  header.setUint32(0, magic, little);
  header.setUint32(20, 101, little);
  const records = blocksOf(file).flatMap((block, index) => {
    const view = new DataView(block.buffer, block.byteOffset, block.length);
    if (view.getUint32(0, true) !== 6) return [];
    const captured = view.getUint32(20, true);
    const record = new DataView(new ArrayBuffer(16));
    const fields = [index, 1000 * index, captured, view.getUint32(24, true)];
    for (const [place, value] of fields.entries()) record.setUint32(4 * place, value, little);
    return [new Uint8Array(record.buffer), block.subarray(28, 28 + captured)];
  });
  return joined([new Uint8Array(header.buffer), ...records]);
}

const SHARED = { folder: import.meta.dirname, mutate, check, ...AS_HEX } satisfies Partial<
  Format<Uint8Array>
>;

const seeds = await Promise.all([exported('ahn-fig1-rr', 4), exported('cardwell-dummynet', 4)]);

test('changed pcapng files are read or refused', async () => {
  for (const seed of seeds) expect(isCapture(seed)).toBe(true);
  await fuzz({ name: 'pcapng', ...SHARED, seeds });
});

test('changed pcap files are read or refused', async () => {
  const [first = new Uint8Array(), second = new Uint8Array()] = seeds;
  await fuzz({
    name: 'pcap',
    ...SHARED,
    seeds: [
      asPcap(first, 0xa1b2c3d4, true),
      asPcap(second, 0xa1b23c4d, true),
      asPcap(first, 0xa1b2c3d4, false),
    ],
  });
});
