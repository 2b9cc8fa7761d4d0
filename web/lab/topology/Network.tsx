/** The whole network with its packets at the time cursor, as large as the window allows. */
import { useMemo } from 'react';
import { useSight, useWidth } from '../../plot/onScreen';
import type { Run } from '../../run/trace';
import { useWindowSize } from '../../ui/hooks';
import { useTheme } from '../../ui/theme';
import type { Closeup } from './closeup';
import type { PathItem } from './item';
import { layOut } from './layout';
import { NetworkView } from './NetworkView';
import { networkOf } from './network';
import { useNetwork, usePacketCanvas } from './tools';

/** Height of what's around the drawing, from the window's edges to the words below it, unscaled pixels. */
const AROUND = 260;

interface Props {
  run: Run;
  closeup: Closeup;
  /** Opens the fields of a link or a node; without it, pressing one only picks it for controls and panels. */
  onOpen?: ((item: PathItem, anchor: Element) => void) | undefined;
}

export function Network({ run, closeup, onOpen }: Props) {
  const [sight, seen] = useSight();
  const [frame, width] = useWidth();
  const packetCanvas = usePacketCanvas(closeup);
  const { scale } = useTheme();
  const { graph, scenario, drops } = useNetwork(run);
  const height = useWindowSize('innerHeight') / scale - AROUND;
  const layout = useMemo(
    () => (width > 0 ? layOut(networkOf(scenario), scenario, Math.floor(width / scale), height) : null),
    [scenario, width, height, scale],
  );
  return (
    <div ref={sight} className="network">
      <div ref={frame}>
        {layout && packetCanvas && (
          <NetworkView
            run={run}
            graph={graph}
            layout={layout}
            drops={drops}
            seen={seen}
            packetCanvas={packetCanvas}
            closeup={closeup}
            onOpen={onOpen}
          />
        )}
      </div>
    </div>
  );
}
