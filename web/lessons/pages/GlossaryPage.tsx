/** Every word that a lesson explains. */

import { EnglishOnly, inEnglish } from '../../pages/InEnglish';
import { titled } from '../../pages/titled';
import { t } from '../../words/words';
import { COURSE, GLOSSARY } from '../course';
import { LessonLink } from '../parts/LessonLink';

export function GlossaryPage() {
  const words = [...GLOSSARY].sort(([a], [b]) => a.localeCompare(b, 'en'));
  return (
    <main className="glossary" id="content">
      <title>{titled(t('Glossary'))}</title>
      <header className="lesson-head">
        <h1>{t('Glossary')}</h1>
        <EnglishOnly />
      </header>
      <dl {...inEnglish()}>
        {words.map(([word, { means, source, lesson }]) => (
          <div key={word} id={word}>
            <dt>{word}</dt>
            <dd>
              {means} {source && <cite>{source}.</cite>}{' '}
              <LessonLink name={lesson}>{COURSE.find(({ name }) => name === lesson)?.title}</LessonLink>
            </dd>
          </div>
        ))}
      </dl>
    </main>
  );
}
