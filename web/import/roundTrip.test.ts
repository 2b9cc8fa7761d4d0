/** Tests that importing an exported capture gives the same segments, to the nanosecond. */
import { describe, expect, it, vi } from 'vitest';
import { SEGMENT_KINDS } from '../engine/schema';
import { capture } from '../export/pcapng/capture';
import { simulated } from '../run/simulated';
import type { Run } from '../run/trace';
import { readStreams, type Stream } from './capture/streams';
import { guessTap, mainDirection, runOf, type Tap, transferOf } from './transfer';

// Long enough for a slow, busy machine.
vi.setConfig({ testTimeout: 180_000 });

const ABOUT = { title: 'A test', seed: 1, engine_version: '0', link: '' };

async function streamsOf(run: Run, wholeBelow?: number): Promise<Stream[]> {
  const file = await new Blob(capture(run, ABOUT, wholeBelow).pieces).arrayBuffer();
  return readStreams(file).streams;
}

/** The network of an exported stream, which identifies its tap. */
function network(stream: Stream): string {
  return stream.ends[0].split('.').slice(0, 2).join('.');
}

interface SegmentEvent {
  ns: number;
  seq: number;
  what: string;
}

function eventsOf(run: Run, names: Record<string, string>): SegmentEvent[] {
  const { time_s, kind, seq } = run.trace.rows('segments', 0);
  return Array.from(time_s, (time, row) => ({
    ns: Math.round(time * 1e9),
    seq: seq[row] ?? 0,
    what: names[SEGMENT_KINDS[kind[row] ?? -1] ?? ''] ?? '',
  })).filter(({ what }) => what !== '');
}

const AT: Record<Tap, Record<string, string>> = {
  sender: {
    send: 'sent',
    retransmit_fast: 'again',
    retransmit_early: 'again',
    retransmit_timeout: 'again',
    ack: 'ack',
    dup_ack: 'duplicate',
  },
  receiver: { data_arrived: 'arrived', ack_sent: 'ack', dup_ack_sent: 'ack' },
};

describe('an imported export', () => {
  it.each(['ahn-fig1-rr', 'ahn-fig1-vr', 'cardwell-dummynet'])('has the segments of %s', async (name) => {
    const run = await simulated(name, (scenario) => {
      scenario.duration_s = 40;
    });
    const streams = await streamsOf(run);
    expect(streams).toHaveLength(2);
    for (const stream of streams) {
      const direction = mainDirection(stream);
      const tap = network(stream) === '10.0' ? 'sender' : 'receiver';
      expect(guessTap(stream, direction)).toBe(tap);
      const alone = transferOf(stream, direction, tap);
      expect(eventsOf(runOf(alone, alone.begins_s), AT[tap])).toEqual(eventsOf(run, AT[tap]));
      if (tap === 'sender') expect(alone.retransmitted).toBe(run.summary?.flows[0]?.retransmitted_segments);
    }
  });

  it('has the right cause for most retransmissions', async () => {
    const run = await simulated('ahn-fig1-rr');
    const [stream] = (await streamsOf(run)).filter((one) => network(one) === '10.0');
    if (stream === undefined) throw new Error('no stream');
    const kinds = AT.sender;
    const again = (of: Run) =>
      eventsOf(of, Object.fromEntries(Object.keys(kinds).map((kind) => [kind, kind]))).filter(({ what }) =>
        what.startsWith('retransmit'),
      );
    const [theirs, ours] = [again(run), again(runOf(transferOf(stream, 0, 'sender'), 0))];
    const right = ours.filter(({ what }, i) => what === theirs[i]?.what).length;
    expect(right / theirs.length).toBeGreaterThan(0.9);
  });

  it('needs only headers', async () => {
    const run = await simulated('ahn-fig1-rr');
    const [whole, cut] = [await streamsOf(run), await streamsOf(run, 0)];
    expect(cut).toEqual(whole);
  });
});
