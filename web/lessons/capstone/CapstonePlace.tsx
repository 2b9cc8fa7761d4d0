/** The place of the capstone in a text: loaded when the reader comes near. */
import { type ComponentProps, lazy, Suspense } from 'react';
import { Boundary } from '../../pages/Boundary';
import { WhenNear } from '../parts/Experiment';
import type { Capstone as Loaded } from './Capstone';

const Lazy = lazy(async () => ({ default: (await import('./Capstone')).Capstone }));

export function Capstone(props: ComponentProps<typeof Loaded>) {
  return (
    <section className="experiment" aria-label="The capstone">
      <WhenNear>
        <Boundary name="The capstone">
          <Suspense fallback={<p className="waiting">The engine is loading.</p>}>
            <Lazy {...props} />
          </Suspense>
        </Boundary>
      </WhenNear>
    </section>
  );
}
