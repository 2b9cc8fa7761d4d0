/** A panel's place on the page: what the reader sees is drawn at once, what lies off the screen directly after. */
import type { ComponentType } from 'react';
import { useSight, useWhenSeen } from '../plot/onScreen';
import type { PanelProps } from './Panel';

export function PanelSlot({
  panel: Contained,
  run,
  ...asked
}: PanelProps & { panel: ComponentType<PanelProps> }) {
  const [place, seen] = useSight();
  const drawn = useWhenSeen(run, seen);
  return (
    <div className="panel-slot" data-outdated={drawn !== run} ref={place}>
      <Contained run={drawn} {...asked} />
    </div>
  );
}
