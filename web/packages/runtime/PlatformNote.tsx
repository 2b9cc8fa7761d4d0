/** What the student's learning platform has been told, or why it has not. */
import { useObservable } from '../../run/observable';
import { type Connection, connection } from './connection';

const PHASES: Readonly<Record<Connection['phase'], string>> = {
  open: 'What you do here is reported to your course as you go.',
  looking: 'Your course has opened this lesson for looking around: nothing is recorded.',
  closed: 'This session has ended. To go on, open the lesson from your course again.',
  failed: 'Nothing is reported to your course; what you do stays in this browser.',
};

export function PlatformNote() {
  const now = useObservable(connection);
  if (now === null) return null;
  const { phase, problem, left } = now;
  return (
    <section
      className="platform-note"
      aria-label="Your course"
      data-phase={phase}
      data-problem={problem !== null}
    >
      <p role="status">
        {PHASES[phase]} {problem}
        {phase === 'open' && problem !== null && ' It is tried again with your next answer.'}
      </p>
      {left.length > 0 && (
        <p>
          Your course has room for little text and does not keep {listed(left)}. Save your progress from your
          report to have it later.
        </p>
      )}
    </section>
  );
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
