/** The bench's network, with its packets at the time cursor. */
import { useEffect, useMemo, useState } from 'react';
import { useSight, useWidth } from '../plot/onScreen';
import { useView } from '../run/hooks';
import type { Run } from '../run/trace';
import { useTheme } from '../ui/theme';
import { Closeup } from './closeup';
import { type Drops, dropsOf } from './drops';
import { layOut } from './layout';
import { NetworkView } from './NetworkView';
import { networkOf } from './network';
import { PacketCanvas } from './packetCanvas';

/** A drag ends after this time without a change; only then is the drawing laid out again and drops counted, ms. */
const REST_MS = 200;

export function Network({ run }: { run: Run }) {
  const [sight, seen] = useSight();
  const [frame, width] = useWidth();
  const tools = useTools();
  const { scale } = useTheme();
  const settled = useSettledRun(run);
  const graph = useMemo(() => networkOf(run.scenario), [run.scenario]);
  const scenario = structureOf(settled.run) === structureOf(run) ? settled.run.scenario : run.scenario;
  const layout = useMemo(
    () => (width > 0 ? layOut(networkOf(scenario), scenario, Math.floor(width / scale)) : null),
    [scenario, width, scale],
  );
  const drops = settled.run.id === run.id ? settled.drops : null;
  return (
    <div ref={sight} className="network">
      <div ref={frame}>
        {layout && tools && (
          <NetworkView run={run} graph={graph} layout={layout} drops={drops} seen={seen} {...tools} />
        )}
      </div>
    </div>
  );
}

/** The run at the end of the last drag, and its drops. */
function useSettledRun(run: Run): { run: Run; drops: Drops[] | null } {
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
function structureOf({ scenario }: Run): string {
  const { links, flows, datagrams } = scenario;
  return JSON.stringify([
    links.map(({ from, to, both_ways }) => [from, to, both_ways]),
    flows.map(({ from, to }) => [from, to]),
    datagrams.map(({ from, to }) => [from, to]),
  ]);
}

/** The packetCanvas and the closeup, for as long as the card is open. */
function useTools(): { packetCanvas: PacketCanvas; closeup: Closeup } | null {
  const view = useView();
  const [tools, setTools] = useState<{ packetCanvas: PacketCanvas; closeup: Closeup } | null>(null);
  useEffect(() => {
    const closeup = new Closeup();
    const packetCanvas = new PacketCanvas(view, closeup);
    setTools({ packetCanvas, closeup });
    return () => {
      packetCanvas.dispose();
      closeup.dispose();
    };
  }, [view]);
  return tools;
}
