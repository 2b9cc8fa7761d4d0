/** The place of the capstone in a text: what it is, and the game itself once the reader asks for it. */
import { lazy, Suspense, useRef, useState } from 'react';
import { Boundary } from '../../pages/Boundary';
import { packed } from '../../share/address';
import { setMade } from '../progress';
import { useVisit } from '../visit';
import { FACTS } from './facts';
import type { CapstoneResult } from './results';
import { FORMULA } from './score';

const Lazy = lazy(async () => ({ default: (await import('./Capstone')).Capstone }));

/** How a student came to a result. */
const WAYS = { hand: 'by hand', design: 'by a sender of my own' };

export function Capstone() {
  const { opened } = useVisit();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLElement>(null);
  const begin = () => {
    setOpen(true);
    // The button goes away when it is pressed; what comes in its place begins here.
    place.current?.focus({ preventScroll: true });
  };
  const keep = async ({ path, kind, points, text, takeovers }: CapstoneResult) => {
    const again = takeovers === 0 ? '' : `, taken over again ${takeovers} times`;
    const link = `#/bench?${new URLSearchParams([await packed(text)])}`;
    setMade(opened.about.name, `${path} ${kind}`, {
      what: `The path “${path}”, ${WAYS[kind]}`,
      words: `${Math.round(points)} points${again}`,
      links: [link],
    });
  };
  return (
    <section className="experiment" aria-label="The capstone" ref={place} tabIndex={-1}>
      {open ? (
        <Boundary name="The capstone">
          <Suspense fallback={<p className="waiting">The engine is loading.</p>}>
            <Lazy onResult={(result) => void keep(result)} />
          </Suspense>
        </Boundary>
      ) : (
        <>
          <h2>Three paths</h2>
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
