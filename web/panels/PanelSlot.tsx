/** A panel's place on the page: what the reader sees is drawn at once, what lies off the screen directly after. */
import type { ComponentType, Ref } from 'react';
import { OnScreenProvider, useSight, useWhenSeen } from '../plot/onScreen';
import type { PanelProps } from './Panel';

type Slot = PanelProps & { panel: ComponentType<PanelProps> };

export function PanelSlot(props: Slot) {
  const [place, seen] = useSight();
  return (
    <OnScreenProvider value={seen}>
      <Contents {...props} place={place} />
    </OnScreenProvider>
  );
}

function Contents({ panel: Contained, run, place, ...asked }: Slot & { place: Ref<HTMLDivElement> }) {
  const drawn = useWhenSeen(run);
  return (
    <div className="panel-slot" data-outdated={drawn !== run} ref={place}>
      <Contained run={drawn} {...asked} />
    </div>
  );
}
