/** A panel's place on the page: what the reader sees is drawn at once, what lies off the screen directly after. */
import type { ComponentType } from 'react';
import { useWhenSeen } from '../plot/onScreen';
import type { PanelProps } from './Panel';
import { Slot } from './Slot';

type Props = PanelProps & { panel: ComponentType<PanelProps> };

export function PanelSlot(props: Props) {
  return (
    <Slot>
      <Contents {...props} />
    </Slot>
  );
}

function Contents({ panel: Contained, run, ...asked }: Props) {
  return <Contained run={useWhenSeen(run)} {...asked} />;
}
