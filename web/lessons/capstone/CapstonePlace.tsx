/** The place of the capstone in a text: what it is, and the game itself once the reader asks for it. */
import { lazy, Suspense, useRef, useState } from 'react';
import { packed } from '../../share/address';
import { Boundary } from '../../ui/Boundary';
import { inInterfaceLanguage } from '../../ui/InEnglish';
import { t } from '../../words/words';
import { useLessonSession } from '../lessonSession';
import { setMade } from '../progress';
import { FACTS } from './paths';
import type { CapstoneResult } from './ranking';
import { formula } from './score';
import '../parts/Experiment.css';

const Lazy = lazy(async () => ({ default: (await import('./Capstone')).Capstone }));

/** Ways to reach a result. */
const WAYS = {
  hand: (path: string) => t('The path “{path}”, by hand', { path }),
  design: (path: string) => t('The path “{path}”, by a sender of my own', { path }),
};

export function Capstone() {
  const { opened } = useLessonSession();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLElement>(null);
  const begin = () => {
    setOpen(true);
    // The button goes away when it is pressed; what comes in its place begins here.
    place.current?.focus({ preventScroll: true });
  };
  const keep = async ({ path, kind, points, text, takeovers }: CapstoneResult) => {
    const link = `#/bench?${new URLSearchParams([await packed(text)])}`;
    setMade(opened.about.name, `${path} ${kind}`, {
      what: WAYS[kind](path),
      words:
        takeovers === 0
          ? t('{points} points', { points: Math.round(points) })
          : t('{points} points, taken over again {count} times', {
              points: Math.round(points),
              count: takeovers,
            }),
      links: [link],
    });
  };
  return (
    <section
      className="experiment"
      aria-label={t('The capstone')}
      ref={place}
      tabIndex={-1}
      {...inInterfaceLanguage()}
    >
      {open ? (
        <Boundary name={t('The capstone')}>
          <Suspense fallback={<p className="waiting">{t('The engine is loading.')}</p>}>
            <Lazy onResult={(result) => void keep(result)} />
          </Suspense>
        </Boundary>
      ) : (
        <>
          <h2>{t('Three paths')}</h2>
          <ul>
            {Object.values(FACTS).map(({ name, brief }) => (
              <li key={name}>{brief()}</li>
            ))}
          </ul>
          <p className="look">{formula()}</p>
          <p className="ask-actions">
            <button type="button" className="primary" onClick={begin}>
              {t('Take the chair')}
            </button>
          </p>
        </>
      )}
    </section>
  );
}
