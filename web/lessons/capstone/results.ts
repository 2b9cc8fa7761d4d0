/** The student's best runs, reported for storage. */
import { OWN_FLOW } from './facts';
import type { CapstonePath } from './paths';
import type { Entrant } from './ranking';
import { scoreOf } from './score';

/** The best that the student has reached on a path, in one of the two ways. */
export interface CapstoneResult {
  path: string;
  kind: 'hand' | 'design';
  points: number;
  goodput_bytes_per_s: number;
  mean_rtt_ms: number | null;
  retransmitted_segments: number;
  /** Number of times that the student took over again from an earlier moment. */
  takeovers: number;
  /** The scenario, so that the run can be repeated. */
  text: string;
}

/** The best own runs of a path. */
export type Best = Partial<Record<CapstoneResult['kind'], { result: CapstoneResult; entrant: Entrant }>>;

/** Takes a result up if it is the best of its kind. */
export type Keep = (result: CapstoneResult, entrant: Entrant) => void;

export function resultOf(
  path: CapstonePath,
  kind: CapstoneResult['kind'],
  { run }: Entrant,
  text: string,
  takeovers: number,
): CapstoneResult {
  const flow = run.summary?.flows[OWN_FLOW];
  return {
    path: path.name,
    kind,
    points: run.summary === null ? 0 : scoreOf(path, run.summary).points,
    goodput_bytes_per_s: flow?.goodput_bytes_per_s ?? 0,
    mean_rtt_ms: flow?.mean_rtt_ms ?? null,
    retransmitted_segments: flow?.retransmitted_segments ?? 0,
    takeovers,
    text,
  };
}
