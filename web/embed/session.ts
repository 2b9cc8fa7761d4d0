/** One embed as its host knows it: what it asks is done here, and what happens is told. It knows of no window and draws nothing. */
import { Observable } from '../base/observable';
import { worst } from '../lessons/experiment/LabStatus';
import type { Lab } from '../lessons/experiment/lab';
import { progressIn, progressOf } from '../lessons/progress';
import { lessonStanding } from '../lessons/standing';
import type { Visit } from '../lessons/visit';
import type { Run } from '../run/trace';
import type { ArmState, Events, ExperimentState, Request, State, Which } from '../sdk/protocol';
import { change, settled } from './change';
import type { HostLine, Reply } from './hostLine';
import type { EmbedParameters } from './parameters';
import { Refusal } from './refusal';
import type { Subject } from './subject';
import { unfitting } from './unfitting';
import { toldToHost, type Wrong } from './wrong';

export class Session {
  readonly subject: Subject;
  readonly parameters: EmbedParameters;
  /** What is wrong with the address; more may come once the scenario is there. */
  readonly problems: Observable<readonly Wrong[]>;
  private readonly line: HostLine;
  /** The runs that were told last, by experiment. */
  private readonly told = new Map<string, string>();
  /** What a host asks is done one after the other. */
  private last: Promise<unknown> = Promise.resolve();
  private complete = false;
  private ran = false;

  constructor(subject: Subject, parameters: EmbedParameters, problems: readonly Wrong[], line: HostLine) {
    this.subject = subject;
    this.parameters = parameters;
    this.problems = new Observable([...problems, ...subject.problems]);
    this.line = line;
    this.complete = this.asks && lessonStanding(this.lesson, subject.visit.progress.value).complete;
    this.followAnswers();
    subject.visit.standings.subscribe(() => this.tellSummaries());
    subject.visit.labs.subscribe(() => this.followLabs());
  }

  /** Starts answering the host. */
  open(): void {
    const { shows, title } = this.subject;
    const problems = toldToHost(this.problems.value);
    this.line.answer((request) => this.serve(request), { shows, title, problems });
  }

  private get lesson() {
    return this.subject.visit.opened.lesson;
  }

  private get asks(): boolean {
    const { asked, tasks } = lessonStanding(this.lesson, this.subject.visit.progress.value);
    return asked + tasks > 0;
  }

  private async serve(request: Request): Promise<Reply> {
    try {
      if (request.method === 'getState') return { result: await this.state() };
      const mine = this.last.then(() => this.act(request));
      // A failed request must not block the next.
      this.last = mine.catch(() => undefined);
      return { result: await mine };
    } catch (error) {
      if (error instanceof Refusal) return { failure: error.failure };
      throw error;
    }
  }

  private async act(request: Exclude<Request, { method: 'getState' }>): Promise<unknown> {
    if (request.method === 'run') return this.run(request.params);
    const { progress, ...rest } = request.params;
    if (progress !== undefined) this.takeUp(progress);
    if (Object.keys(rest).length > 0) {
      const [, lab] = await this.labOf(rest);
      await change(lab, rest, this.parameters.locked);
    }
    return this.state();
  }

  private takeUp(progress: Record<string, unknown>): void {
    const { name } = this.subject.visit.opened.about;
    if (this.subject.shows === 'bench')
      throw new Refusal('not_supported', 'A bench asks nothing: it has no progress.');
    const read = progressOf(progress);
    if (read === null)
      throw new Refusal(
        'bad_request',
        `params.progress: What the file says of the lesson ${name} cannot be read; nothing was changed.`,
      );
    progressIn(name).set(read);
  }

  /** Runs all arms of an experiment, again if they have already run. */
  private async run(which: Which): Promise<Events['summary']> {
    const [id, lab] = await this.labOf(which);
    await settled(lab);
    const before = this.runsOf(id, lab);
    const came = new Promise<void>((resolve) => {
      const leave = this.subject.visit.standings.subscribe(() => {
        const now = this.runsOf(id, lab);
        if (now.some((run, place) => run === undefined || run.id === before[place]?.id)) return;
        leave();
        resolve();
      });
    });
    for (const { runner } of lab.benches) runner.again();
    const failed = await settled(lab);
    if (failed !== null) throw new Refusal('failed', failed);
    await came;
    return this.summaryOf(id, lab);
  }

  private runsOf(id: string, lab: Lab): (Run | undefined)[] {
    const mine = this.subject.visit.standings.value.get(id)?.mine;
    return lab.names.map((name) => mine?.get(name));
  }

  private summaryOf(id: string, lab: Lab): Events['summary'] {
    const experiment = this.lesson.experiments[id];
    const arms: Events['summary']['arms'] = {};
    this.runsOf(id, lab).forEach((run, place) => {
      const name = lab.names[place] ?? '';
      if (run?.summary) arms[name] = { label: labelOf(experiment, name), summary: run.summary };
    });
    return { experiment: id, arms };
  }

  /** The benches of an experiment; where the embed shows only one they are on their way. */
  private async labOf({ experiment }: Which): Promise<[id: string, Lab]> {
    const { visit, experiment: only } = this.subject;
    const id = experiment ?? only;
    const names = only === null ? Object.keys(this.lesson.experiments) : [only];
    if (id === null || !names.includes(id))
      throw new Refusal('not_there', `params.experiment: allowed here: ${names.join(', ')}`);
    if (this.lesson.experiments[id]?.kind !== 'runs')
      throw new Refusal('not_supported', 'An experiment of many runs is started by its reader.');
    const answered = visit.progress.value.predictions;
    const covering = Object.entries(this.lesson.predictions).filter(([, { covers }]) => covers.includes(id));
    if (covering.some(([key]) => answered[key] === undefined))
      throw new Refusal('covered', 'The reader has to lock a prediction before this experiment is shown.');
    const there = visit.labs.value.get(id);
    if (there !== undefined) return [id, there];
    if (only === null)
      throw new Refusal('not_there', 'The reader has not come to this experiment: it is not loaded yet.');
    return [id, await arrivalOf(visit, id)];
  }

  private async state(): Promise<State> {
    const { shows, visit } = this.subject;
    const experiments: State['experiments'] = {};
    for (const [id, lab] of visit.labs.value) experiments[id] = await this.stateOf(id, lab);
    const progress = visit.progress.value;
    return {
      shows,
      lesson: shows === 'bench' ? null : visit.opened.about.name,
      experiments,
      standing: lessonStanding(this.lesson, progress),
      progress: shows === 'bench' ? null : { ...progress },
    };
  }

  private async stateOf(id: string, lab: Lab): Promise<ExperimentState> {
    const links = await lab.links();
    const runs = this.runsOf(id, lab);
    const arms = lab.names.map((name, place): [string, ArmState] => [
      name,
      {
        label: labelOf(this.lesson.experiments[id], name),
        link: links.length === lab.names.length ? (links[place] ?? null) : null,
        digest: runs[place]?.summary?.digest ?? null,
      },
    ]);
    const { view } = lab.first;
    return {
      phase: worst(lab.benches.map(({ runner }) => runner.state.value.phase)),
      arms: Object.fromEntries(arms),
      cursor: view.cursor.value,
      seconds: [view.window.from, view.window.to],
    };
  }

  /** Reports every prediction and task whose answer or verdict changes. */
  private followAnswers(): void {
    const { progress } = this.subject.visit;
    let before = progress.value;
    progress.subscribe(() => {
      const { predictions, checks } = progress.value;
      for (const [id, { answer, passed }] of Object.entries(predictions))
        if (before.predictions[id]?.passed !== passed || before.predictions[id]?.answer !== answer)
          this.line.tell('answer', { kind: 'prediction', id, answer, passed });
      for (const [id, { answer, passed }] of Object.entries(checks))
        if (before.checks[id]?.passed !== passed || before.checks[id]?.answer !== answer)
          this.line.tell('answer', { kind: 'check', id, answer, passed });
      before = progress.value;
      this.tellCompleted();
    });
  }

  private tellSummaries(): void {
    const { visit } = this.subject;
    for (const [id, lab] of visit.labs.value) {
      const runs = this.runsOf(id, lab);
      if (runs.some((run) => run === undefined)) continue;
      const key = runs.map((run) => run?.id).join();
      if (this.told.get(id) === key) continue;
      this.told.set(id, key);
      this.line.tell('summary', this.summaryOf(id, lab));
      this.ran = true;
      this.tellCompleted();
    }
  }

  private tellCompleted(): void {
    const standing = lessonStanding(this.lesson, this.subject.visit.progress.value);
    const complete = standing.complete && (this.asks || this.ran);
    if (complete && !this.complete) this.line.tell('completed', standing);
    this.complete = complete;
  }

  /** Looks at the benches as they come: whether they have what the address asks for, and whether they shall play. */
  private followLabs(): void {
    const { visit, experiment } = this.subject;
    const lab = experiment === null ? undefined : visit.labs.value.get(experiment);
    if (lab === undefined) return;
    const leave = lab.state.subscribe(() => {
      const [run] = lab.state.value.shown;
      if (run?.summary == null) return;
      leave();
      const more = unfitting(lab, run, this.parameters);
      if (more.length > 0) this.problems.set([...this.problems.value, ...more]);
      this.play(lab);
    });
  }

  private play(lab: Lab): void {
    const { autoplay } = this.parameters;
    // Who wants no motion presses the button.
    if (autoplay === null || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const { playback } = lab.first.view;
    playback.speed.set(autoplay);
    playback.play();
  }
}

function arrivalOf({ labs }: Visit, id: string): Promise<Lab> {
  return new Promise((resolve) => {
    const leave = labs.subscribe(() => {
      const lab = labs.value.get(id);
      if (lab === undefined) return;
      leave();
      resolve(lab);
    });
  });
}

function labelOf(experiment: unknown, arm: string): string {
  const { arms = {} } = (experiment ?? {}) as { arms?: Record<string, { label: string }> };
  return arms[arm]?.label ?? arm;
}
