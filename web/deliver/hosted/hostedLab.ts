/**
 * A lab in another page, without its looks: opens links, takes the host's scenarios and options, and reports to the host. A frame sends the
 * reports as messages (embed/session.ts), an element as DOM events and a notebook to Python (element/lab.tsx).
 */
import { type Observable, until } from '../../base/observable';
import { same } from '../../base/same';
import type { Problem, Scenario } from '../../engine/schema';
import { problemInWords } from '../../engine/translate';
import { openArm } from '../../lessons/arms';
import type { BenchGroup } from '../../lessons/experiment/benchGroup';
import type { Bench } from '../../run/bench';
import type { Runner } from '../../run/runner';
import { indexedPath } from '../../scenario/path';
import { misfits } from './misfits';
import { showOptions, type Values } from './options';
import { type LocalizedProblem, localized, problemsForUser } from './problems';
import type { LabProblem, Result } from './values';

/** Receives what happens in a lab. */
export interface Reports {
  /** A run has started. */
  started?(): void;
  /** A link's scenario is there, before the engine has accepted the text. */
  opened?(text: string): void;
  /** The engine has accepted a scenario of the host or of the user. */
  accepted?(text: string, scenario: Scenario): void;
  /** All runs have finished, for the first time or after a change. */
  finished(results: readonly Result[]): void;
  /** The engine refuses the scenario, or can't run. */
  failed?(problem: LabProblem): void;
  /** Problems with an option, a link or the run (`topic`), or sentences about it, take the place of the earlier ones. */
  complain(topic: string, problems: readonly LocalizedProblem[], sentences?: readonly string[]): void;
}

/** A scenario's text, or a link. */
type Content = { scenario?: string | null; link?: string | null };

/** The runs of a lab, as an experiment has them, and the reason if one couldn't be opened. */
type Arms = Pick<BenchGroup, 'names' | 'benches' | 'first'> & {
  state?: Observable<{ failure: string | null }>;
};

export class HostedLab {
  readonly arms: Arms;
  /** The latest finished runs; undefined for arms that had no result when another one finished. */
  results: readonly (Result | undefined)[] = [];
  /** Controls and flows that every run must have. */
  fitting: Values = {};
  /** Options that wait for a finished run, because they need its length. */
  waiting: Values = {};
  private unchecked: Values = {};
  private readonly undoes: boolean;
  private readonly reports: Reports;
  /** The last problems of `fitting`. */
  private unfit: readonly Problem[] = [];
  /** The link that is being opened, and whether its scenario is on the bench; null if there is none. */
  private opening: { onBench: boolean } | null = null;
  private readonly stops: (() => void)[];

  /**
   * @param undoes true for hosts that change fields of what was opened: Reset returns to that, and what the engine refuses is undone. False for
   *   hosts that set the scenario: Reset returns to it, and what the engine refuses stays as a draft next to the last run.
   */
  constructor(arms: Arms, undoes: boolean, reports: Reports) {
    this.arms = arms;
    this.undoes = undoes;
    this.reports = reports;
    this.stops = arms.benches.map((bench) => this.follow(bench));
  }

  dispose(): void {
    this.opening = null;
    for (const stop of this.stops) stop();
  }

  /**
   * Takes a scenario or a link, and options, which are shown as soon as there's a finished run. Reports those to check that don't fit it.
   * A link opens its scenario first, then its changes to that, which become what Reset returns to.
   */
  set({ scenario = null, link = null, ...values }: Values & Content, checked: Values = values): void {
    this.waiting = { ...this.waiting, ...values };
    this.unchecked = { ...this.unchecked, ...checked };
    if (scenario !== null) void this.write([scenario]);
    if (link !== null) void this.open(link);
    this.look();
  }

  private async open(link: string): Promise<void> {
    const opening = { onBench: false };
    this.opening = opening;
    try {
      const { text, link: made, notes } = await openArm({ label: '', link });
      if (this.opening !== opening) return;
      this.reports.complain('link', [], notes);
      if (made !== null) {
        opening.onBench = true;
        this.arms.first.open(nameIn(text), text, { link: made });
        return;
      }
      this.reports.opened?.(text);
      void this.write([text]);
    } catch (error) {
      if (this.opening !== opening) return;
      this.opening = null;
      this.reports.complain('link', [], [error instanceof Error ? error.message : String(error)]);
    }
  }

  /** Makes texts the scenarios of the benches. Null leaves one as it is. Resolves with what the engine refuses, if that's undone. */
  async write(texts: readonly (string | null)[]): Promise<readonly Problem[]> {
    const { benches } = this.arms;
    this.opening = null;
    const asked_at = performance.now();
    const edits = benches.flatMap((bench, place) => {
      const { text, scenario } = bench.state.value;
      const next = texts[place] ?? null;
      if (next === null || (!this.undoes && next === text)) return [];
      if (!this.undoes) bench.open(nameIn(next), next);
      if (this.undoes || bench.state.value.text !== next) bench.write(next, asked_at);
      return [{ bench, text, scenario }];
    });
    if (!this.undoes) return [];
    await this.settled();
    const refused = edits.flatMap(({ bench }) => bench.runner.state.value.problems);
    if (refused.length === 0) return [];
    for (const { bench, text, scenario } of edits) {
      if (bench.state.value.draft !== null) bench.discardDraft();
      else if (scenario !== null) bench.replaceScenario(scenario, asked_at, text);
    }
    await this.settled();
    return refused;
  }

  /** Waits until all runs have ended. Resolves to the reason if one of them did not begin or finish, else to null. */
  settled(): Promise<string | null> {
    const { benches, state } = this.arms;
    const runners = benches.map(({ runner }) => runner);
    const ended = () => {
      const states = runners.map((runner) => runner.state.value);
      if (state && state.value.failure !== null) return state.value.failure;
      if (states.some(({ phase }) => phase === 'idle' || phase === 'running')) return undefined;
      const unfinished = states.find(({ phase }) => phase !== 'done');
      return unfinished ? (unfinished.crash ?? `the run is ${unfinished.phase}`) : null;
    };
    const all = runners.map((runner) => runner.state);
    return until(
      state ? [state, ...all] : all,
      ended,
      () => (runners.some(isRunning) ? null : BEGUN_WITHIN_MS),
      `the run has not begun within ${BEGUN_WITHIN_MS / 1000} s`,
    );
  }

  /** Reports what happens on a bench. Returns a function that stops it. */
  private follow(bench: Bench): () => void {
    const { runner } = bench;
    let text: string | null = null;
    let before = runner.state.value.phase;
    let refused = bench.state.value.linkProblems;
    return runner.state.subscribe(() => {
      const { accepted, phase, problems, crash } = runner.state.value;
      const { linkProblems, text: onBench } = bench.state.value;
      const changed = phase !== before;
      before = phase;
      if (changed && phase === 'running') this.reports.started?.();
      if (linkProblems !== refused && linkProblems.length > 0)
        this.reports.complain('link', linkProblems.map(localized));
      else if (changed && (phase === 'refused' || phase === 'crashed'))
        this.reports.failed?.({ message: crash ?? problems.map(problemInWords).join('\n'), problems });
      refused = linkProblems;
      if (this.opening?.onBench) {
        // The engine hasn't accepted or refused the link yet.
        if (!bench.opened) return;
        this.opening = null;
        if (linkProblems.length === 0) {
          this.reports.opened?.(onBench);
          bench.rebase();
        }
      }
      if (accepted !== null && accepted.text !== text && accepted.text === runner.wanted) {
        text = accepted.text;
        this.reports.accepted?.(text, accepted.scenario);
      }
      if (phase === 'done') this.finish();
    });
  }

  private finish(): void {
    const results = this.arms.benches.map(({ runner, opened }) => {
      const { phase, accepted, shown } = runner.state.value;
      // A short run may be over before the next one replaces it: a link's scenario without the link's changes.
      const isWanted = phase === 'done' && opened && accepted?.text === runner.wanted;
      return isWanted && shown?.summary ? { text: accepted.text, summary: shown.summary } : undefined;
    });
    const same = results.every((one, place) => one?.summary === this.results[place]?.summary);
    this.results = results;
    const whole = results.filter((one) => one !== undefined);
    if (same || whole.length < results.length) return;
    this.look();
    this.reports.finished(whole);
  }

  /** Shows the options that wait, if there's a run for them. */
  private look(): void {
    const { benches } = this.arms;
    const { phase, shown } = this.arms.first.runner.state.value;
    if (phase !== 'done' || shown === null || this.opening !== null) return;
    for (const problem of misfits(this.unchecked, benches)) this.reports.complain(problem.path, [problem]);
    showOptions(this.arms.first.view, this.waiting);
    this.waiting = {};
    this.unchecked = {};
    const controls = this.fitting.controls?.map((path) => indexedPath(path, shown.scenario));
    const wrong = misfits({ ...this.fitting, controls }, benches);
    const unfit = problemsForUser(wrong);
    // Each run of a drag finds the same.
    if (!same(unfit, this.unfit)) this.reports.complain('run', wrong);
    this.unfit = unfit;
  }
}

/** True if the engine runs what is wanted. */
const isRunning = ({ state: { value }, wanted }: Runner) =>
  value.phase === 'running' && value.accepted?.text === wanted;

/** Longest time until a run begins, once nothing else happens: its files or the engine's may not come. */
const BEGUN_WITHIN_MS = 60_000;

/** The name in a scenario's text; the engine reports what is wrong with a text that has none. */
function nameIn(text: string): string {
  try {
    return String((JSON.parse(text) as { name?: unknown }).name ?? '');
  } catch {
    return '';
  }
}
