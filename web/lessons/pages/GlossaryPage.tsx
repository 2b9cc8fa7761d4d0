/** Every word that a lesson explains. */
import { useRoot } from '../../pages/root';
import { COURSE, GLOSSARY } from '../course';

export function GlossaryPage() {
  const root = useRoot();
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
              <a href={`${root}lessons/${lesson}/`}>{COURSE.find(({ name }) => name === lesson)?.title}</a>
            </dd>
          </div>
        ))}
      </dl>
    </main>
  );
}
