/** The embed's side of the protocol: executes the host's requests and sends events. It doesn't depend on `window`. */
import { Observable } from '../../base/observable';
import type { BenchGroup } from '../../lessons/experiment/benchGroup';
import { combinedPhase } from '../../lessons/experiment/ExperimentStatus';
import type { LessonSession } from '../../lessons/lessonSession';
import { fittingProgress, hasOther, mergedProgress, progressOf } from '../../lessons/progress';
import { lessonScore } from '../../lessons/score';
import type { Run } from '../../run/trace';
import { misfits } from '../hosted/misfits';
import { showOptions } from '../hosted/options';
import { type LocalizedProblem, localized, problemsForHost } from '../hosted/problems';
import type { ArmState, Events, ExperimentState, Request, State, Which } from '../sdk/protocol';
import { applyChange, Refusal, settled } from './applyChange';
import type { HostConnection, Reply } from './hostConnection';
import { ownProgress } from './ownProgress';
import type { EmbedParameters } from './parameters';
import type { Subject } from './subject';

export class Session {
  readonly subject: Subject;
  readonly parameters: EmbedParameters;
  /** Problems of the address. Loading the scenario may add more. */
  readonly problems: Observable<readonly LocalizedProblem[]>;
  /** Brings back the answers that the host's progress replaced; null if it replaced none. */
  readonly bringBack = new Observable<(() => void) | null>(null);
  private readonly host: HostConnection;
  /** Ids of the runs last reported, by experiment. */
  private readonly reportedRuns = new Map<string, string>();
  /** The last request. The next one waits for it. */
  private lastRequest: Promise<unknown> = Promise.resolve();
  private complete = false;
  private hasRun = false;

  constructor(
    subject: Subject,
    parameters: EmbedParameters,
    problems: readonly LocalizedProblem[],
    host: HostConnection,
  ) {
    this.subject = subject;
    this.parameters = parameters;
    this.problems = new Observable([...problems, ...subject.problems]);
    this.host = host;
    this.complete =
      this.hasQuestions && lessonScore(this.lesson, subject.lessonSession.progress.value).complete;
    this.followAnswers();
    subject.lessonSession.experimentStates.subscribe(() => this.reportSummaries());
    subject.lessonSession.benchGroups.subscribe(() => this.followBenchGroups());
  }

  /** Starts answering the host. */
  open(): void {
    const { shows, title } = this.subject;
    const problems = problemsForHost(this.problems.value);
    this.host.answer((request) => this.serve(request), { shows, title, problems });
  }

  private get lesson() {
    return this.subject.lessonSession.opened.lesson;
  }

  private get hasQuestions(): boolean {
    const { asked, tasks } = lessonScore(this.lesson, this.subject.lessonSession.progress.value);
    return asked + tasks > 0;
  }

  private async serve(request: Request): Promise<Reply> {
    try {
      if (request.method === 'getState') return { result: await this.state() };
      const response = this.lastRequest.then(() => this.execute(request));
      // A failed request must not block the next.
      this.lastRequest = response.catch(() => undefined);
      return { result: await response };
    } catch (error) {
      if (error instanceof Refusal) return { failure: error.failure };
      throw error;
    }
  }

  private async execute(request: Exclude<Request, { method: 'getState' }>): Promise<unknown> {
    if (request.method === 'run') return this.run(request.params);
    const { progress, ...rest } = request.params;
    if (progress !== undefined) this.restoreProgress(progress);
    // Without changes, the state is that of the finished runs, as after a change.
    if (progress === undefined && this.subject.experiment !== null && Object.keys(rest).length === 0) {
      const [, group] = (await this.benchGroupOf({}).catch(ifCovered)) ?? [];
      if (group !== undefined) await settled(group);
    }
    if (Object.keys(rest).length > 0) {
      const [, group] = await this.benchGroupOf(rest);
      await applyChange(group, rest, this.parameters.locked);
    }
    return this.state();
  }

  private restoreProgress(progress: Record<string, unknown>): void {
    const { name } = this.subject.lessonSession.opened.about;
    if (this.subject.shows === 'bench')
      throw new Refusal('not_supported', 'A bench asks nothing: it has no progress.');
    const read = progressOf(progress);
    if (read === undefined)
      throw new Refusal(
        'bad_request',
        `params.progress: What the file says of the lesson ${name} cannot be read; nothing was changed.`,
      );
    // Answers that no longer fit are left out: a lesson may change after its host has kept them.
    const { progress: all } = this.subject.lessonSession;
    const own = this.subject.experiment === null ? all : ownProgress(all, this.lesson);
    const before = own.value;
    const restored = fittingProgress(read, this.lesson);
    own.set(restored);
    // On a shared computer, the browser's answers may be another reader's, so that the host's come first.
    if (hasOther(before, restored))
      this.bringBack.set(() => {
        own.set(mergedProgress(before, restored, own.value));
        this.bringBack.set(null);
      });
  }

  /** Runs all arms of an experiment again. */
  private async run(which: Which): Promise<Events['summary']> {
    const [id, group] = await this.benchGroupOf(which);
    await settled(group);
    const before = this.runsOf(id, group);
    const restarted = new Promise<void>((resolve) => {
      const unsubscribe = this.subject.lessonSession.experimentStates.subscribe(() => {
        const now = this.runsOf(id, group);
        if (now.some((run, place) => run === undefined || run.id === before[place]?.id)) return;
        unsubscribe();
        resolve();
      });
    });
    for (const { runner } of group.benches) runner.again();
    const failed = await settled(group);
    if (failed !== null) throw new Refusal('failed', failed);
    await restarted;
    return this.summaryOf(id, group);
  }

  private runsOf(id: string, group: BenchGroup): (Run | undefined)[] {
    const runs = this.subject.lessonSession.experimentStates.value.get(id)?.mine;
    return group.names.map((name) => runs?.get(name));
  }

  private summaryOf(id: string, group: BenchGroup): Events['summary'] {
    const experiment = this.lesson.experiments[id];
    const arms: Events['summary']['arms'] = {};
    this.runsOf(id, group).forEach((run, place) => {
      const name = group.names[place] ?? '';
      if (run?.summary) arms[name] = { label: labelOf(experiment, name), summary: run.summary };
    });
    return { experiment: id, arms };
  }

  /** The benches of an experiment. If the embed shows only one experiment, waits for its benches to load. */
  private async benchGroupOf({ experiment }: Which): Promise<[id: string, BenchGroup]> {
    const { lessonSession: session, experiment: onlyExperiment } = this.subject;
    const id = experiment ?? onlyExperiment;
    const names = onlyExperiment === null ? Object.keys(this.lesson.experiments) : [onlyExperiment];
    if (id === null || !names.includes(id))
      throw new Refusal('not_there', `params.experiment: allowed here: ${names.join(', ')}`);
    if (this.lesson.experiments[id]?.kind !== 'runs')
      throw new Refusal('not_supported', 'An experiment of many runs is started by its reader.');
    const answered = session.progress.value.predictions;
    const covering = Object.entries(this.lesson.predictions).filter(([, { covers }]) => covers.includes(id));
    if (covering.some(([key]) => answered[key] === undefined))
      throw new Refusal('covered', 'The reader has to lock a prediction before this experiment is shown.');
    const found = session.benchGroups.value.get(id);
    if (found !== undefined) return [id, found];
    if (onlyExperiment === null)
      throw new Refusal('not_there', 'The reader has not come to this experiment: it is not loaded yet.');
    const loaded = await whenLoaded(session, id);
    if (loaded === null)
      throw new Refusal('failed', `The experiment ${id} has not loaded within ${LOADED_WITHIN_MS / 1000} s.`);
    return [id, loaded];
  }

  private async state(): Promise<State> {
    const { shows, lessonSession: session } = this.subject;
    const experiments: State['experiments'] = {};
    for (const [id, group] of session.benchGroups.value) experiments[id] = await this.stateOf(id, group);
    const progress = session.progress.value;
    return {
      shows,
      lesson: shows === 'bench' ? null : session.opened.about.name,
      experiments,
      standing: lessonScore(this.lesson, progress),
      progress: shows === 'bench' ? null : { ...progress },
    };
  }

  private async stateOf(id: string, group: BenchGroup): Promise<ExperimentState> {
    const links = await group.links();
    const runs = this.runsOf(id, group);
    const arms = group.names.map((name, place): [string, ArmState] => [
      name,
      {
        label: labelOf(this.lesson.experiments[id], name),
        link: links.length === group.names.length ? (links[place] ?? null) : null,
        digest: runs[place]?.summary?.digest ?? null,
      },
    ]);
    const { view } = group.first;
    return {
      phase: combinedPhase(group.benches.map(({ runner }) => runner.state.value.phase)),
      arms: Object.fromEntries(arms),
      cursor: view.cursor.value,
      seconds: [view.window.from, view.window.to],
    };
  }

  /** Sends an event for each prediction and task whose answer or verdict changes. */
  private followAnswers(): void {
    const { progress } = this.subject.lessonSession;
    let before = progress.value;
    progress.subscribe(() => {
      const { predictions, checks } = progress.value;
      for (const [id, { answer, passed }] of Object.entries(predictions))
        if (before.predictions[id]?.passed !== passed || before.predictions[id]?.answer !== answer)
          this.host.sendEvent('answer', { kind: 'prediction', id, answer, passed });
      for (const [id, { answer, passed }] of Object.entries(checks))
        if (before.checks[id]?.passed !== passed || before.checks[id]?.answer !== answer)
          this.host.sendEvent('answer', { kind: 'check', id, answer, passed });
      before = progress.value;
      this.reportCompleted();
    });
  }

  private reportSummaries(): void {
    const { lessonSession: session } = this.subject;
    for (const [id, group] of session.benchGroups.value) {
      const runs = this.runsOf(id, group);
      if (runs.some((run) => run === undefined)) continue;
      const key = runs.map((run) => run?.id).join();
      if (this.reportedRuns.get(id) === key) continue;
      this.reportedRuns.set(id, key);
      this.host.sendEvent('summary', this.summaryOf(id, group));
      this.hasRun = true;
      this.reportCompleted();
    }
  }

  private reportCompleted(): void {
    const current = lessonScore(this.lesson, this.subject.lessonSession.progress.value);
    const complete = current.complete && (this.hasQuestions || this.hasRun);
    if (complete && !this.complete) this.host.sendEvent('completed', current);
    this.complete = complete;
  }

  /** Checks the address's parameters against a single experiment's first finished run, and starts playback. */
  private followBenchGroups(): void {
    const { lessonSession: session, experiment } = this.subject;
    const group = experiment === null ? undefined : session.benchGroups.value.get(experiment);
    if (group === undefined) return;
    const unsubscribe = group.state.subscribe(() => {
      const [run] = group.state.value.shown;
      if (run?.summary == null) return;
      unsubscribe();
      const newProblems = [...group.linkProblems.map(localized), ...misfits(this.parameters, group.benches)];
      if (newProblems.length > 0) this.problems.set([...this.problems.value, ...newProblems]);
      // The experiment has shown its seconds since the run began.
      showOptions(group.first.view, { ...this.parameters, seconds: undefined });
    });
  }
}

/** Longest time that a request waits for its experiment: a part of the lab may be missing. */
const LOADED_WITHIN_MS = 20_000;

/** The benches of an experiment once they're on the page; null if they don't come. */
function whenLoaded({ benchGroups }: LessonSession, id: string): Promise<BenchGroup | null> {
  return new Promise((resolve) => {
    const end = (group: BenchGroup | null) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(group);
    };
    const timer = setTimeout(() => end(null), LOADED_WITHIN_MS);
    const unsubscribe = benchGroups.subscribe(() => {
      const group = benchGroups.value.get(id);
      if (group !== undefined) end(group);
    });
  });
}

/** Nothing to wait for where a prediction comes first, or where the user starts many runs. */
function ifCovered(error: unknown): undefined {
  if (error instanceof Refusal && ['covered', 'not_supported'].includes(error.failure.code)) return;
  throw error;
}

function labelOf(experiment: unknown, arm: string): string {
  const { arms = {} } = (experiment ?? {}) as { arms?: Record<string, { label: string }> };
  return arms[arm]?.label ?? arm;
}
