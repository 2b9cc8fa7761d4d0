/** A captured transfer as a run, so that the panels of a simulation can show it. */
import type { CaptureView, Choice, Flight } from '../../engine/captureView';
import type { Scenario, Summary } from '../../engine/schema';
import { type Run, Trace } from '../../run/trace';

/** A time before this counts from the start of a run, not from 1970. */
const DAY_S = 86_400;

/** Start time on the capture's clock if that clock starts at a run's start; else 0. */
export function beginsAt({ transfer: { clock_s } }: CaptureView): number {
  return clock_s < DAY_S ? clock_s : 0;
}

/** What a view shows. */
export function choiceOf({ transfer: { connection, direction, data } }: CaptureView): Choice {
  return { connection, direction, tap: data.tap };
}

/** "10.0.0.1:5000 → 10.0.0.2:80" */
export function nameOf({ transfer: { ends, direction } }: CaptureView): string {
  return `${ends[direction]} → ${ends[1 - direction]}`;
}

/** All retransmissions, needed or not. */
export function retransmitted({ transfer: { data } }: CaptureView): number {
  return data.fast + data.timeout + data.spurious;
}

function later<Table extends { time_s: Float64Array<ArrayBuffer> }>(table: Table, begins_s: number): Table {
  return begins_s === 0 ? table : { ...table, time_s: table.time_s.map((time) => time + begins_s) };
}

/** The transfer as a run whose first packet is at `begins_s`, so that a panel can show it next to one. */
export function runOf(view: CaptureView, begins_s: number): Run {
  const { transfer, segments, rtts, span_s } = view;
  const name = nameOf(view);
  // Only the fields of scenario and summary that panels use; a capture has no others.
  const scenario = {
    name: 'capture',
    title: name,
    seed: 0,
    duration_s: span_s,
    links: [],
    flows: [
      { name, smss_bytes: transfer.unit_bytes, header_bytes: 0, sender: {}, traffic: { kind: 'bulk' } },
    ],
    datagrams: [],
  } as unknown as Scenario;
  const summary = {
    rows_thinned: 0,
    flows: [{ name, segments_sent: transfer.data.segments, retransmitted_segments: retransmitted(view) }],
    links: [],
    datagrams: [],
  } as unknown as Summary;
  const trace = new Trace(scenario);
  trace.append({ segments: later(segments, begins_s), rtts: later(rtts, begins_s) });
  return { id: 0, trace, scenario, prediction: null, summary, now_s: span_s + begins_s };
}

/** Bytes in flight, shifted in time like the run; null unless the capture was taken at the sender, where they're visible. */
export function flightAt({ transfer, flight }: CaptureView, begins_s: number): Flight | null {
  return transfer.data.tap === 'sender' ? later(flight, begins_s) : null;
}
