/** The lesson's stage: a picture that follows the reader through the steps of the text. */
import { type ReactNode, useId } from 'react';
import { useLessonSession } from '../lessonSession';

export function Stage({ children }: { children: ReactNode }) {
  return <section className="lesson-stage">{children}</section>;
}

export function Step({ id, children }: { id: string; children: ReactNode }) {
  const { steps = {} } = useLessonSession().opened.lesson;
  if (steps[id] === undefined) throw new Error(`The lesson has no step ${id}.`);
  const heading = useId();
  return (
    <section className="stage-step" data-stage-step={id} id={heading}>
      {children}
    </section>
  );
}

export function Point({ to, children }: { to: string; children: ReactNode }) {
  const { points = {} } = useLessonSession().opened.lesson;
  if (points[to] === undefined) throw new Error(`The lesson has no point ${to}.`);
  return <span className="stage-point">{children}</span>;
}
