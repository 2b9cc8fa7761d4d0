/** The bar below a presentation: back and next buttons, progress, link, full screen and end. */
import { useObservable } from '../base/observable';
import type { LessonEntry } from '../lessons/course';
import { t } from '../words/words';
import { hasAny, roomIn } from './hands';
import './Bar.css';

interface Props {
  lesson: LessonEntry;
  at: number;
  all: number;
  go(step: number): void;
  /** True if the step continues below the screen. */
  more: boolean;
  /** Opens the link to the screen; null in packages, which have no public address. */
  link: (() => void) | null;
  /** Toggles full screen; null if the browser doesn't allow it. */
  fullScreen: (() => void) | null;
  finish(): void;
}

export function Bar({ lesson, at, all, go, more, link, fullScreen, finish }: Props) {
  return (
    <section className="presenting-bar" aria-label={t('Presentation')}>
      {at > 0 && <h1 className="visually-hidden">{lesson.title}</h1>}
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
        {at === 0 && <ClearAll lesson={lesson.name} />}
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

/** Clears a lesson's answers, before another room gives theirs. */
function ClearAll({ lesson }: { lesson: string }) {
  const room = roomIn(lesson);
  const any = Object.values(useObservable(room)).some(hasAny);
  return (
    any && (
      <button type="button" onClick={() => room.set({})}>
        {t('Clear all votes')}
      </button>
    )
  );
}
