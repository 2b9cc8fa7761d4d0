/** The glossary: every term that a lesson explains. */

import { COURSE, GLOSSARY } from '../lessons/course';
import { LessonLink } from '../lessons/parts/marks';
import { documentTitle } from '../share/route';
import { ContentText, contentText, EnglishOnly } from '../ui/InEnglish';
import { currentLanguage, t, translated } from '../words/words';
import './course.css';
import '../lessons/lesson.css';

export function GlossaryPage() {
  const words = [...GLOSSARY].sort(([a], [b]) =>
    translated(a).localeCompare(translated(b), currentLanguage()),
  );
  return (
    <main className="glossary" id="content">
      <title>{documentTitle(t('Glossary'))}</title>
      <header className="lesson-head">
        <h1>{t('Glossary')}</h1>
        <EnglishOnly>{t('Some of these texts are in English only.')}</EnglishOnly>
      </header>
      <dl>
        {words.map(([word, { means, source, lesson }]) => (
          <div key={word} id={word}>
            <dt {...contentText(word)} />
            <dd>
              <ContentText>{means}</ContentText> {source && <cite>{source}.</cite>}{' '}
              <LessonLink name={lesson}>
                <ContentText>{COURSE.find(({ name }) => name === lesson)?.title ?? ''}</ContentText>
              </LessonLink>
            </dd>
          </div>
        ))}
      </dl>
    </main>
  );
}
