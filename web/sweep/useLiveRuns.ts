/** Starts a sweep by itself when its setup changes, as long as that's cheap. */
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Summary } from '../engine/schema';
import { poolSize } from '../run/workers';
import type { Design } from './design';
import type { Sweep } from './sweep';

/** Time after the last change: typing a number takes several. */
const SETTLED_MS = 400;

/** A sweep that takes longer than about this waits for the user, seconds. */
const CHEAP_S = 20;

/** Packets that a worker simulates in a second, on a slow computer. */
const PACKETS_PER_S = 100_000;

/** Time to start and report a run, seconds. */
const RUN_S = 0.01;

/** A rough time for one run, from the run of the unchanged scenario, seconds. */
function secondsPerRun({ flows, datagrams }: Summary): number {
  const packets = [...flows.map((flow) => flow.segments_sent), ...datagrams.map((one) => one.sent)];
  return RUN_S + packets.reduce((sum, count) => sum + count, 0) / PACKETS_PER_S;
}

interface Live {
  sweep: Sweep;
  /** Identifies the setup and the scenario. */
  key: string;
  /** Identifies the scenario. */
  base: string;
  design: Design | null;
  /** The run of the unchanged scenario; null until it has finished. */
  summary: Summary | null;
  start(): void;
}

/** An estimate of the time that the missing runs take, seconds; null while it's unknown. */
export function estimateOf({ sweep, base, design, summary }: Omit<Live, 'start' | 'key'>): number | null {
  if (design === null || summary === null) return null;
  return (sweep.missing(design, base).length * secondsPerRun(summary)) / poolSize();
}

export function useLiveRuns(live: Live): void {
  const { sweep, key, design, summary } = live;
  /** The last setup that was started, so that a canceled sweep doesn't start again. */
  const started = useRef('');
  const startIfCheap = useEffectEvent(() => {
    const estimate = estimateOf(live);
    if (estimate === null || estimate > CHEAP_S) return;
    started.current = key;
    live.start();
  });
  const ready = design !== null && summary !== null;
  useEffect(() => {
    if (!ready) return;
    if (started.current === key || sweep.shown.value?.key === key) {
      started.current = key;
      return;
    }
    const timer = setTimeout(startIfCheap, started.current === '' ? 0 : SETTLED_MS);
    return () => clearTimeout(timer);
  }, [sweep, key, ready]);
}
