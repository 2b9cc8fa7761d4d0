/**
 * A run that the student steers. The game keeps a clock and the student's moves. After each move the engine runs the whole scenario again
 * with all moves so far, and the clock reveals the result up to the current moment. So every game is an ordinary scenario whose result
 * doesn't depend on the machine's speed: if the engine lags behind, the clock waits.
 */
import { Observable } from '../../base/observable';
import type { Frames } from '../../lab/time/playback';

/** A change of the window at a moment. */
export interface Move {
  at_s: number;
  cwnd: number;
}

export type GamePhase = 'ready' | 'playing' | 'paused' | 'over';

export interface GameState {
  phase: GamePhase;
  /** The moment shown, s. */
  now_s: number;
  /** The latest moment reached, s. Earlier moments replay the recorded moves. */
  reached_s: number;
  /** The window at the moment shown, segments. */
  cwnd: number;
  moves: readonly Move[];
  /** Simulated seconds per second. */
  speed: number;
  /** Number of times that the student took over again from an earlier moment. */
  takeovers: number;
  /** Real time spent playing, s. */
  played_s: number;
}

export interface GameRules {
  duration_s: number;
  /** First and largest window, segments. */
  firstCwnd: number;
  maxCwnd: number;
}

export const GAME_SPEEDS = [0.25, 0.5, 1, 2, 4];

/** Of moves closer together than this, only the last is kept. A run of 30 s then has at most 3,000 moves, the engine's limit. */
const MIN_GAP_S = 0.01;
/** Time between two updates of the picture. */
const PICTURE_MS = 50;
/** Longest frame that counts. After a longer pause, the game continues from where it was. */
const MAX_FRAME_MS = 100;
/** Moves happen at whole milliseconds, so that a link can carry them exactly. */
const MOVES_PER_S = 1000;
/** Maximum lead of the clock over a move that the engine hasn't run, in seconds at speed 1. */
const MAX_LEAD = 0.25;

/** The window that the moves give at a moment. */
export function windowAt(moves: readonly Move[], moment: number, firstCwnd: number): number {
  return moves.findLast(({ at_s }) => at_s <= moment)?.cwnd ?? firstCwnd;
}

export class Game {
  readonly state: Observable<GameState>;
  readonly rules: GameRules;
  private readonly frames: Frames;
  private frame = 0;
  private lastFrame_ms: number | null = null;
  private undrawn_ms = 0;
  private removeHiddenListener: (() => void) | null = null;
  /** Time of the first move that the engine hasn't run yet; null if it has run all. */
  private unconfirmed_s: number | null = 0;

  constructor(rules: GameRules, frames: Frames) {
    this.rules = rules;
    this.frames = frames;
    this.state = new Observable(fresh(rules, 1));
  }

  /** Starts or continues. From an earlier moment, it replays the recorded moves until the student makes a new one. */
  play(): void {
    const { phase } = this.state.value;
    if (phase === 'playing') return;
    if (this.state.value.now_s >= this.rules.duration_s) this.restart();
    this.lastFrame_ms = null;
    this.removeHiddenListener = this.frames.whenHidden(() => this.pause());
    this.frame = this.frames.request(this.advance);
    this.change({ phase: 'playing' });
  }

  pause(): void {
    if (this.state.value.phase !== 'playing') return;
    this.stopClock();
    this.change({ phase: 'paused' });
  }

  toggle(): void {
    if (this.state.value.phase === 'playing') this.pause();
    else this.play();
  }

  /** Starts another game on the same path. */
  restart(): void {
    this.stopClock();
    this.unconfirmed_s = 0;
    this.state.set(fresh(this.rules, this.state.value.speed));
  }

  /** Shows a run that was played elsewhere, from its end. It can be replayed, and taken over from any moment. */
  load(moves: readonly Move[]): void {
    this.stopClock();
    const { duration_s, firstCwnd } = this.rules;
    this.unconfirmed_s = 0;
    this.state.set({
      ...fresh(this.rules, this.state.value.speed),
      phase: 'over',
      now_s: duration_s,
      reached_s: duration_s,
      cwnd: windowAt(moves, duration_s, firstCwnd),
      moves,
    });
  }

  /** Replays the recorded moves from the start. */
  replay(): void {
    this.seek(0);
    this.play();
  }

  /** Sets the window from now on. Drops any moves after this moment. */
  steer(cwnd: number): void {
    const { moves, now_s, reached_s, phase } = this.state.value;
    const next = Math.round(Math.min(Math.max(cwnd, 1), this.rules.maxCwnd));
    if (phase === 'over' || !Number.isFinite(next)) return;
    if (next === this.state.value.cwnd && now_s >= reached_s) return;
    const earlier = moves.filter(({ at_s }) => at_s <= now_s);
    const last = earlier.at(-1);
    const kept = last !== undefined && now_s - last.at_s < MIN_GAP_S ? earlier.slice(0, -1) : earlier;
    const at_s =
      kept.length < earlier.length && last !== undefined
        ? last.at_s
        : Math.floor(now_s * MOVES_PER_S) / MOVES_PER_S;
    this.unconfirmed_s = Math.min(this.unconfirmed_s ?? at_s, at_s);
    const takeover = now_s < reached_s ? 1 : 0;
    this.change({
      moves: [...kept, { at_s, cwnd: next }],
      cwnd: next,
      reached_s: now_s,
      takeovers: this.state.value.takeovers + takeover,
    });
  }

  /** Shows an earlier moment while the game is paused. */
  seek(moment: number): void {
    const { reached_s, moves } = this.state.value;
    this.pause();
    const now_s = Math.min(Math.max(moment, 0), reached_s);
    this.change({ phase: 'paused', now_s, cwnd: windowAt(moves, now_s, this.rules.firstCwnd) });
  }

  /** Drops the moves after the moment shown, and continues from there. */
  takeOver(): void {
    const { moves, now_s, reached_s, takeovers } = this.state.value;
    if (now_s >= reached_s) return;
    this.unconfirmed_s = Math.min(this.unconfirmed_s ?? now_s, now_s);
    this.change({
      moves: moves.filter(({ at_s }) => at_s <= now_s),
      reached_s: now_s,
      takeovers: takeovers + 1,
    });
    this.play();
  }

  setSpeed(speed: number): void {
    this.change({ speed });
  }

  /** Called when the engine has run these moves. */
  confirm(run: readonly Move[]): void {
    const { moves } = this.state.value;
    const differs = moves.findIndex((move, at) => move.at_s !== run[at]?.at_s || move.cwnd !== run[at]?.cwnd);
    if (differs >= 0) this.unconfirmed_s = moves[differs]?.at_s ?? null;
    else this.unconfirmed_s = run.length > moves.length ? (run[moves.length]?.at_s ?? null) : null;
  }

  dispose(): void {
    this.stopClock();
  }

  private stopClock(): void {
    if (this.state.value.phase !== 'playing') return;
    this.frames.cancel(this.frame);
    this.removeHiddenListener?.();
  }

  private readonly advance = (now_ms: number): void => {
    const passed_ms = Math.min(now_ms - (this.lastFrame_ms ?? now_ms), MAX_FRAME_MS);
    this.lastFrame_ms = now_ms;
    const { now_s, speed } = this.state.value;
    // The clock waits if the engine hasn't run a move that was made some time ago.
    const waits = this.unconfirmed_s !== null && now_s - this.unconfirmed_s > MAX_LEAD * speed;
    if (!waits) this.undrawn_ms += passed_ms;
    const next = now_s + (this.undrawn_ms / 1000) * speed;
    if (next >= this.rules.duration_s) {
      this.stopClock();
      this.show(this.rules.duration_s, 'over');
      return;
    }
    if (this.undrawn_ms >= PICTURE_MS) this.show(next, 'playing');
    this.frame = this.frames.request(this.advance);
  };

  private show(now_s: number, phase: GamePhase): void {
    const { moves, reached_s, played_s } = this.state.value;
    this.change({
      phase,
      now_s,
      reached_s: Math.max(reached_s, now_s),
      cwnd: windowAt(moves, now_s, this.rules.firstCwnd),
      played_s: played_s + this.undrawn_ms / 1000,
    });
    this.undrawn_ms = 0;
  }

  private change(change: Partial<GameState>): void {
    this.state.set({ ...this.state.value, ...change });
  }
}

function fresh({ firstCwnd }: GameRules, speed: number): GameState {
  return {
    phase: 'ready',
    now_s: 0,
    reached_s: 0,
    cwnd: firstCwnd,
    moves: [],
    speed,
    takeovers: 0,
    played_s: 0,
  };
}

/** A sender that follows the moves. Moves at time 0 set its initial window, because it sends that before any ACK arrives. */
export function byHandSender(moves: readonly Move[], firstCwnd: number) {
  return {
    preset: 'by-hand',
    initial_cwnd: windowAt(moves, 0, firstCwnd),
    avoidance: { kind: 'by_hand', moves },
  };
}
