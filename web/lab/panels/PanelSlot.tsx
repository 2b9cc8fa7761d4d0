/** A panel's place on the page: what the reader sees is drawn at once, what lies off the screen directly after. */
import { useSight, useWhenSeen } from '../../plot/onScreen';
import type { PanelProps } from './Panel';
import type { PanelRecord } from './record';
import './PanelSlot.css';

export function PanelSlot({
  panel: { Component },
  run,
  ...asked
}: PanelProps & { panel: Pick<PanelRecord, 'Component'> }) {
  const [place, seen] = useSight();
  const drawn = useWhenSeen(run, seen);
  return (
    <div className="panel-slot" data-outdated={drawn !== run} ref={place}>
      <Component run={drawn} {...asked} />
    </div>
  );
}
