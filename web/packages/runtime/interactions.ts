/** Converts predictions and tasks to the standards' interactions, one each with the student's last answer. */
import type { Answer } from '../../lessons/answers';
import type { Check, Lesson, Prediction } from '../../lessons/lesson';
import type { Answered, Checked, Progress } from '../../lessons/progress';
import type { Interaction } from './platform';

/** Interactions that have been judged or skipped. Omits answers to questions that the lesson no longer has. */
export function interactionsOf(
  { predictions, checks }: Pick<Lesson, 'predictions' | 'checks'>,
  progress: Progress,
): Interaction[] {
  const predicted = Object.entries(predictions).flatMap(([id, asked]) => {
    const answered = progress.predictions[id];
    const told = answered !== undefined && (answered.answer === null || answered.passed !== null);
    return told ? [fromPrediction(id, asked, answered)] : [];
  });
  const checked = Object.entries(checks).flatMap(([id, asked]) => {
    const done = progress.checks[id];
    return done === undefined ? [] : [fromCheck(id, asked, done)];
  });
  return [...predicted, ...checked];
}

function fromPrediction(id: string, asked: Prediction, { answer, passed }: Answered): Interaction {
  const options = asked.kind === 'choice' ? Object.keys(asked.options) : [];
  return {
    id: `predict.${id}`,
    kind: asked.kind === 'choice' ? 'choice' : asked.kind === 'number' ? 'numeric' : 'performance',
    question: asked.question,
    given: answer === null ? '' : givenIn(answer),
    place: options.indexOf(String(answer)),
    right: answer === null ? null : passed,
  };
}

/** Interactions have no room for a curve's heights; the stored progress contains them. */
function givenIn(answer: Answer): string {
  return typeof answer === 'object' ? 'a drawn curve' : String(answer);
}

function fromCheck(id: string, asked: Check, { answer, passed }: Checked): Interaction {
  const options = asked.kind === 'choose' ? Object.keys(asked.options) : [];
  return {
    id: `check.${id}`,
    kind: asked.kind === 'choose' ? 'choice' : asked.kind === 'read' ? 'numeric' : 'performance',
    question: asked.task,
    given: asked.kind === 'reach' ? 'by a run' : (answer ?? ''),
    place: options.indexOf(answer ?? ''),
    right: passed,
  };
}
