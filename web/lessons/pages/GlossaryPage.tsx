/** Every word that a lesson explains. */
import { COURSE, GLOSSARY } from '../course';
import { LessonLink } from '../parts/LessonLink';

export function GlossaryPage() {
  const words = [...GLOSSARY].sort(([a], [b]) => a.localeCompare(b, 'en'));
  return (
    <main className="glossary" id="content">
      <title>Glossary · Vegas Lab</title>
      <header className="lesson-head">
        <h1>Glossary</h1>
      </header>
      <dl>
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
