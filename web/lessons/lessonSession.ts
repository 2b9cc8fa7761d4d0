/** One visit to a lesson: its runs as they arrive, the state of its benches, and the student's locked predictions. */
import { type ComponentType, createContext, useContext, useState } from 'react';
import { Observable, useObservable, usePart, useReading } from '../base/observable';
import type { Summary } from '../engine/schema';
import type { Run } from '../run/trace';
import { type Answer, rightAnswer, verdictOf } from './answers';
import { type AskedInText, askedInText } from './asked';
import type { OpenedLesson } from './course';
import type { BenchGroup, BenchGroupState } from './experiment/benchGroup';
import type { Mine, Prediction } from './lesson';
import { type LessonProgress, type PredictionRecord, progressOn, setPrediction } from './progress';
import { type Following, followingIn, type Reasons, reasonsIn } from './reasons';
import { NotYet, onceAvailable, type Runs, type SweptPoint } from './runs';

/** The state of an experiment: the student's runs and their links. */
export interface ExperimentState {
  /** Each arm's latest finished run, if it matches the controls. */
  mine: ReadonlyMap<string, Run>;
  /** True if the student has changed something. */
  changed: boolean;
  links: readonly string[];
}

/** The answers of others. Students see them once they have locked their own. */
export interface Others {
  /** By prediction. */
  answers: ReadonlyMap<string, readonly Answer[]>;
  /** Draws answers that aren't curves. */
  Picture: ComponentType<{ prediction: Prediction; answers: readonly Answer[]; right: Answer | null }>;
}

export class LessonSession {
  readonly opened: OpenedLesson;
  readonly progress: LessonProgress;
  /** Gets a new value whenever an original run of the lesson finishes. */
  readonly runUpdates = new Observable<object>({});
  /** The state of each experiment. It changes with every drag, so only its subscribers re-render. */
  readonly experimentStates = new Observable<ReadonlyMap<string, ExperimentState>>(new Map());
  /** The benches on the page by experiment, for embed hosts and links that change them. */
  readonly benchGroups = new Observable<ReadonlyMap<string, BenchGroup>>(new Map());
  /** Predictions without an answer whose covered parts are shown anyway, because a presentation or link skips them. */
  readonly uncovered = new Observable<ReadonlySet<string>>(new Set());
  /** Component that collects a whole room's predictions while the lesson is presented; null for a single student. */
  readonly room = new Observable<ComponentType<{ id: string }> | null>(null);
  /** The answers of the student's class; null if the address has none. */
  readonly others = new Observable<Others | null>(null);
  /** The predictions whose reasons come below each experiment or step of the text. */
  readonly reasons: Reasons;
  /** The questions of the text, by where they are. */
  readonly asked: AskedInText;
  /** What follows each prediction in the text. */
  readonly following: ReadonlyMap<string, Following>;
  private readonly originals = new Map<string, Run>();
  private readonly sweeps = new Map<string, (measure: string) => readonly SweptPoint[]>();
  private readonly sampled = new Map<string, readonly Summary[]>();

  constructor(opened: OpenedLesson) {
    this.opened = opened;
    this.progress = progressOn(opened);
    this.asked = askedInText(opened.text.elements);
    this.reasons = reasonsIn(opened.text.elements, opened.lesson);
    this.following = followingIn(opened.text.elements, opened.lesson, this.reasons);
  }

  /** The lesson's original runs. Access to a run that hasn't finished throws `NotYet`. */
  readonly runs: Runs = {
    of: (experiment, arm) => getOrWait(this.originals, `${experiment}/${arm ?? this.firstArm(experiment)}`),
    sweep: (experiment, measure) => getOrWait(this.sweeps, experiment)(measure),
    samples: (experiment, arm) => getOrWait(this.sampled, `${experiment}/${arm}`),
  };

  /** The student's runs of an experiment. */
  mine(experiment: string): Mine {
    return (arm = this.firstArm(experiment)) =>
      getOrWait(this.experimentStates.value.get(experiment)?.mine ?? new Map(), arm);
  }

  private firstArm(experiment: string): string {
    const one = this.opened.lesson.experiments[experiment];
    return one && 'arms' in one ? (Object.keys(one.arms)[0] ?? '') : '';
  }

  addOriginalRun(experiment: string, arm: string, run: Run): void {
    this.originals.set(`${experiment}/${arm}`, run);
    this.publish();
  }

  addSweep(experiment: string, points: (measure: string) => readonly SweptPoint[]): void {
    this.sweeps.set(experiment, points);
    this.publish();
  }

  addSamples(experiment: string, arms: Readonly<Record<string, readonly Summary[]>>): void {
    for (const [arm, summaries] of Object.entries(arms)) this.sampled.set(`${experiment}/${arm}`, summaries);
    this.publish();
  }

  setExperimentState(experiment: string, state: ExperimentState): void {
    this.experimentStates.set(new Map([...this.experimentStates.value, [experiment, state]]));
  }

  /** Registers an experiment's benches; returns a function that removes them. */
  addBenchGroup(experiment: string, group: BenchGroup): () => void {
    this.benchGroups.set(new Map([...this.benchGroups.value, [experiment, group]]));
    return () =>
      this.benchGroups.set(new Map([...this.benchGroups.value].filter(([, one]) => one !== group)));
  }

  /** The student commits to an answer, or goes on without one. */
  lock(id: string, answer: Answer | null): void {
    setPrediction(this.opened.about.name, id, { answer, passed: null, words: '' });
    this.judge();
  }

  private publish(): void {
    this.judge();
    this.runUpdates.set({});
  }

  /**
   * Judges each locked prediction once its runs have finished. A stored verdict may be one by an earlier tolerance. A skipped prediction gets
   * the words only, with which its run counts as seen.
   */
  private judge(): void {
    for (const [id, { answer, passed, words }] of Object.entries(this.progress.value.predictions)) {
      const prediction = this.opened.lesson.predictions[id];
      if (prediction === undefined) continue;
      const verdict = onceAvailable(() =>
        verdictOf(prediction, answer ?? rightAnswer(prediction, this.runs), this.runs),
      );
      if (verdict === null) continue;
      const judged = { answer, passed: answer === null ? null : verdict.passed, words: verdict.words };
      if (judged.passed !== passed || words === '') setPrediction(this.opened.about.name, id, judged);
    }
  }
}

function getOrWait<T>(map: ReadonlyMap<string, T>, key: string): T {
  const found = map.get(key);
  if (found === undefined) throw new NotYet(key, key.split('/')[0]);
  return found;
}

const LessonSessionContext = createContext<LessonSession | null>(null);

export const LessonSessionProvider = LessonSessionContext.Provider;

export function useLessonSession(): LessonSession {
  const session = useContext(LessonSessionContext);
  if (session === null) throw new Error('Components of a lesson must be inside a LessonSessionProvider.');
  return session;
}

/** The session; re-renders whenever an original run of the lesson finishes. */
export function useRunUpdates(): LessonSession {
  const session = useLessonSession();
  useObservable(session.runUpdates);
  return session;
}

/**
 * The predictions on the way through the lesson whose runs haven't finished yet, now or on an earlier visit, or that aren't answered. Empty
 * once nothing is left that the end of the lesson could give away, or if the page shows everything anyway.
 */
export function useUnseen(): readonly string[] {
  const { asked, progress, uncovered } = useLessonSession();
  const answered = usePart(progress, 'predictions');
  const shown = useObservable(uncovered);
  return asked.core.predictions.filter((id) => !shown.has(id) && !isJudged(answered[id]));
}

/** True if the runs that a prediction is about have finished, now or on an earlier visit. */
function isJudged(record: PredictionRecord | undefined): boolean {
  return (record?.words ?? '') !== '';
}

/** Returns a function that reports whether a prediction's covered parts are shown. */
export function useUncovered(): (prediction: string) => boolean {
  const session = useLessonSession();
  const answered = usePart(session.progress, 'predictions');
  const uncovered = useObservable(session.uncovered);
  return (prediction) => answered[prediction] !== undefined || uncovered.has(prediction);
}

/**
 * True if the student has started an experiment's runs on an earlier visit: a prediction about them is judged. The same runs give the same
 * results, so a page that's opened again makes them again.
 */
export function useRanBefore(experiment: string): boolean {
  const { opened, progress } = useLessonSession();
  const [before] = useState(() =>
    Object.entries(opened.lesson.predictions).some(
      ([id, { covers }]) => covers.includes(experiment) && isJudged(progress.value.predictions[id]),
    ),
  );
  return before;
}

/** How far an experiment of the text is: its runs haven't finished, are the original ones, were changed by the student, or failed. */
export type RunState = 'pending' | 'original' | 'changed' | 'failed';

/** The state of an experiment's runs; re-renders when it changes. */
export function useRunState(experiment: string): RunState {
  const group = useObservable(useLessonSession().benchGroups).get(experiment);
  return useReading<BenchGroupState | null, RunState>(group?.state ?? NOT_LOADED, runStateOf);
}

const NOT_LOADED = new Observable<BenchGroupState | null>(null);

function runStateOf(state: BenchGroupState | null): RunState {
  if (state === null) return 'pending';
  const { begun, changed, crashed, failure } = state;
  if (!begun) return crashed || failure !== null ? 'failed' : 'pending';
  return changed ? 'changed' : 'original';
}

/** The current state of an experiment; re-renders when it changes. */
export function useExperimentState(experiment: string): ExperimentState | undefined {
  return useObservable(useLessonSession().experimentStates).get(experiment);
}
