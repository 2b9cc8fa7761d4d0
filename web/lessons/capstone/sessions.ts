/** Runs a path with the student's sender, steered by hand or designed. Every change runs the path again. */
import { useEffect, useState } from 'react';
import { Observable } from '../../base/observable';
import type { Catalogue, Problem, Scenario } from '../../engine/schema';
import type { Frames } from '../../lab/time/playback';
import { simulate } from '../../run/simulate';
import type { Run } from '../../run/trace';
import { WORKERS, type Workers } from '../../run/workers';
import { differences, senderOf } from '../../scenario/edit';
import { withValue } from '../../scenario/path';
import { byHandSender, Game, type Move } from './game';
import { type CapstonePath, withSender } from './paths';
import { OWN_FLOW } from './score';

/** A finished run, with the tag of its request. */
export interface FinishedRun<Tag> {
  run: Run;
  text: string;
  tag: Tag;
}

export interface RerunState {
  /** Null until the engine has loaded. */
  catalogue: Catalogue | null;
  /** Problems of the last scenario if the engine refused it; empty once another one runs. */
  problems: Problem[];
  /** Why the engine couldn't load, or the last run has failed; null once another one runs. */
  failure: string | null;
}

/** A constant, so that observers see no change. */
const NO_PROBLEMS: Problem[] = [];

/** Runs scenarios one at a time. While one runs, only the latest request waits; it replaces earlier ones. */
export class Rerun<Tag> {
  readonly state = new Observable<RerunState>({ catalogue: null, problems: NO_PROBLEMS, failure: null });
  private readonly onRun: (finished: FinishedRun<Tag>) => void;
  private readonly workers: Workers;
  private readonly controller = new AbortController();
  private readonly release: () => void;
  private latest: { text: string; tag: Tag } | null = null;
  private running = false;

  constructor(onRun: (finished: FinishedRun<Tag>) => void, workers: Workers = WORKERS) {
    this.onRun = onRun;
    this.workers = workers;
    this.release = workers.keepWarm();
  }

  /** Requests a run. `tag` is passed back with the result. */
  request(text: string, tag: Tag): void {
    this.latest = { text, tag };
    void this.again();
  }

  /** Loads the engine and runs the latest request, for example once more after a failure. */
  async again(): Promise<void> {
    if (this.running) return;
    this.running = true;
    if (this.state.value.problems.length === 0) this.update({ failure: null });
    try {
      this.update({ catalogue: (await this.workers.facts()).catalogue });
      for (let ran: typeof this.latest = null; this.latest !== null && ran !== this.latest; ) {
        ran = this.latest;
        await this.run(ran);
      }
    } catch (error) {
      this.update({ failure: (error as Error).message });
    }
    this.running = false;
  }

  dispose(): void {
    this.latest = null;
    this.controller.abort();
    this.release();
  }

  private async run({ text, tag }: { text: string; tag: Tag }): Promise<void> {
    const { workers, controller } = this;
    for await (const event of simulate(text, { rows: true, signal: controller.signal, workers })) {
      if (event.type === 'progress' && this.state.value.failure !== null)
        this.update({ problems: NO_PROBLEMS, failure: null });
      if (event.type === 'failed') this.update({ problems: event.problems, failure: event.failure });
      if (event.type === 'done' && event.run) this.onRun({ run: event.run, text, tag });
    }
  }

  private update(change: Partial<RerunState>): void {
    this.state.set({ ...this.state.value, ...change });
  }
}

/** A run with the moves that led to it. */
export interface HandRun {
  run: Run;
  moves: readonly Move[];
  text: string;
}

/** Connects a game to the engine: each move runs the path again. */
export class HandSession {
  readonly path: CapstonePath;
  readonly game: Game;
  readonly shown = new Observable<HandRun | null>(null);
  readonly rerun: Rerun<readonly Move[]>;
  private asked: readonly Move[] | null = null;

  /** @param played moves to show at first, from a link; null for a game of one's own */
  constructor(path: CapstonePath, frames: Frames, played: readonly Move[] | null = null, workers?: Workers) {
    this.path = path;
    const { duration_s, firstCwnd, maxCwnd } = path;
    this.game = new Game({ duration_s, firstCwnd, maxCwnd }, frames);
    this.rerun = new Rerun<readonly Move[]>(({ run, text, tag }) => {
      this.game.confirm(tag);
      this.shown.set({ run, moves: tag, text });
    }, workers);
    if (played !== null) this.game.load(played);
    this.game.state.subscribe(() => this.follow());
    this.follow();
  }

  /** The run of a finished game; null until the game is over and the engine has run its last moves. */
  outcome(): HandRun | null {
    const { phase, moves } = this.game.state.value;
    const { value } = this.shown;
    return phase === 'over' && value !== null && value.moves === moves ? value : null;
  }

  dispose(): void {
    this.game.dispose();
    this.rerun.dispose();
  }

  private follow(): void {
    const { moves } = this.game.state.value;
    if (moves === this.asked) return;
    this.asked = moves;
    this.rerun.request(withSender(this.path, byHandSender(moves, this.path.firstCwnd)), moves);
  }
}

/** A sender that the student designs. */
export type DesignedSender = Scenario['flows'][number]['sender'];

/** Path of the student's sender in the scenario, for controls and problems. */
export const SENDER_PATH = `flows.${OWN_FLOW}.sender`;

export interface DesignRun {
  run: Run;
  sender: DesignedSender;
  text: string;
}

/** Lets the student change a sender, and runs the path after each change. */
export class DesignSession {
  readonly path: CapstonePath;
  /** Null until the engine has loaded its presets. */
  readonly sender = new Observable<DesignedSender | null>(null);
  readonly shown = new Observable<DesignRun | null>(null);
  readonly rerun: Rerun<DesignedSender>;

  /** @param begun a sender to continue with, or the name of a preset to start from */
  constructor(path: CapstonePath, begun: DesignedSender | string, workers?: Workers) {
    this.path = path;
    this.rerun = new Rerun<DesignedSender>(
      ({ run, text, tag }) => this.shown.set({ run, sender: tag, text }),
      workers,
    );
    const { state } = this.rerun;
    state.subscribe(() => {
      if (this.sender.value !== null || state.value.catalogue === null) return;
      if (typeof begun === 'string') this.choose(begun);
      else this.put(begun);
    });
    void this.rerun.again();
  }

  /** Starts over from a preset. */
  choose(preset: string): void {
    const { catalogue } = this.rerun.state.value;
    const sender = catalogue && senderOf(catalogue, preset);
    if (sender) this.put(sender as DesignedSender);
  }

  /** Changes a field, by its path in the scenario. */
  edit(path: string, value: unknown): void {
    const sender = this.sender.value;
    if (sender === null || !path.startsWith(`${SENDER_PATH}.`)) return;
    this.put(withValue(sender, path.slice(SENDER_PATH.length + 1), value));
  }

  /** Paths of the sender's fields that differ from its preset. */
  differing(sender: DesignedSender): string[] {
    const { catalogue } = this.rerun.state.value;
    const scenario = { flows: [{ sender }] } as unknown as Scenario;
    return catalogue === null ? [] : differences(scenario, OWN_FLOW, catalogue);
  }

  dispose(): void {
    this.rerun.dispose();
  }

  private put(sender: DesignedSender): void {
    this.sender.set(sender);
    this.rerun.request(withSender(this.path, sender), sender);
  }
}

/** Creates an object that owns a worker, and disposes it when the component unmounts. */
export function useSession<T extends { dispose(): void }>(create: () => T): T | null {
  const [session, set] = useState<T | null>(null);
  const [make] = useState(() => create);
  useEffect(() => {
    const fresh = make();
    set(fresh);
    return () => fresh.dispose();
  }, [make]);
  return session;
}
