import { describe, expect, it } from 'vitest';
import { SEGMENT_KINDS } from '../engine/schema';
import { packetOf, type TraceEvent } from './event';
import { simulated } from './simulated';
import { storyOf } from './story';
import type { Trace } from './trace';

const reno = await simulated('ahn-fig1-rr');
const { trace } = reno;

const inWords = (trace: Trace, flow: number, seq: number) =>
  storyOf(trace, { flow, seq }).map(
    ({ happening, event, link }) =>
      `${event.time_s.toFixed(3)} ${happening}${link === null ? '' : ` ${link}`}`,
  );

/** Rows of a kind, with their segment numbers. */
function rowsOf(kind: (typeof SEGMENT_KINDS)[number]): { row: number; seq: number }[] {
  const { kind: kinds, seq } = trace.rows('segments', 0);
  return [...kinds.keys()]
    .filter((row) => kinds[row] === SEGMENT_KINDS.indexOf(kind))
    .map((row) => ({ row, seq: seq[row] ?? 0 }));
}

it('the story of a packet goes from the first transmission to the acknowledgment', () => {
  expect(inWords(trace, 0, 0)).toEqual(['0.000 sent', '0.061 arrived', '0.205 acknowledged']);
});

it('the story of a packet includes the drop and the retransmission', () => {
  expect(inWords(trace, 0, 144)).toEqual([
    '1.381 sent',
    '1.384 dropped R1>R2',
    '1.674 retransmitted',
    '1.877 arrived',
    '1.933 acknowledged',
  ]);
});

it('the story of a packet is complete for every segment of a run: as many transmissions, drops and arrivals as the trace has', () => {
  const counts = new Map<string, number>();
  const sent = rowsOf('send');
  for (const { seq } of sent)
    for (const { happening } of storyOf(trace, { flow: 0, seq }))
      counts.set(happening, (counts.get(happening) ?? 0) + 1);
  expect(counts.get('sent')).toBe(sent.length);
  expect(counts.get('acknowledged')).toBe(sent.length);
  expect(counts.get('dropped')).toBe(rowsOf('drop_full').length);
  const again = ['retransmit_fast', 'retransmit_early', 'retransmit_timeout'] as const;
  expect(counts.get('retransmitted')).toBe(again.reduce((sum, kind) => sum + rowsOf(kind).length, 0));
  expect(counts.get('arrived')).toBe(rowsOf('data_arrived').length);
});

it('the story of a packet is empty for a packet that was never sent', () => {
  expect(storyOf(trace, { flow: 0, seq: 1_000_000 })).toEqual([]);
  expect(storyOf(trace, { flow: 7, seq: 0 })).toEqual([]);
});

it('the story of a packet belongs to one flow of several', async () => {
  const two = await simulated('ahn-fig2', (scenario) => {
    scenario.duration_s = 3;
  });
  for (const flow of [0, 1])
    for (const { event } of storyOf(two.trace, { flow, seq: 3 })) {
      expect(event.flow).toBe(flow);
      const { seq } = two.trace.rows('segments', flow);
      // An ACK may acknowledge two segments.
      expect([3, 4, 5]).toContain(seq[event.row]);
    }
});

describe('the packet of an event', () => {
  const event = (row: number): TraceEvent => ({ time_s: 0, flow: 0, table: 'segments', row });

  it('the packet of an event is the segment sent, dropped or retransmitted', () => {
    for (const kind of ['send', 'drop_full', 'retransmit_timeout'] as const) {
      const [first] = rowsOf(kind);
      expect(packetOf(trace, event(first?.row ?? -1))).toEqual({ flow: 0, seq: first?.seq });
    }
  });

  it('the packet of an event is the last segment that an ACK acknowledges, and the one that a duplicate ACK asks for', () => {
    const [ack] = rowsOf('ack');
    expect(packetOf(trace, event(ack?.row ?? -1))).toEqual({ flow: 0, seq: (ack?.seq ?? 0) - 1 });
    const [duplicate] = rowsOf('dup_ack');
    expect(packetOf(trace, event(duplicate?.row ?? -1))).toEqual({ flow: 0, seq: duplicate?.seq });
  });

  it('the packet of an event is missing for a change of state', () => {
    expect(packetOf(trace, { time_s: 0, flow: 0, table: 'states', row: 0 })).toBeNull();
  });
});
