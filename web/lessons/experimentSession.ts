/** A session of a lesson that consists of one experiment only: a bench in a frame, or an assignment's. */
import type { RunExperiment } from './lesson';
import { LessonSession } from './lessonSession';

/** @param name the lesson's @param id the experiment's */
export function experimentSession(
  experiment: RunExperiment,
  { name, title, id = name }: { name: string; title: string; id?: string },
): LessonSession {
  const lists = { objectives: [], builds_on: [], sources: [] };
  const none = { predictions: {}, checks: {}, claims: {}, beside: [], steps: {} };
  return new LessonSession({
    about: { name, number: 0, title, question: '', minutes: 0, ...lists },
    lesson: { experiments: { [id]: experiment }, ...none },
    text: { elements: [], own: {} },
    language: {},
  });
}
