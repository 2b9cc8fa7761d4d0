/** The results of the checks in `content/evidence`. Each file is loaded when it's needed. */
import type { Peer } from '../reference';
import { loadRfcs, type Rfc } from './sentences';

/** A mean over seeds and half the width of its 95 % interval. */
export interface Interval {
  mean: number;
  half_width: number;
}

export interface Comparison {
  unit: string;
  ours: Interval;
  theirs: Interval;
  /** Relative to theirs; null if theirs is 0 and ours isn't. */
  difference: number | null;
}

export const VERDICTS = ['agrees', 'explained', 'out'] as const;

/** The grid's files say `in` for `agrees`. */
export type Verdict = (typeof VERDICTS)[number];

/** A complete scenario, or one of `content/scenarios` with changes by path as for `--set`. */
type Source = { inline: unknown } | { base: string; set: Record<string, unknown> };

export interface BatteryRow {
  id: string;
  title: string;
  scenario: Source;
  window_s: [number, number];
  seeds: number;
  metrics: Readonly<Record<string, Comparison>>;
  verdict: Verdict;
  explanation: string;
  /** Linux only: the path, the algorithm, and the number of kernel runs. */
  kernel_runs?: number;
  path?: string;
  algorithm?: string;
}

/** Two algorithms that Linux ranks in the opposite order. */
export interface Inversion {
  path: string;
  sack: boolean;
  faster: string;
  slower: string;
}

export interface Battery {
  peer: string;
  rows: readonly BatteryRow[];
  order?: readonly Inversion[];
}

/** A run whose packets were compared with those of ns-2 (engine-wasm/ns2/tests/packets.rs). */
export interface PacketsRow {
  /** `sender/losses/variant`. */
  id: string;
  sender: string;
  losses: string;
  variant: string;
  /** Segments and ACKs at the sender's host in ns-2. */
  packets: number;
  retransmissions: number;
  verdict: 'identical' | 'rule';
  /** The largest difference of two times, if the order is the same. */
  largest_us?: number;
  /** Names the rule that differs. */
  rule?: string;
  first_difference?: string;
  scenario: unknown;
}

export interface PacketsFile {
  peer: string;
  /** Titles by name. */
  senders: Readonly<Record<string, string>>;
  /** Sentences by name. */
  rules: Readonly<Record<string, string>>;
  rows: readonly PacketsRow[];
}

export interface GridPath {
  name: string;
  rate_bps: number;
  rtt_ms: number;
  buffer_packets: number;
  loss: number;
  smss_bytes: number;
  rwnd_segments: number;
  /** Maximum number of seeds on this path. */
  seeds: number;
}

/** `cells[preset][receiver][path][company]` is a list of whole numbers, one per column (engine-wasm/proof/src/grid/file.rs). */
export interface GridFile {
  seeds: number;
  presets: readonly string[];
  receivers: readonly string[];
  paths: readonly GridPath[];
  company: readonly string[];
  rules: readonly string[];
  verdicts: readonly string[];
  columns: readonly string[];
  cells: readonly (readonly (readonly (readonly (readonly number[])[])[])[])[];
}

/** Why some cells break rules. Without `receivers` or `company` it applies to all of them. */
export interface Explanation {
  presets: readonly string[];
  paths: readonly string[];
  receivers?: readonly string[];
  company?: readonly string[];
  rules: readonly string[];
  reason: string;
  source: string;
}

type ByPathAndCompany = Record<string, Record<string, unknown>>;

/** Scenarios of cells with seed 1 (engine-wasm/proof/src/grid/scenarios.rs). */
export interface GridScenarios {
  warm_up_s: Record<string, number>;
  receivers: Record<string, unknown>;
  templates: ByPathAndCompany;
  exceptions: Record<string, ByPathAndCompany>;
}

/** The part of `linux-battery.json` that the page uses: the planned paths. */
interface LinuxBattery {
  paths: readonly { id: string }[];
}

const files = import.meta.glob(
  '../../../../content/evidence/{ns2,ns2-packets,linux,linux-battery,grid*}.json',
  {
    import: 'default',
  },
);

function load<T>(name: string): Promise<T> {
  const loading = files[`../../../../content/evidence/${name}.json`]?.();
  return loading === undefined
    ? Promise.reject(new Error(`content/evidence has no ${name}.json`))
    : (loading as Promise<T>);
}

export const loadBattery = (peer: Peer) => load<Battery>(peer);

export const loadPackets = () => load<PacketsFile>('ns2-packets');

export const loadGridScenarios = () => load<GridScenarios>('grid-scenarios');

export interface Evidence {
  batteries: Record<Peer, Battery>;
  packets: PacketsFile;
  /** Number of planned Linux paths; some may not have run yet. */
  linuxPaths: number;
  grid: GridFile;
  explanations: readonly Explanation[];
  warmUp_s: Record<string, number>;
  rfcs: readonly Rfc[];
}

/** Loads all data of the evidence page. */
export async function loadEvidence(): Promise<Evidence> {
  const [ns2, packets, linux, battery, grid, explanations, { warm_up_s }, rfcs] = await Promise.all([
    loadBattery('ns2'),
    loadPackets(),
    loadBattery('linux'),
    load<LinuxBattery>('linux-battery'),
    load<GridFile>('grid'),
    load<readonly Explanation[]>('grid-explained'),
    loadGridScenarios(),
    loadRfcs(),
  ]);
  return {
    batteries: { ns2, linux },
    packets,
    linuxPaths: battery.paths.length,
    grid,
    explanations,
    warmUp_s: warm_up_s,
    rfcs,
  };
}
