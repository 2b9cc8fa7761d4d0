/** Runs a path with the student's sender, steered by hand or designed. Every change runs the path again. */
import { useEffect, useState } from 'react';
import { Observable } from '../../base/observable';
import type { Scenario } from '../../engine/schema';
import type { Frames } from '../../lab/time/playback';
import { Runner, type RunnerState } from '../../run/runner';
import type { Run } from '../../run/trace';
import { differences, senderOf } from '../../scenario/edit';
import { withValue } from '../../scenario/path';
import { byHandSender, Game, type Move } from './game';
import { type CapstonePath, withSender } from './paths';
import { OWN_FLOW } from './score';

/** The subset of `Runner` we use; tests supply a fake. */
export type RunnerLike = Pick<Runner, 'state' | 'run' | 'wake' | 'again' | 'dispose'>;

/** A finished run, with the tag of its request. */
export interface FinishedRun<Tag> {
  run: Run;
  text: string;
  tag: Tag;
}

/** Runs scenarios one at a time. While one runs, only the latest request waits; it replaces earlier ones. */
export class Rerun<Tag> {
  readonly runner: RunnerLike;
  private readonly onRun: (finished: FinishedRun<Tag>) => void;
  private readonly unsubscribe: () => void;
  private pending: { text: string; tag: Tag } | null = null;
  private current: { text: string; tag: Tag } | null = null;
  private delivered: Run | null = null;

  constructor(onRun: (finished: FinishedRun<Tag>) => void, runner: RunnerLike = new Runner()) {
    this.onRun = onRun;
    this.runner = runner;
    this.unsubscribe = runner.state.subscribe(() => this.follow(runner.state.value));
  }

  /** Requests a run. `tag` is passed back with the result. */
  request(text: string, tag: Tag): void {
    this.pending = { text, tag };
    if (this.current === null) this.begin();
  }

  /** Retries the latest request after a failure. */
  again(): void {
    const latest = this.pending ?? this.current;
    this.current = null;
    if (latest !== null) this.request(latest.text, latest.tag);
  }

  dispose(): void {
    this.unsubscribe();
    this.runner.dispose();
  }

  private begin(): void {
    this.current = this.pending;
    this.pending = null;
    if (this.current !== null) this.runner.run(this.current.text);
  }

  private follow({ phase, shown }: RunnerState): void {
    if (phase === 'refused' || phase === 'crashed') {
      // A newer request may be valid, or the engine may have recovered.
      if (this.pending !== null) this.begin();
      return;
    }
    if (phase !== 'done' || shown === null || shown.summary === null) return;
    if (this.current === null || shown === this.delivered) return;
    const { current } = this;
    this.delivered = shown;
    this.current = null;
    this.begin();
    this.onRun({ run: shown, ...current });
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
  constructor(
    path: CapstonePath,
    frames: Frames,
    played: readonly Move[] | null = null,
    runner?: RunnerLike,
  ) {
    this.path = path;
    const { duration_s, firstCwnd, maxCwnd } = path;
    this.game = new Game({ duration_s, firstCwnd, maxCwnd }, frames);
    this.rerun = new Rerun<readonly Move[]>(({ run, text, tag }) => {
      this.game.confirm(tag);
      this.shown.set({ run, moves: tag, text });
    }, runner);
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
  constructor(path: CapstonePath, begun: DesignedSender | string, runner?: RunnerLike) {
    this.path = path;
    this.rerun = new Rerun<DesignedSender>(
      ({ run, text, tag }) => this.shown.set({ run, sender: tag, text }),
      runner,
    );
    const { state } = this.rerun.runner;
    state.subscribe(() => {
      if (this.sender.value !== null || state.value.catalogue === null) return;
      if (typeof begun === 'string') this.choose(begun);
      else this.put(begun);
    });
    this.rerun.runner.wake();
  }

  /** Starts over from a preset. */
  choose(preset: string): void {
    const { catalogue } = this.rerun.runner.state.value;
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
    const { catalogue } = this.rerun.runner.state.value;
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
