/** The place of the capstone in a text: what it is, and the game itself once the reader asks for it. */
import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react';
import { Boundary } from '../../pages/Boundary';
import type { Capstone as Loaded } from './Capstone';
import { FACTS } from './facts';
import { FORMULA } from './score';

const Lazy = lazy(async () => ({ default: (await import('./Capstone')).Capstone }));

export function Capstone(props: ComponentProps<typeof Loaded>) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLElement>(null);
  const begin = () => {
    setOpen(true);
    // The button goes away when it is pressed; what comes in its place begins here.
    place.current?.focus({ preventScroll: true });
  };
  return (
    <section className="experiment" aria-label="The capstone" ref={place} tabIndex={-1}>
      {open ? (
        <Boundary name="The capstone">
          <Suspense fallback={<p className="waiting">The engine is loading.</p>}>
            <Lazy {...props} />
          </Suspense>
        </Boundary>
      ) : (
        <>
          <h3>Three paths</h3>
          <ul>
            {Object.values(FACTS).map(({ name, brief }) => (
              <li key={name}>{brief}</li>
            ))}
          </ul>
          <p className="look">{FORMULA}.</p>
          <p className="ask-actions">
            <button type="button" className="primary" onClick={begin}>
              Take the chair
            </button>
          </p>
        </>
      )}
    </section>
  );
}
