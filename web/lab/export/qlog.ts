/**
 * Writes a run as qlog, one trace per flow as its sender sees it. The format was made for QUIC, and its viewers expect QUIC's conventions:
 * every transmission is a packet with its own number, an ACK lists only newly acknowledged packets, and a retransmission means that the
 * earlier packet was lost. Version 0.3 in JSON, which viewers support; later drafts only rename things.
 */
import { FLOW_STATES, SEGMENT_KINDS } from '../../engine/schema';
import { mustBeWhole } from '../../run/thinned';
import type { Run } from '../../run/trace';
import { wireHeaderBytes } from '../../scenario/wireHeader';
import { bytesBefore, connectionsOf } from './pcapng/connections';
import { type Provenance, stampOf } from './provenance';

export interface QlogEvent {
  /** Milliseconds since the start of the run. */
  time: number;
  name: string;
  data: Record<string, unknown>;
}

type Kind = (typeof SEGMENT_KINDS)[number];

/** Why a sender considered a segment lost, in the terms of the qlog schema. */
const TRIGGERS: Partial<Record<Kind, string>> = {
  retransmit_fast: 'reordering_threshold',
  retransmit_early: 'time_threshold',
  retransmit_timeout: 'pto_expired',
};

const STATES: Record<(typeof FLOW_STATES)[number], string> = {
  slow_start: 'slow_start',
  avoidance: 'congestion_avoidance',
  recovery: 'recovery',
  timeout: 'timeout',
  done: 'done',
  aborted: 'aborted',
};

export function qlogOf(run: Run, about: Provenance): string[] {
  mustBeWhole(run);
  const { flows } = run.scenario;
  const file = {
    qlog_version: '0.3',
    qlog_format: 'JSON',
    title: about.title,
    description: stampOf(about).join('\n'),
    code_version: `Vegas Lab, engine ${about.engine_version}`,
  };
  const head = JSON.stringify(file).slice(0, -1);
  return [
    `${head},"traces":[`,
    ...flows.flatMap(({ name }, flow) => [
      `${flow === 0 ? '' : ','}${traceHead(name)}`,
      eventsOf(run, flow)
        .map((event) => JSON.stringify(event))
        .join(',\n'),
      ']}',
    ]),
    ']}\n',
  ];
}

function traceHead(name: string): string {
  const head = {
    title: name,
    vantage_point: { name, type: 'client' },
    common_fields: { ODCID: name, group_id: name, time_format: 'relative', reference_time: 0 },
  };
  return `${JSON.stringify(head).slice(0, -1)},"events":[\n`;
}

/** Events at a flow's sender, in chronological order. */
export function eventsOf(run: Run, flow: number): QlogEvent[] {
  // The sort is stable: simultaneous events keep this order, packets first, then what they caused.
  return [...segments(run, flow), ...windows(run, flow), ...rtts(run, flow), ...states(run, flow)].sort(
    (a, b) => a.time - b.time,
  );
}

/** Milliseconds, rounded to whole nanoseconds. */
function ms(time_s: number): number {
  return Math.round(time_s * 1e9) / 1e6;
}

function segments(run: Run, flow: number): QlogEvent[] {
  const { time_s, kind, seq } = run.trace.rows('segments', flow);
  const spec = run.scenario.flows[flow];
  const smss = spec?.smss_bytes ?? 1;
  const headers = spec === undefined ? 0 : wireHeaderBytes(spec);
  const connections = connectionsOf(run, flow);
  const events: QlogEvent[] = [];
  let current = 0;
  /** By segment, the number of the packet that carried it last. */
  const carriedBy = new Map<number, number>();
  let sent = 0;
  let received = 0;
  let una = 0;
  for (let row = 0; row < kind.length; row += 1) {
    const name = SEGMENT_KINDS[kind[row] ?? -1];
    const number = seq[row] ?? 0;
    const time = ms(time_s[row] ?? 0);
    switch (name) {
      case 'retransmit_fast':
      case 'retransmit_early':
      case 'retransmit_timeout':
      case 'send': {
        const before = carriedBy.get(number);
        if (name !== 'send' && before !== undefined)
          events.push({
            time,
            name: 'recovery:packet_lost',
            data: {
              header: { packet_type: '1RTT', packet_number: before },
              trigger: TRIGGERS[name],
            },
          });
        carriedBy.set(number, sent);
        while (number >= (connections[current + 1]?.first ?? Number.POSITIVE_INFINITY)) current += 1;
        const connection = connections[current] ?? { first: 0, bytes: null };
        const offset = bytesBefore(connection, number, smss);
        const length = bytesBefore(connection, number + 1, smss) - offset;
        events.push({
          time,
          name: 'transport:packet_sent',
          data: {
            header: { packet_type: '1RTT', packet_number: sent },
            raw: { length: length + headers, payload_length: length },
            // Successive connections get the ids of client-initiated streams: 0, 4, 8, ...
            frames: [{ frame_type: 'stream', stream_id: 4 * current, offset, length }],
          },
        });
        sent += 1;
        break;
      }
      case 'ack':
      case 'dup_ack': {
        const packets: number[] = [];
        for (; una < number; una += 1) {
          const packet = carriedBy.get(una);
          if (packet !== undefined) packets.push(packet);
          carriedBy.delete(una);
        }
        events.push({
          time,
          name: 'transport:packet_received',
          data: {
            header: { packet_type: '1RTT', packet_number: received },
            raw: { length: headers, payload_length: 0 },
            frames: [{ frame_type: 'ack', acked_ranges: rangesOf(packets) }],
          },
        });
        received += 1;
      }
    }
  }
  return events;
}

/** Groups numbers into ranges, including both ends. */
export function rangesOf(numbers: number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const number of numbers.sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] + 1 === number) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

function windows(run: Run, flow: number): QlogEvent[] {
  const { time_s, cwnd, ssthresh, flight } = run.trace.rows('windows', flow);
  const { smss_bytes: smss = 1 } = run.scenario.flows[flow] ?? {};
  return Array.from(time_s, (time, row) => {
    const threshold = (ssthresh[row] ?? Number.NaN) * smss;
    return {
      time: ms(time),
      name: 'recovery:metrics_updated',
      data: {
        congestion_window: Math.round((cwnd[row] ?? 0) * smss),
        bytes_in_flight: (flight[row] ?? 0) * smss,
        ...(Number.isFinite(threshold) ? { ssthresh: Math.round(threshold) } : {}),
      },
    };
  });
}

function rtts(run: Run, flow: number): QlogEvent[] {
  const { time_s, rtt_ms, srtt_ms, base_rtt_ms } = run.trace.rows('rtts', flow);
  return Array.from(time_s, (time, row) => {
    const smoothed = srtt_ms[row] ?? Number.NaN;
    const least = base_rtt_ms[row] ?? Number.NaN;
    return {
      time: ms(time),
      name: 'recovery:metrics_updated',
      data: {
        latest_rtt: rtt_ms[row],
        ...(Number.isNaN(smoothed) ? {} : { smoothed_rtt: smoothed }),
        ...(Number.isNaN(least) ? {} : { min_rtt: least }),
      },
    };
  });
}

function states(run: Run, flow: number): QlogEvent[] {
  const { time_s, state } = run.trace.rows('states', flow);
  let before: string | undefined;
  return Array.from(time_s, (time, row) => {
    const now = STATES[FLOW_STATES[state[row] ?? -1] ?? 'done'];
    const data = before === undefined ? { new: now } : { old: before, new: now };
    before = now;
    return { time: ms(time), name: 'recovery:congestion_state_updated', data };
  });
}
