/** `<vegas-lab>` in JSX, for React 19. A file imports it with `import type {} from 'vegas-lab/react'`. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { VegasLabElement, VegasLabEvents } from './vegas-lab.js';

type Properties = Partial<
  Pick<
    VegasLabElement,
    'link' | 'panels' | 'controls' | 'flows' | 'panelHeight' | 'theme' | 'cursor' | 'seconds' | 'recording'
  >
>;

type Listeners = {
  [E in keyof VegasLabEvents as `on${E}`]?: (event: VegasLabEvents[E]) => void;
};

type Props = Omit<
  DetailedHTMLProps<HTMLAttributes<VegasLabElement>, VegasLabElement>,
  'onChange' | 'onError'
> &
  Properties &
  Listeners & { scenario?: VegasLabElement['scenario'] | Readonly<Record<string, unknown>> | string };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'vegas-lab': Props;
    }
  }
}
