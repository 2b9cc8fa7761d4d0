/** The glossary: every term that a lesson explains, with a live picture of it on request. */
import { lazy, Suspense, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { currentLanguage, t, translated } from '../../base/words/words';
import { documentTitle } from '../../run/share/route';
import { Boundary } from '../../ui/Boundary';
import { ContentText, contentText, EnglishOnly } from '../../ui/InEnglish';
import { isLessonAvailable } from '../../ui/package';
import { COURSE, GLOSSARY } from '../course';
import type { GlossaryEntry } from '../lesson';
import { LessonLink } from '../parts/marks';
import './course.css';
import '../lesson.css';

const TermPicture = lazy(async () => ({ default: (await import('./TermPicture')).TermPicture }));

export function GlossaryPage() {
  const words = [...GLOSSARY].sort(([a], [b]) =>
    translated(a).localeCompare(translated(b), currentLanguage()),
  );
  const [shown, setShown] = useState<string | null>(null);
  // The button stays where it is, even if a picture above it closes.
  const show = (word: string | null, button: HTMLElement) => {
    const { top } = button.getBoundingClientRect();
    flushSync(() => setShown(word));
    window.scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' });
  };
  return (
    <main className="glossary" id="content">
      <title>{documentTitle(t('Glossary'))}</title>
      <header className="lesson-head">
        <h1>{t('Glossary')}</h1>
        <EnglishOnly>{t('Some of these texts are in English only.')}</EnglishOnly>
      </header>
      <dl>
        {words.map(([word, entry]) => (
          <Entry
            key={word}
            {...{ word, entry }}
            shown={word === shown}
            show={(wanted, button) => show(wanted ? word : null, button)}
          />
        ))}
      </dl>
    </main>
  );
}

interface EntryProps {
  word: string;
  entry: GlossaryEntry & { lesson: string };
  /** True if its picture is open. */
  shown: boolean;
  show(wanted: boolean, button: HTMLElement): void;
}

function Entry({ word, entry, shown, show }: EntryProps) {
  const { means, source, formula, lesson, step, point, in: pictured = lesson } = entry;
  const name = useId();
  return (
    <div id={word}>
      <dt id={name} {...contentText(word)} />
      <dd>
        <ContentText>{means}</ContentText> {source && <cite>{source}.</cite>} <LessonTitle name={lesson} />{' '}
        {step !== undefined && isLessonAvailable(pictured) && (
          <button
            type="button"
            aria-describedby={name}
            onClick={(event) => show(!shown, event.currentTarget)}
          >
            {shown ? t('Hide it') : t('Show it')}
          </button>
        )}
        {formula !== undefined && (
          <p className="term-formula">
            <ContentText>{formula}</ContentText>
          </p>
        )}
        {shown && step !== undefined && (
          <div className="term-picture">
            <Boundary name={t('This picture')}>
              <Suspense>
                <TermPicture lesson={pictured} step={step} point={point} />
              </Suspense>
            </Boundary>
            {pictured !== lesson && (
              <p className="term-lesson">
                <LessonTitle name={pictured} />
              </p>
            )}
          </div>
        )}
      </dd>
    </div>
  );
}

function LessonTitle({ name }: { name: string }) {
  return (
    <LessonLink name={name}>
      <ContentText>{COURSE.find((one) => one.name === name)?.title ?? ''}</ContentText>
    </LessonLink>
  );
}
