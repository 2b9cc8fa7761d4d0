/** The assignment's text at the top of the student's page. */
import { rich } from '../words/rich';
import { plural, t } from '../words/words';
import { type Assignment, pointsOf } from './assignment';
import './TaskPage.css';

interface Props {
  assignment: Assignment;
  /** True if the page already has a heading above it. */
  under?: boolean;
}

export function TaskSheet({ assignment, under = false }: Props) {
  const { title, due, task } = assignment;
  const Heading = under ? 'h3' : 'h1';
  const points = pointsOf(assignment);
  return (
    <header className="task-sheet">
      <Heading>{title || t('Assignment')}</Heading>
      <p className="task-facts">
        {due && <span>{rich('Due <b>{due}</b>', { b: (words) => <b>{words}</b>, due })}</span>}
        {points > 0 && <span>{plural(points, '{n} point', '{n} points')}</span>}
      </p>
      {task.words
        .split(/\n+/)
        .filter((line) => line.trim() !== '')
        .map((line) => (
          <p key={line} className="task-words">
            {line}
          </p>
        ))}
    </header>
  );
}
