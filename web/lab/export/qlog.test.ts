/** Tests that a qlog file has the structure that viewers expect and the losses that the engine counted. */
import { expect, it, vi } from 'vitest';
import { fileOf } from '../../engine/nodeEngine';
import { simulated } from '../../run/simulated';

// Long enough for a slow, busy machine.
vi.setConfig({ testTimeout: 180_000 });

interface QlogEvent {
  time: number;
  name: string;
  data: Record<string, unknown>;
}

interface File {
  qlog_version: string;
  qlog_format: string;
  traces: {
    vantage_point: { type: string };
    common_fields: { time_format: string; reference_time: number };
    events: QlogEvent[];
  }[];
}

it.each(['ahn-fig1-rr', 'fall-floyd-4'])('a qlog file of %s is complete', async (name) => {
  const run = await simulated(name);
  const file = JSON.parse(fileOf(run.scenario, 'qlog').bytes.toString()) as File;
  expect([file.qlog_version, file.qlog_format]).toEqual(['0.3', 'JSON']);
  expect(file.traces).toHaveLength(run.scenario.flows.length);
  file.traces.forEach(({ vantage_point, common_fields, events }, flow) => {
    expect(vantage_point.type).toBe('client');
    expect(common_fields).toMatchObject({ time_format: 'relative', reference_time: 0 });
    const named = (wanted: string) => events.filter((event) => event.name === wanted);
    const sent = named('transport:packet_sent');
    const summary = run.summary?.flows[flow];
    expect(sent).toHaveLength(summary?.segments_sent ?? -1);
    expect(named('recovery:packet_lost')).toHaveLength(summary?.retransmitted_segments ?? -1);
    const numbers = sent.map(({ data }) => (data.header as { packet_number: number }).packet_number);
    expect(numbers).toEqual(numbers.map((_, i) => i));
    for (const { data } of named('transport:packet_received'))
      for (const { frame_type, acked_ranges } of data.frames as {
        frame_type: string;
        acked_ranges: number[][];
      }[]) {
        expect(frame_type).toBe('ack');
        for (const [low = 1, high = 0] of acked_ranges) expect(low).toBeLessThanOrEqual(high);
      }
    expect(events.every(({ time }, i) => time >= (events[i - 1]?.time ?? 0))).toBe(true);
    const metrics = named('recovery:metrics_updated').flatMap(({ data }) => Object.keys(data));
    expect(new Set(metrics)).toEqual(
      new Set(['congestion_window', 'bytes_in_flight', 'ssthresh', 'latest_rtt', 'smoothed_rtt', 'min_rtt']),
    );
    for (const { data } of named('recovery:metrics_updated'))
      for (const value of Object.values(data)) expect(value).toBeGreaterThanOrEqual(0);
    expect(named('recovery:congestion_state_updated')[0]?.data.new).toBe('slow_start');
  });
});
