/** The student's page: the assignment and the code to hand in. */
import { type FormEvent, useState } from 'react';
import { rich } from '../words/rich';
import { t } from '../words/words';
import { type Assignment, idOf } from './assignment';
import { BenchTaskView } from './BenchTaskView';
import { LessonTaskView } from './LessonTaskView';
import { keepName, lastName, nameKey, seedOf, shownName } from './student';
import { TaskSheet } from './TaskSheet';

interface Props {
  /** Null if the address contains no assignment. */
  assignment: Assignment | null;
  /** The problem with the address, or ''. */
  problem: string;
}

export function TaskPage({ assignment, problem }: Props) {
  if (assignment === null)
    return (
      <main className="figure-page task-page" id="content">
        <title>{t('Assignment · Vegas Lab')}</title>
        <header className="task-sheet">
          <h1>{t('Assignment')}</h1>
        </header>
        <p className="note" role="alert">
          {problem || t('This address carries no assignment. Your teacher has a link that does.')}
        </p>
      </main>
    );
  return <OpenTask key={idOf(assignment)} assignment={assignment} />;
}

function OpenTask({ assignment }: { assignment: Assignment }) {
  const id = idOf(assignment);
  const [who, setWho] = useState(() => lastName(id));
  const begin = (name: string) => {
    keepName(id, name);
    setWho(name);
  };
  const head = (
    <>
      <title>{t('{title} · Vegas Lab', { title: assignment.title || t('Assignment') })}</title>
      <TaskSheet assignment={assignment} />
      {who === '' ? (
        <NameForm begin={begin} />
      ) : (
        <p className="task-who">
          {rich('You are <b>{who}</b>; your seed is <seed>{number}</seed>.', {
            b: (words) => <b>{words}</b>,
            who,
            seed: (words) => <b data-seed>{words}</b>,
            number: seedOf(who, id),
          })}{' '}
          <button type="button" className="quiet" onClick={() => begin('')}>
            {t('Somebody else')}
          </button>
        </p>
      )}
    </>
  );
  const { task } = assignment;
  if (task.kind === 'lesson') return <LessonTaskView key={who} {...{ assignment, task, who, head }} />;
  return (
    <main className="figure-page task-page" id="content">
      {head}
      {who !== '' && <BenchTaskView key={who} {...{ assignment, task, who }} />}
    </main>
  );
}

function NameForm({ begin }: { begin(name: string): void }) {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (nameKey(typed) !== '') begin(shownName(typed));
  };
  return (
    <form className="task-name" onSubmit={submit}>
      <label>
        {t('Your name or number')}{' '}
        <input
          type="text"
          value={typed}
          maxLength={80}
          autoComplete="name"
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <button type="submit" className="primary" disabled={nameKey(typed) === ''}>
        {t('Begin')}
      </button>
      <p className="words">
        {t(
          'Write it as your teacher knows it. Your runs follow from it, so they are others than your neighbour’s. Nothing is sent anywhere: what you do stays in this browser, and in the code that you hand in.',
        )}
      </p>
    </form>
  );
}
