/** Hooks that the strip and the full drawing share. */
import { useEffect, useRef, useState } from 'react';
import { useView } from '../../run/hooks';
import type { Run } from '../../run/trace';
import { Closeup } from './closeup';
import { type Drops, dropsOf } from './drops';
import { PacketCanvas } from './packetCanvas';

/** A drag ends after this time without a change; only then is the drawing laid out again and drops counted, ms. */
const REST_MS = 200;

/** The run at the end of the last drag, and its drops. */
export function useSettledRun(run: Run): { run: Run; drops: Drops[] | null } {
  const [settled, setSettled] = useState<{ run: Run; drops: Drops[] | null }>({ run, drops: null });
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled({ run, drops: run.summary === null ? null : dropsOf(run.trace) });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [run]);
  return settled;
}

/** The scenario's structure that the layout depends on: links and nodes, but not rates. */
export function structureOf({ scenario }: Run): string {
  const { links, flows, datagrams } = scenario;
  return JSON.stringify([
    links.map(({ from, to, both_ways }) => [from, to, both_ways]),
    flows.map(({ from, to }) => [from, to]),
    datagrams.map(({ from, to }) => [from, to]),
  ]);
}

/** Finds the packets around the cursor for as long as the component is mounted. */
export function useCloseup(): Closeup | null {
  const [closeup, setCloseup] = useState<Closeup | null>(null);
  useEffect(() => {
    const one = new Closeup();
    setCloseup(one);
    return () => one.dispose();
  }, []);
  return closeup;
}

export function usePacketCanvas(closeup: Closeup | null): PacketCanvas | null {
  const view = useView();
  const [canvas, setCanvas] = useState<PacketCanvas | null>(null);
  useEffect(() => {
    if (closeup === null) return undefined;
    const one = new PacketCanvas(view, closeup);
    setCanvas(one);
    return () => one.dispose();
  }, [view, closeup]);
  return canvas;
}

/** Returns the previous value as long as both are equal, so that anything rendered from it isn't redrawn. */
export function useSame<T>(value: T): T {
  const before = useRef(value);
  if (JSON.stringify(before.current) !== JSON.stringify(value)) before.current = value;
  return before.current;
}
