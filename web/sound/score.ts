/**
 * Turns a run into sound: pitch follows cwnd, the loudness of a low hum follows the queue, and every loss is a click. Pitch uses
 * ratios, as hearing does: doubling the window always raises it by the same number of semitones.
 */
import { SEGMENT_KINDS } from '../engine/schema';
import type { Trace } from '../run/trace';
import { rowAt, rowsWithin, type TimeWindow } from '../run/window';

/** Hz of a window of one segment, and of the largest of the run: three octaves, where small loudspeakers still speak. */
export const LOWEST_HZ = 110;
export const HIGHEST_HZ = 880;

/** A run's sound at any moment. */
export interface Voice {
  /** The largest cwnd, segments. */
  top: number;
  /** Hz; 0 while the flow has not begun: silence. */
  pitch(moment: number): number;
  /** 0 with an empty queue to 1 with the longest of the run. */
  hum(moment: number): number;
  /** Moments in a window at which segments of the flow were lost. */
  losses(window: TimeWindow): number[];
}

export function voiceOf(trace: Trace, flow: number, link: number): Voice {
  const windows = trace.rows('windows', flow);
  const queue = trace.rows('queues', link);
  const segments = trace.rows('segments', flow);
  const top = largest(windows.cwnd);
  const fullest = largest(queue.bytes);
  return {
    top,
    pitch: (moment) => {
      const row = rowAt(windows.time_s, moment);
      return row < 0 ? 0 : pitchOf(windows.cwnd[row] ?? 1, top);
    },
    hum: (moment) => {
      const row = rowAt(queue.time_s, moment);
      return row < 0 || fullest === 0 ? 0 : (queue.bytes[row] ?? 0) / fullest;
    },
    losses: (window) => {
      const [first, last] = rowsWithin(segments.time_s, window);
      const found: number[] = [];
      for (let row = first; row < last; row += 1)
        if (LOST.has(segments.kind[row] ?? -1)) found.push(segments.time_s[row] ?? 0);
      return found;
    },
  };
}

const LOST = new Set([SEGMENT_KINDS.indexOf('drop_full'), SEGMENT_KINDS.indexOf('drop_error')]);

function largest(values: ArrayLike<number>): number {
  let most = 0;
  for (let row = 0; row < values.length; row += 1) most = Math.max(most, values[row] ?? 0);
  return most;
}

/** Hz of a window, where `top` is the largest. */
export function pitchOf(cwnd: number, top: number): number {
  if (top <= 1) return LOWEST_HZ;
  const share = Math.log(Math.max(1, cwnd)) / Math.log(top);
  return LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** Math.min(1, share);
}

/** A window of time as curves for so many seconds of sound. */
export interface Score {
  seconds: number;
  /** Hz, equally spaced. */
  pitch: Float32Array<ArrayBuffer>;
  /** 1 where the flow sounds, else 0. */
  sounds: Float32Array<ArrayBuffer>;
  /** 0 to 1. */
  hum: Float32Array<ArrayBuffer>;
  /** Seconds after the start of the sound. Losses closer than a click is long are one. */
  clicks: number[];
}

/** Points of the curves for each second of sound. */
const POINTS_PER_S = 100;

/** Length of a click, s. */
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
    sounds: curve((moment) => (voice.pitch(moment) > 0 ? 1 : 0)),
    hum: curve(voice.hum),
    clicks,
  };
}
