/**
 * Turns a run into sound: pitch follows cwnd, the loudness of a low hum follows the queue, and each loss is a click. Pitch is
 * logarithmic, like hearing: doubling the window always raises it by the same number of semitones.
 */
import { SEGMENT_KINDS } from '../../engine/schema';
import type { Trace } from '../../run/trace';
import { rowAt, rowsWithin, type TimeWindow } from '../../run/window';

/** Pitches of a one-segment window and of the run's largest window, Hz. Small loudspeakers can play these three octaves. */
export const LOWEST_HZ = 110;
export const HIGHEST_HZ = 880;

/** A run's sound at any moment. */
export interface Voice {
  /** The largest cwnd of the run, segments. */
  largestCwnd: number;
  /** Pitch of cwnd at the moment, Hz; 0 before the flow starts and where it wasn't recorded. */
  pitch(moment: number): number;
  /** Queue length at the moment, as a share of the run's longest queue; 0 where it wasn't recorded. */
  hum(moment: number): number;
  /** Times within a time window at which segments of the flow were dropped. */
  losses(window: TimeWindow): number[];
}

export function voiceOf(trace: Trace, flow: number, link: number): Voice {
  const windows = trace.rows('windows', flow);
  const queue = trace.rows('queues', link);
  const segments = trace.rows('segments', flow);
  const largestCwnd = largest(windows.cwnd);
  const longestQueue = largest(queue.bytes);
  return {
    largestCwnd,
    pitch: (moment) => {
      const row = rowAt(windows.time_s, moment);
      const cwnd = windows.cwnd[row] ?? Number.NaN;
      return Number.isNaN(cwnd) ? 0 : pitchOf(cwnd, largestCwnd);
    },
    hum: (moment) => {
      const row = rowAt(queue.time_s, moment);
      return longestQueue === 0 ? 0 : (queue.bytes[row] || 0) / longestQueue;
    },
    losses: (window) => {
      const [first, last] = rowsWithin(segments.time_s, window);
      const losses: number[] = [];
      for (let row = first; row < last; row += 1)
        if (LOSS_KINDS.has(segments.kind[row] ?? -1)) losses.push(segments.time_s[row] ?? 0);
      return losses;
    },
  };
}

const LOSS_KINDS = new Set([SEGMENT_KINDS.indexOf('drop_full'), SEGMENT_KINDS.indexOf('drop_error')]);

function largest(values: ArrayLike<number>): number {
  let most = 0;
  for (let row = 0; row < values.length; row += 1) most = Math.max(most, values[row] || 0);
  return most;
}

/** The pitch of a window, Hz. */
export function pitchOf(cwnd: number, largestCwnd: number): number {
  if (largestCwnd <= 1) return LOWEST_HZ;
  const share = Math.log(Math.max(1, cwnd)) / Math.log(largestCwnd);
  return LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** Math.min(1, share);
}

/** The sound of a time window: curves and clicks over a duration in seconds. */
export interface Score {
  seconds: number;
  /** Pitch in Hz, at equally spaced points. */
  pitch: Float32Array<ArrayBuffer>;
  /** 1 where the flow has a pitch, else 0. */
  audible: Float32Array<ArrayBuffer>;
  /** Queue length as a share of the longest, at the same points. */
  hum: Float32Array<ArrayBuffer>;
  /** Times of clicks, seconds from the start of the sound. Losses within the length of one click share it. */
  clicks: number[];
}

/** Points per second in the curves. */
const POINTS_PER_S = 100;

/** Length of a click, seconds. */
export const CLICK_S = 0.03;

export function scoreOf(voice: Voice, window: TimeWindow, seconds: number): Score {
  const points = Math.max(2, Math.round(seconds * POINTS_PER_S) + 1);
  const length = window.to - window.from;
  const momentOf = (point: number) => window.from + (length * point) / (points - 1);
  const curve = (value: (moment: number) => number) =>
    Float32Array.from({ length: points }, (_, point) => value(momentOf(point)));
  const clicks: number[] = [];
  for (const loss of voice.losses(window)) {
    const at = ((loss - window.from) / length) * seconds;
    if (at - (clicks.at(-1) ?? Number.NEGATIVE_INFINITY) >= CLICK_S) clicks.push(at);
  }
  return {
    seconds,
    pitch: curve((moment) => voice.pitch(moment) || LOWEST_HZ),
    audible: curve((moment) => (voice.pitch(moment) > 0 ? 1 : 0)),
    hum: curve(voice.hum),
    clicks,
  };
}
