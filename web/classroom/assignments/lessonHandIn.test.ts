/** A student's code carries the work that the page shows as done; the page names the rest. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inlineWorker } from '../../engine/inlineWorker';
import { hasStudentsRuns } from '../../lessons/controls';
import { COURSE, openLesson } from '../../lessons/course';
import type { Lesson } from '../../lessons/lesson';
import { LessonSession } from '../../lessons/lessonSession';
import type { Progress } from '../../lessons/progress';
import { StageBenches } from '../../lessons/stage/stageBenches';
import { measuresOf } from '../../run/measures';
import { idOf } from './assignment';
import { readAnswer, unreadAnswers } from './BenchTaskView';
import { loadLesson } from './grading';
import { lessonHandIn } from './lessonHandIn';
import { BASE, catalogue, ENGINE_VERSION, SIMULATOR, TASK } from './sampleTask';
import { seedOf } from './student';

async function handIn(lesson: string, progress: Partial<Progress>) {
  const task = { kind: 'lesson', lesson, words: '', points: 10 } as const;
  const loaded = await loadLesson(task, SIMULATOR, catalogue);
  if (loaded === null) throw new Error('The runs were canceled.');
  const id = idOf({ title: '', due: '', task });
  const head = { who: 'Ada', assignment: id, seed: seedOf('Ada', id), engine: ENGINE_VERSION };
  const whole = { version: 1, predictions: {}, checks: {}, ...progress } as const;
  return await lessonHandIn(loaded, whole, head, SIMULATOR);
}

/** Tasks whose runs are on the stage only. */
function stagedTasks(lesson: Lesson) {
  return Object.entries(lesson.checks).flatMap(([id, check]) => {
    const experiment = lesson.experiments[check.experiment];
    return check.kind === 'reach' && experiment?.kind === 'runs' && experiment.staged ? [{ id, check }] : [];
  });
}

describe('a task on the stage', () => {
  beforeEach(() => void vi.stubGlobal('requestAnimationFrame', () => 1));
  afterEach(() => void vi.unstubAllGlobals());

  it('a task on the stage is carried by the code, whichever step it was done in', {
    timeout: 120_000,
  }, async () => {
    let tried = 0;
    for (const { name } of COURSE) {
      const opened = await openLesson(name);
      if (opened === null) throw new Error(`There is no lesson ${name}.`);
      const { lesson } = opened;
      for (const { id, check } of stagedTasks(lesson))
        for (const step of Object.values(lesson.steps)) {
          if (step.experiment !== check.experiment || !step.controls || !hasStudentsRuns(lesson, step))
            continue;
          const session = new LessonSession(opened);
          const stage = new StageBenches(session, inlineWorker);
          const group = stage.of(step);
          await vi.waitFor(() => expect(group.state.value.begun).toBe(true), 20_000);
          for (const [path, value] of Object.entries(check.right)) {
            const part = step.controls.find((control) => `${control.path}.kind` === path);
            if (part === undefined) group.edit({ path }, value, 1);
            else group.choose(part, String(value), 1);
          }
          const state = () => session.experimentStates.value.get(check.experiment);
          await vi.waitFor(() => {
            expect(state()?.changed).toBe(true);
            expect(check.judge(session.mine(check.experiment)).passed).toBe(true);
          }, 20_000);
          const links = [...(state()?.links ?? [])];
          stage.dispose();
          const done = { passed: true, answer: null, words: '', links };
          expect((await handIn(name, { checks: { [id]: done } })).missing, `${name} ${id}`).toEqual([]);
          tried += 1;
        }
    }
    // Lessons 1 and 3 have such tasks, one of them in two steps.
    expect(tried).toBeGreaterThanOrEqual(3);
  });
});

describe('the student is told', () => {
  const links = (limit: number) => [`#/bench?scenario=ahn-fig2&links.1.queue.limit_bytes=${limit}`];
  const whole = (limit: number) => ({ passed: true, answer: null, words: '', links: links(limit) });

  it('the student is told nothing if the code carries everything', async () => {
    const { missing } = await handIn('reading-a-trace', { checks: { whole: whole(131_072) } });
    expect(missing).toEqual([]);
  });

  it('the student is told which task is left out, and why', async () => {
    const { missing, code } = await handIn('reading-a-trace', { checks: { whole: whole(13_107_200) } });
    expect(missing).toHaveLength(1);
    expect(missing[0]).toMatch(
      /^The code leaves out the task “.+”: Value not allowed \(.+13,107,200; allowed: 2,048 to 131,072\)/,
    );
    expect(code).toMatch(/^VL3-/);
    const lost = await handIn('reading-a-trace', { checks: { whole: { ...whole(131_072), links: [] } } });
    expect(lost.missing[0]).toContain('its runs are missing');
  });

  it('the student is told which task no longer counts as done', async () => {
    const { missing } = await handIn('reading-a-trace', { checks: { whole: whole(4096) } });
    expect(missing[0]).toMatch(/^The code counts the task “.+” as not done: ./);
  });

  it('the student is told which prediction no longer fits its question', async () => {
    const given = (answer: string | number) => ({ answer, passed: null, words: '' });
    const fits = await handIn('reading-a-trace', { predictions: { above: given('repeats') } });
    expect(fits.missing).toEqual([]);
    const { missing } = await handIn('reading-a-trace', {
      predictions: { above: given('an option of last year'), stall: given(2), gone: given(1) },
    });
    expect(missing).toHaveLength(1);
    expect(missing[0]).toMatch(/^The code leaves out your prediction “.+”/);
  });

  it('the student is told a reading as the page prints it', () => {
    expect(
      ['4,171', '4,171.5 ms', '0.25 s', '12,5'].map((typed) => readAnswer(typed, { unit: 'ms', size: 1 })),
    ).toEqual([...[4171, 4171.5, 250, 12.5]]);
  });

  it('the student is told which answer isn’t a number', () => {
    const measures = measuresOf(BASE);
    expect(unreadAnswers(TASK, measures, { 2: '12,5', 0: 'x' })).toEqual([]);
    expect(unreadAnswers(TASK, measures, { 2: ' ' })).toEqual([]);
    expect(unreadAnswers(TASK, measures, { 2: '12 ms' })).toEqual([]);
    expect(unreadAnswers(TASK, measures, { 2: '12 apples' })).toEqual([
      'The code leaves out your answer to “How long is a round trip?”: “12 apples” isn’t a number.',
    ]);
  });
});
