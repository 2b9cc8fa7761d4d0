/** The bar below a presentation: back and next buttons, progress, link, full screen and end. */
import type { ReactNode } from 'react';
import { t } from '../../base/words/words';
import './Bar.css';

interface Props {
  at: number;
  all: number;
  go(step: number): void;
  /** True if the step continues below the screen. */
  more: boolean;
  /** Opens the link to the screen; null where there is none, as in packages. */
  link: (() => void) | null;
  /** Toggles full screen; null if the browser doesn't allow it. */
  fullScreen: (() => void) | null;
  finish(): void;
  /** More, before the last buttons. */
  children?: ReactNode;
}

export function Bar({ at, all, go, more, link, fullScreen, finish, children }: Props) {
  return (
    <section className="presenting-bar" aria-label={t('Presentation')}>
      {more && <span className="more-below">{t('↓ more below')}</span>}
      <span className="bar-steps">
        <button type="button" disabled={at === 0} onClick={() => go(at - 1)}>
          {t('Back')}
        </button>
        <span className="bar-progress" aria-hidden="true">
          {t('{at} / {all}', { at: at + 1, all })}
        </span>
        <button type="button" className="primary" disabled={at === all - 1} onClick={() => go(at + 1)}>
          {t('Next')}
        </button>
      </span>
      <p className="visually-hidden" aria-live="polite">
        {t('Step {at} of {all}', { at: at + 1, all })}
      </p>
      <span className="bar-rest">
        {children}
        {link && (
          <button type="button" aria-haspopup="dialog" onClick={link}>
            {t('Share link')}
          </button>
        )}
        {fullScreen && (
          <button type="button" className="bar-full" onClick={fullScreen}>
            {t('Full screen')}
          </button>
        )}
        <button type="button" onClick={finish}>
          {t('End')}
        </button>
      </span>
    </section>
  );
}
