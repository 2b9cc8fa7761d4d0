/** The capstone in a lesson's text: a description, and the game itself once the student starts it. */
import { lazy, Suspense, useRef, useState } from 'react';
import { t } from '../../base/words/words';
import { Boundary } from '../../ui/Boundary';
import { inInterfaceLanguage } from '../../ui/InEnglish';
import { keepResult } from './keepResult';
import { FACTS, formula } from './score';
import '../parts/Experiment.css';

const Lazy = lazy(async () => ({ default: (await import('./Capstone')).Capstone }));

export function Capstone() {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLElement>(null);
  const begin = () => {
    setOpen(true);
    // The pressed button disappears, so move the focus to the section that contains the game.
    place.current?.focus({ preventScroll: true });
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
            <Lazy onResult={(result) => void keepResult(result)} />
          </Suspense>
        </Boundary>
      ) : (
        <>
          <h2>{t('Five paths')}</h2>
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
