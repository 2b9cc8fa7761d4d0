/** Tests that importing an exported capture gives the same segments, to the nanosecond. */
import { expect, it, vi } from 'vitest';
import { type CaptureView, viewOf } from '../../engine/captureView';
import { captureIn, fileOf } from '../../engine/nodeEngine';
import { SEGMENT_KINDS } from '../../engine/schema';
import { simulated } from '../../run/simulated';
import type { Run } from '../../run/trace';
import { beginsAt, retransmitted, runOf } from './transfer';

// Long enough for a slow, busy machine.
vi.setConfig({ testTimeout: 180_000 });

function viewsOf({ scenario }: Run, whole = true): CaptureView[] {
  const read = captureIn(fileOf(scenario, 'pcapng', { whole }).bytes);
  return viewOf(read, {}).overview.names.map((_, connection) => viewOf(read, { connection }));
}

interface SegmentEvent {
  ns: number;
  seq: number;
  what: string;
}

function eventsOf(run: Run, names: Record<string, string> = {}): SegmentEvent[] {
  const { time_s, kind, seq } = run.trace.rows('segments', 0);
  return Array.from(time_s, (time, row) => ({
    ns: Math.round(time * 1e9),
    seq: seq[row] ?? 0,
    what: names[SEGMENT_KINDS[kind[row] ?? -1] ?? ''] ?? '',
  })).filter(({ what }) => what !== '');
}

/** The kinds at a tap; the network of an exported connection identifies it. */
const AT: Record<string, Record<string, string>> = {
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

it.each(['ahn-fig1-rr', 'ahn-fig1-vr', 'cardwell-dummynet'])(
  'an imported export has the segments of %s',
  async (name) => {
    const run = await simulated(name, (scenario) => {
      scenario.duration_s = 40;
    });
    const views = viewsOf(run);
    expect(views).toHaveLength(2);
    for (const view of views) {
      const { ends, data } = view.transfer;
      const tap = ends[0].startsWith('10.0.') ? 'sender' : 'receiver';
      expect(data.tap).toBe(tap);
      expect(eventsOf(runOf(view, beginsAt(view)), AT[tap])).toEqual(eventsOf(run, AT[tap]));
      if (tap === 'sender') expect(retransmitted(view)).toBe(run.summary?.flows[0]?.retransmitted_segments);
    }
  },
);

it('an imported export has the right cause for most retransmissions', async () => {
  const run = await simulated('ahn-fig1-rr');
  const [view] = viewsOf(run).filter(({ transfer }) => transfer.data.tap === 'sender');
  if (view === undefined) throw new Error('no connection');
  const kinds = AT.sender ?? {};
  const again = (of: Run) =>
    eventsOf(of, Object.fromEntries(Object.keys(kinds).map((kind) => [kind, kind]))).filter(({ what }) =>
      what.startsWith('retransmit'),
    );
  const [theirs, ours] = [again(run), again(runOf(view, 0))];
  const right = ours.filter(({ what }, i) => what === theirs[i]?.what).length;
  expect(right / theirs.length).toBeGreaterThan(0.9);
});

it('an imported export needs only headers', async () => {
  const run = await simulated('ahn-fig1-rr');
  const [whole, cut] = [viewsOf(run), viewsOf(run, false)];
  expect(cut).toEqual(whole);
});
