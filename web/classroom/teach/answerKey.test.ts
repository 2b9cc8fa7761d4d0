/** Checks that the answer key has the right answer to every question of a lesson, and that it follows the engine's runs. */
import { expect, test } from 'vitest';
import { rightAnswer } from '../../lessons/answers';
import { openLesson } from '../../lessons/course';
import type { Lesson } from '../../lessons/lesson';
import { simulateLesson } from '../../lessons/simulatedLesson';
import { catalogue, SIMULATOR } from '../assignments/sampleTask';
import { answersOf } from './answerKey';

async function lessonNamed(name: string): Promise<Lesson> {
  const opened = await openLesson(name);
  if (opened === null) throw new Error(`There is no lesson ${name}.`);
  return opened.lesson;
}

test('the key of a lesson has the answer that its own runs give to each question', async () => {
  const lesson = await lessonNamed('reading-a-trace');
  const answers = await answersOf(lesson, SIMULATOR, catalogue);
  const runs = await simulateLesson(lesson);
  for (const [id, prediction] of Object.entries(lesson.predictions))
    expect(answers?.predictions.get(id)?.answer, id).toEqual(rightAnswer(prediction, runs));
  expect(answers?.predictions.get('above')?.answer).toBe('repeats');
  expect(Math.abs(Number(answers?.checks.get('trip')?.answer) - 117)).toBeLessThan(12);
  expect(answers?.checks.get('whole')?.why).toMatch(/^Nothing is dropped now/);
});

test('another path gives other answers', async () => {
  const lesson = await lessonNamed('reading-a-trace');
  const { hole } = lesson.experiments;
  if (hole?.kind !== 'runs') throw new Error('The lesson has no experiment "hole".');
  const roomy = {
    ...hole,
    arms: { reno: { label: 'Reno', scenario: 'ahn-fig2', set: { 'links.1.queue.limit_bytes': 131072 } } },
  };
  const changed = { ...lesson, experiments: { ...lesson.experiments, hole: roomy } };
  const answers = await answersOf(changed, SIMULATOR, catalogue);
  // Nothing is lost, so no receiver repeats itself.
  expect(answers?.predictions.get('above')?.answer).toBe('silent');
});

test('a task with several changes is solved by making one after the other', async () => {
  const answers = await answersOf(await lessonNamed('listening-to-the-queue'), SIMULATOR, catalogue);
  expect(answers?.checks.get('six')?.why).toMatch(/^With alpha 5 and beta 7, .* drops 0\./);
});
