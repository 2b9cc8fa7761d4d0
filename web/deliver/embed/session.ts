/** The embed's side of the protocol: executes the host's requests and sends events. It doesn't depend on `window`. */
import { Observable, until } from '../../base/observable';
import type { BenchGroup } from '../../lessons/experiment/benchGroup';
import { combinedPhase } from '../../lessons/experiment/ExperimentStatus';
import { fittingProgress, hasOther, mergedProgress, progressOf } from '../../lessons/progress';
import { lessonScore } from '../../lessons/score';
import { HostedLab } from '../hosted/hostedLab';
import { showOptions } from '../hosted/options';
import { type LocalizedProblem, problemsForHost } from '../hosted/problems';
import type { ArmState, Events, ExperimentState, Request, State, Which } from '../sdk/protocol';
import { changeFields, Refusal } from './applyChange';
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
  /** The labs of the experiments on the page, by experiment. */
  private readonly labs = new Map<string, HostedLab>();
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
    if (Object.keys(rest).length > 0) {
      const [, lab] = await this.labOf(rest);
      await lab.settled();
      if (rest.changes !== undefined) await changeFields(lab, rest, this.parameters.locked);
      showOptions(lab.arms.first.view, rest);
    } else if (progress === undefined && this.subject.experiment !== null) {
      // Without changes, the state is that of the finished runs, as after a change.
      const [, lab] = (await this.labOf({}).catch(ifCovered)) ?? [];
      await lab?.settled();
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
    const [id, lab] = await this.labOf(which);
    await lab.settled();
    for (const { runner } of lab.arms.benches) runner.again();
    const failed = await lab.settled();
    if (failed !== null) throw new Refusal('failed', failed);
    return this.summaryOf(id, lab);
  }

  private summaryOf(id: string, { arms: { names }, results }: HostedLab): Events['summary'] {
    const arms: Events['summary']['arms'] = {};
    names.forEach((name, place) => {
      const { summary } = results[place] ?? {};
      if (summary) arms[name] = { label: this.labelOf(id, name), summary };
    });
    return { experiment: id, arms };
  }

  private labelOf(id: string, arm: string): string {
    const { arms = {} } = (this.lesson.experiments[id] ?? {}) as { arms?: Record<string, { label: string }> };
    return arms[arm]?.label ?? arm;
  }

  /** The lab of an experiment. If the embed shows only one experiment, waits for it to load. */
  private async labOf({ experiment }: Which): Promise<[id: string, lab: HostedLab]> {
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
    if (onlyExperiment === null && !session.benchGroups.value.has(id))
      throw new Refusal('not_there', 'The reader has not come to this experiment: it is not loaded yet.');
    const loaded = () => (session.benchGroups.value.has(id) ? this.labs.get(id) : undefined);
    const lab = await until([session.benchGroups], loaded, () => LOADED_WITHIN_MS, null);
    if (lab === null)
      throw new Refusal('failed', `The experiment ${id} has not loaded within ${LOADED_WITHIN_MS / 1000} s.`);
    return [id, lab];
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
    const results = this.labs.get(id)?.results ?? [];
    const arms = group.names.map((name, place): [string, ArmState] => [
      name,
      {
        label: this.labelOf(id, name),
        link: links.length === group.names.length ? (links[place] ?? null) : null,
        digest: results[place]?.summary.digest ?? null,
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
      for (const [kind, place] of [['prediction', 'predictions'] as const, ['check', 'checks'] as const])
        for (const [id, { answer, passed }] of Object.entries(progress.value[place]))
          if (before[place][id]?.passed !== passed || before[place][id]?.answer !== answer)
            this.host.sendEvent('answer', { kind, id, answer, passed });
      before = progress.value;
      this.reportCompleted();
    });
  }

  private reportCompleted(): void {
    const current = lessonScore(this.lesson, this.subject.lessonSession.progress.value);
    const complete = current.complete && (this.hasQuestions || this.hasRun);
    if (complete && !this.complete) this.host.sendEvent('completed', current);
    this.complete = complete;
  }

  /** Follows experiments that come onto the page, and reports their runs. */
  private followBenchGroups(): void {
    for (const [id, group] of this.subject.lessonSession.benchGroups.value) {
      if (this.labs.get(id)?.arms === group) continue;
      const lab = new HostedLab(group, true, {
        finished: () => {
          this.host.sendEvent('summary', this.summaryOf(id, lab));
          this.hasRun = true;
          this.reportCompleted();
        },
        complain: (_, found) => this.problems.set([...this.problems.value, ...found]),
      });
      // The address's options are for a single experiment, which shows its seconds as soon as the run begins.
      if (id === this.subject.experiment)
        lab.set({ ...this.parameters, seconds: undefined }, this.parameters);
      this.labs.set(id, lab);
    }
  }
}

/** Longest time that a request waits for its experiment: a part of the lab may be missing. */
const LOADED_WITHIN_MS = 20_000;

/** Nothing to wait for where a prediction comes first, or where the user starts many runs. */
function ifCovered(error: unknown): undefined {
  if (error instanceof Refusal && ['covered', 'not_supported'].includes(error.failure.code)) return;
  throw error;
}
