/** A panel's place on the page: what the reader sees is drawn at once, what lies off the screen directly after. */
import type { ComponentType } from 'react';
import { OnScreenProvider, useSight, useWhenSeen } from '../plot/onScreen';
import type { PanelProps } from './Panel';

type Slot = PanelProps & { panel: ComponentType<PanelProps> };

export function PanelSlot(props: Slot) {
  const [place, seen] = useSight();
  return (
    <div className="panel-slot" ref={place}>
      <OnScreenProvider value={seen}>
        <Contents {...props} />
      </OnScreenProvider>
    </div>
  );
}

function Contents({ panel: Contained, run, ...asked }: Slot) {
  return <Contained run={useWhenSeen(run)} {...asked} />;
}
