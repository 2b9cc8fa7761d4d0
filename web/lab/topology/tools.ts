/** Hooks that the strip and the full drawing share. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useObservable } from '../../base/observable';
import { useView } from '../../run/hooks';
import { FOLLOWED } from '../../run/selection';
import type { Run } from '../../run/trace';
import { useMedia } from '../../ui/hooks';
import { useTheme } from '../../ui/theme';
import { Closeup, covers } from './closeup';
import { contentsOf } from './contents';
import type { Item } from './drawnItems';
import { type Drops, dropsOf } from './drops';
import type { PathItem } from './item';
import type { Layout } from './layout';
import type { Scene } from './moment';
import { type Network, networkOf } from './network';
import { momentOf, PacketCanvas } from './packetCanvas';
import { fullest } from './paint';
import { type Sizes, sizesOf } from './passages';
import { nextPacket, packetNear } from './pick';

/** A drag ends after this time without a change; only then is the drawing laid out again and drops counted, ms. */
const REST_MS = 200;

/**
 * A run's network with its drops, and the scenario to lay it out by: that of the run at the end of the last drag as long as the structure is
 * the same. Drops are null during a drag.
 */
export function useNetwork(run: Run) {
  const [settled, setSettled] = useState<{ run: Run; drops: Drops[] | null }>({ run, drops: null });
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled({ run, drops: run.summary === null ? null : dropsOf(run.trace) });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [run]);
  const graph = useMemo(() => networkOf(run.scenario), [run.scenario]);
  const scenario = structureOf(settled.run) === structureOf(run) ? settled.run.scenario : run.scenario;
  const isSettled = settled.run.id === run.id;
  return { graph, scenario, isSettled, drops: isSettled ? settled.drops : null };
}

/** The scenario's structure that the layout depends on: links and nodes, but not rates. */
function structureOf({ scenario }: Run): string {
  const { links, flows, datagrams } = scenario;
  return JSON.stringify([
    links.map(({ from, to, both_ways }) => [from, to, both_ways]),
    flows.map(({ from, to }) => [from, to]),
    datagrams.map(({ from, to }) => [from, to]),
  ]);
}

interface Drawn {
  run: Run;
  network: Network;
  /** Null until the width is known. */
  layout: Layout | null;
  drops: readonly Drops[] | null;
  /** The links whose queues are read; null: all. */
  only?: ReadonlySet<number> | null;
  /** The flow whose packets stand out; null: all. */
  highlight: number | null;
  /** True while any part of the drawing is visible. */
  seen: boolean;
  packetCanvas: PacketCanvas | null;
  /** A press on a link or a node, but not on a packet, which is followed. */
  onPress?: ((item: PathItem, element: Element) => void) | undefined;
}

/** Draws a run's packets on the canvas, and lets the pointer and keys pick them. A new run doesn't change the handlers. */
export function usePackets({ only = null, onPress, ...shown }: Drawn) {
  const { run, network, layout, drops, highlight, seen, packetCanvas } = shown;
  const view = useView();
  const theme = useTheme();
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)');
  const canvas = useRef<HTMLCanvasElement>(null);
  const sizes = useMemo(() => sizesOf(run.scenario), [run.scenario]);
  const contents = useMemo(
    () => contentsOf(run, network, drops, sizes, only),
    [run, network, drops, sizes, only],
  );

  useEffect(() => {
    if (packetCanvas === null || layout === null) return;
    const input = { run, network, layout, contents, sizes, highlight, reducedMotion, theme };
    packetCanvas.set(canvas.current, seen ? input : null);
  }, [packetCanvas, layout, run, network, contents, sizes, highlight, reducedMotion, theme, seen]);

  const latest = useRef({ run, network, contents, sizes, onPress });
  useEffect(() => {
    latest.current = { run, network, contents, sizes, onPress };
  }, [run, network, contents, sizes, onPress]);
  const press = useCallback(
    ({ kind, at }: Item, lane: number | null, point: { x: number; y: number } | null, element: Element) => {
      const now = latest.current;
      if (kind === 'box') {
        now.onPress?.({ kind: 'node', name: layout?.boxes[at]?.nodes[0] ?? '' }, element);
        return;
      }
      const one = layout?.lanes[lane ?? layout.edges[at]?.lanes[0] ?? -1];
      if (one === undefined) return;
      const moment = momentOf(view, now.run);
      const packet = point && packetNear(one, now, moment, point);
      if (packet !== null) {
        view.of(FOLLOWED).set(packet);
        return;
      }
      const link = fullest(one, now.contents, moment);
      now.onPress?.({ kind: 'link', link, entry: now.network.links[link]?.entry ?? 0 }, element);
    },
    [layout, view],
  );
  const follow = useCallback(
    (edge: number, direction: 1 | -1) => {
      const { run, contents } = latest.current;
      const lanes = (layout?.edges[edge]?.lanes ?? []).flatMap((lane) => layout?.lanes[lane] ?? []);
      const packet = nextPacket(lanes, contents, momentOf(view, run), view.of(FOLLOWED).value, direction);
      if (packet !== null) view.of(FOLLOWED).set(packet);
      return packet !== null;
    },
    [layout, view],
  );
  return { canvas, sizes, contents, press, follow };
}

/** The moment that the text next to a drawing describes, and what is known of it. */
export function useScene(
  { run, network, drops }: Pick<Drawn, 'run' | 'network' | 'drops'>,
  sizes: Sizes,
  packetCanvas: PacketCanvas,
): { scene: Scene; moment: number } {
  const described = useObservable(packetCanvas.described);
  const known = useObservable(packetCanvas.known);
  const moment = Math.min(described, run.now_s);
  const passages = known !== null && covers(known, run, moment) ? known.passages : null;
  const scene = useMemo(
    () => ({ run, network, passages, drops, sizes }),
    [run, network, passages, drops, sizes],
  );
  return { scene, moment };
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
