/**
 * Makes an embed's content from its address: a session of a lesson, of one of its experiments, or of a bench. For a
 * bench, it creates a lesson with one experiment. For an unknown name, it opens the most similar known one and reports
 * a problem.
 */
import { shortened } from '../../base/shortened';
import { t, translated } from '../../base/words/words';
import { replacedBy } from '../../lessons/controls';
import { LESSONS, type OpenedLesson, openLesson } from '../../lessons/course';
import { experimentSession } from '../../lessons/experimentSession';
import type { Arm, Control, Experiment, RunExperiment } from '../../lessons/lesson';
import { LessonSession } from '../../lessons/lessonSession';
import { PINNED_LETTERS } from '../../run/pinned';
import { copyAddress } from '../../run/share/author';
import { DEFAULT_SCENARIO, nearest, TITLES } from '../../scenario/content/scenarios';
import { parametersOf } from '../hosted/options';
import type { LocalizedProblem } from '../hosted/problems';
import type { Shows } from '../sdk/protocol';
import { AddressError } from './opening';
import { affects, type EmbedParameters, isUsual } from './parameters';

export interface Subject {
  shows: Shows;
  title: string;
  /** Link to the whole lesson or bench, relative to the lab's address. */
  whole: string;
  lessonSession: LessonSession;
  /** The only experiment to show; null for a whole lesson. */
  experiment: string | null;
  problems: LocalizedProblem[];
}

/** Name of a bench's only experiment. */
export const BENCH = 'bench';

export async function subjectOf(parameters: EmbedParameters): Promise<Subject> {
  const { shows } = parameters;
  if (shows.kind === 'bench') return benchOf(shows.link, parameters);
  if (shows.kind === 'copy') return await copyOf(shows.link);
  const problems: LocalizedProblem[] = [];
  const names = LESSONS.map(({ name }) => name);
  const name = nearestKnown('lesson', shows.lesson, names, problems);
  const opened = await openLesson(name);
  if (opened === null) throw new Error(`The lesson ${name} cannot be opened.`);
  if (shows.kind === 'experiment') return experimentOf(opened, shows.experiment, parameters, problems);
  return lessonOf(opened, translated(opened.about.title), `lessons/${name}/`, problems);
}

function lessonOf(opened: OpenedLesson, title: string, whole: string, problems: LocalizedProblem[]): Subject {
  const lessonSession = new LessonSession(opened);
  return { shows: 'lesson', title, whole, lessonSession, experiment: null, problems };
}

/** A teacher's copy of a lesson. Its code is loaded only for it. */
async function copyOf(link: string): Promise<Subject> {
  const { openLinkedCopy } = await import('../../lessons/copy/openCopy');
  const result = await openLinkedCopy(new URLSearchParams(link));
  if ('message' in result) throw new AddressError(result.message);
  if ('problems' in result) {
    const sentences = result.problems
      .slice(0, MOST_PROBLEMS)
      .map(({ path, ...one }) => `${path}: ${t('{problem}. Allowed: {allowed}.', one)}`);
    throw new AddressError([t('This lesson can’t be opened.'), ...sentences].join('\n'));
  }
  return lessonOf(result.opened, result.opened.about.title, copyAddress(link), []);
}

/** Problems of a copy that are listed. */
const MOST_PROBLEMS = 12;

function nearestKnown(
  path: string,
  name: string,
  names: readonly string[],
  problems: LocalizedProblem[],
): string {
  if (names.includes(name)) return name;
  const next = nearest(name, names);
  problems.push({
    path,
    problem: (t) =>
      t('there’s nothing called {name}; this is {nearest}, the closest name', {
        name: shortened(name),
        nearest: next,
      }),
    allowed: () => names.join(', '),
  });
  return next;
}

function experimentOf(
  opened: OpenedLesson,
  wanted: string,
  parameters: EmbedParameters,
  problems: LocalizedProblem[],
): Subject {
  const { about, lesson } = opened;
  const id = nearestKnown('experiment', wanted, Object.keys(lesson.experiments), problems);
  const experiment = lesson.experiments[id];
  if (experiment === undefined) throw new Error(`The lesson ${about.name} has no experiment.`);
  const shown = withParameters(experiment, parameters, problems);
  // Keep only the predictions and tasks of this experiment, or none if questions are off.
  const filtered = <T>(all: Readonly<Record<string, T>>, ours: (one: T) => boolean): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([, one]) => parameters.questions && ours(one)));
  return {
    shows: 'experiment',
    title: `${translated(about.title)}: ${experiment.title}`,
    whole: `lessons/${about.name}/`,
    lessonSession: new LessonSession({
      ...opened,
      lesson: {
        ...lesson,
        experiments: { ...lesson.experiments, [id]: shown },
        predictions: filtered(lesson.predictions, ({ covers }) => covers.includes(id)),
        checks: filtered(lesson.checks, (check) => check.experiment === id),
      },
    }),
    experiment: id,
    problems,
  };
}

/** Applies the address's parameters to the experiment. */
function withParameters(
  experiment: Experiment,
  parameters: EmbedParameters,
  problems: LocalizedProblem[],
): Experiment {
  if (experiment.kind !== 'runs') {
    const ofRuns = parametersOf('bench').filter((name) => !parametersOf('lesson').includes(name));
    const others = parametersOf('experiment').filter((name) => !ofRuns.includes(name));
    for (const path of ofRuns.filter((name) => !isUsual(name, parameters[name])))
      problems.push({
        path,
        problem: (t) => t('doesn’t work with an experiment of many runs'),
        allowed: () => others.join(', '),
      });
    return experiment;
  }
  return chosen(experiment, parameters);
}

/** An experiment with what its parameters choose in place of its own. */
function chosen(experiment: RunExperiment, parameters: EmbedParameters): RunExperiment {
  const { panels, controls, locked, figures, seconds, flows } = parameters;
  return {
    ...experiment,
    ...(panels && { panels }),
    ...(figures && { metrics: figures }),
    ...(seconds && { seconds }),
    ...(flows && { flows }),
    controls: controlsOf(experiment.controls ?? [], controls, locked),
  };
}

/** The requested controls, defined as in the lesson if it has them, plus disabled controls for locked fields. */
function controlsOf(
  own: readonly Control[],
  wanted: readonly string[] | null,
  locked: readonly string[],
): Control[] {
  const named = (path: string) => own.find((control) => control.path === path) ?? { path };
  const chosen = wanted === null ? [...own] : wanted.map(named);
  const lockedOnly = locked.filter((path) => chosen.every((control) => control.path !== path)).map(named);
  return [...chosen, ...lockedOnly].map((control) =>
    locked.some((path) => replacedBy(control).some((one) => affects(one, path)))
      ? { ...control, locked: true }
      : control,
  );
}

function benchOf(link: string, parameters: EmbedParameters): Subject {
  const query = new URLSearchParams(link);
  const compared = query.getAll('with').slice(0, PINNED_LETTERS.length);
  query.delete('with');
  const name = query.get('experiment') ?? query.get('scenario') ?? DEFAULT_SCENARIO;
  const title = TITLES.get(name) ?? name;
  const arms: Record<string, Arm> = {
    [BENCH]: { label: compared.length > 0 ? t('as linked') : title, link: query.toString() },
  };
  compared.forEach((parameter, place) => {
    const inner = new URLSearchParams(parameter);
    // All compared runs use the bench's seed.
    const seed = query.get('seed');
    if (seed !== null) inner.set('seed', seed);
    const letter = PINNED_LETTERS[place] ?? '';
    arms[letter] = { label: inner.get('as') ?? inner.get('scenario') ?? letter, link: inner.toString() };
  });
  const experiment = chosen({ kind: 'runs', title, look: '', arms, panels: ['window', 'queue'] }, parameters);
  return {
    shows: 'bench',
    title,
    whole: `#/bench?${link}`,
    lessonSession: experimentSession(experiment, { name: BENCH, title }),
    experiment: BENCH,
    problems: [],
  };
}
