/** The capstone in a lesson's text: a description, and the game itself once the student starts it. */
import { lazy, Suspense, useRef, useState } from 'react';
import { packed } from '../../share/address';
import { Boundary } from '../../ui/Boundary';
import { inInterfaceLanguage } from '../../ui/InEnglish';
import { t } from '../../words/words';
import { useLessonSession } from '../lessonSession';
import { setOwnResult } from '../progress';
import type { CapstoneResult } from './ranking';
import { FACTS, formula } from './score';
import '../parts/Experiment.css';

const Lazy = lazy(async () => ({ default: (await import('./Capstone')).Capstone }));

/** Titles of stored results, by kind. */
const WAYS = {
  hand: (path: string) => t('The path “{path}”, by hand', { path }),
  design: (path: string) => t('The path “{path}”, with my own sender', { path }),
};

export function Capstone() {
  const { opened } = useLessonSession();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLElement>(null);
  const begin = () => {
    setOpen(true);
    // The pressed button disappears, so move the focus to the section that contains the game.
    place.current?.focus({ preventScroll: true });
  };
  const keep = async ({ path, kind, points, text, takeovers }: CapstoneResult) => {
    const link = `#/bench?${new URLSearchParams([await packed(text)])}`;
    setOwnResult(opened.about.name, `${path} ${kind}`, {
      what: WAYS[kind](path),
      words:
        takeovers === 0
          ? t('{points} points', { points: Math.round(points) })
          : t('{points} points, took over {count} times', {
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
          <Suspense fallback={<p className="waiting">{t('Loading the engine …')}</p>}>
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
              {t('Start')}
            </button>
          </p>
        </>
      )}
    </section>
  );
}
