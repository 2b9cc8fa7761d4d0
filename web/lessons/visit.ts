/** One visit to a lesson: its runs as they arrive, the state of its benches, and the student's locked predictions. */
import { type ComponentType, createContext, useContext } from 'react';
import { Observable, useObservable, usePart } from '../base/observable';
import type { Summary } from '../engine/schema';
import type { Run } from '../run/trace';
import { type Answer, verdictOf } from './answers';
import type { Opened } from './course';
import type { Lab } from './experiment/lab';
import type { Mine } from './lesson';
import { type Progress, progressIn, setPrediction } from './progress';
import { NotYet, onceThere, type Runs, type SweptPoint } from './runs';

/** The state of an experiment: the student's runs and their links. */
export interface Standing {
  /** Each arm's latest finished run, if it matches the controls. */
  mine: ReadonlyMap<string, Run>;
  /** True if the student has changed something. */
  changed: boolean;
  links: readonly string[];
}

export class Visit {
  readonly opened: Opened;
  readonly progress: Observable<Progress>;
  /** Replaced whenever a run comes in that the lesson has. */
  readonly news = new Observable<object>({});
  /** The state of each experiment. It changes with every drag, so only subscribers update. */
  readonly standings = new Observable<ReadonlyMap<string, Standing>>(new Map());
  /** The benches on the page, by experiment, for who steers them from outside. */
  readonly labs = new Observable<ReadonlyMap<string, Lab>>(new Map());
  /** Predictions that the reader was brought past without an answer: what waits for them is shown. */
  readonly past = new Observable<ReadonlySet<string>>(new Set());
  /** Asks a whole room for predictions while the lesson is presented; null for a single student. */
  readonly room = new Observable<ComponentType<{ id: string }> | null>(null);
  private readonly firsts = new Map<string, Run>();
  private readonly sweeps = new Map<string, (measure: string) => readonly SweptPoint[]>();
  private readonly sampled = new Map<string, readonly Summary[]>();

  constructor(opened: Opened) {
    this.opened = opened;
    this.progress = progressIn(opened.about.name);
  }

  /** The runs as the lesson has them. What is asked for and has not come yet is thrown as `NotYet`. */
  readonly runs: Runs = {
    of: (experiment, arm) => there(this.firsts, `${experiment}/${arm ?? this.firstArm(experiment)}`),
    sweep: (experiment, measure) => there(this.sweeps, experiment)(measure),
    samples: (experiment, arm) => there(this.sampled, `${experiment}/${arm}`),
  };

  /** The student's runs of an experiment. */
  mine(experiment: string): Mine {
    return (arm = this.firstArm(experiment)) =>
      there(this.standings.value.get(experiment)?.mine ?? new Map(), arm);
  }

  private firstArm(experiment: string): string {
    const one = this.opened.lesson.experiments[experiment];
    return one && 'arms' in one ? (Object.keys(one.arms)[0] ?? '') : '';
  }

  takeFirst(experiment: string, arm: string, run: Run): void {
    this.firsts.set(`${experiment}/${arm}`, run);
    this.tell();
  }

  takeSweep(experiment: string, points: (measure: string) => readonly SweptPoint[]): void {
    this.sweeps.set(experiment, points);
    this.tell();
  }

  takeSamples(experiment: string, arms: Readonly<Record<string, readonly Summary[]>>): void {
    for (const [arm, summaries] of Object.entries(arms)) this.sampled.set(`${experiment}/${arm}`, summaries);
    this.tell();
  }

  stand(experiment: string, standing: Standing): void {
    this.standings.set(new Map([...this.standings.value, [experiment, standing]]));
  }

  /** A bench has come to the page; returns how to say that it is gone. */
  takeLab(experiment: string, lab: Lab): () => void {
    this.labs.set(new Map([...this.labs.value, [experiment, lab]]));
    return () => this.labs.set(new Map([...this.labs.value].filter(([, one]) => one !== lab)));
  }

  /** The student commits to an answer, or goes on without one. */
  lock(id: string, answer: Answer | null): void {
    setPrediction(this.opened.about.name, id, { answer, passed: null, words: '' });
    this.judge();
  }

  private tell(): void {
    this.judge();
    this.news.set({});
  }

  /** Predictions whose runs have come are judged, once. */
  private judge(): void {
    for (const [id, { answer, passed }] of Object.entries(this.progress.value.predictions)) {
      const prediction = this.opened.lesson.predictions[id];
      if (answer === null || passed !== null || prediction === undefined) continue;
      const verdict = onceThere(() => verdictOf(prediction, answer, this.runs));
      if (verdict !== null) setPrediction(this.opened.about.name, id, { answer, ...verdict });
    }
  }
}

function there<T>(map: ReadonlyMap<string, T>, key: string): T {
  const found = map.get(key);
  if (found === undefined) throw new NotYet(key);
  return found;
}

const VisitContext = createContext<Visit | null>(null);

export const VisitProvider = VisitContext.Provider;

export function useVisit(): Visit {
  const visit = useContext(VisitContext);
  if (visit === null) throw new Error('A part of a lesson stands outside of one.');
  return visit;
}

/** The visit, and again whenever a run has come in that the lesson has. */
export function useNews(): Visit {
  const visit = useVisit();
  useObservable(visit.news);
  return visit;
}

/** Tells whether what waits for a prediction is shown. */
export function useUncovered(): (prediction: string) => boolean {
  const visit = useVisit();
  const answered = usePart(visit.progress, 'predictions');
  const past = useObservable(visit.past);
  return (prediction) => answered[prediction] !== undefined || past.has(prediction);
}

/** The current state of an experiment; re-renders when it changes. */
export function useStanding(experiment: string): Standing | undefined {
  return useObservable(useVisit().standings).get(experiment);
}
