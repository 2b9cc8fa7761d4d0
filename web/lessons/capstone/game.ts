/**
 * A run that is steered while it goes on. The game keeps its clock and the student's moves; the engine computes the results: after each
 * move the whole scenario runs again with all moves so far, and the clock only reveals it. So every game is an ordinary scenario,
 * and its picture never depends on the machine's speed: if the engine lags behind, the clock waits.
 */
import { Observable } from '../../base/observable';
import type { Frames } from '../../time/playback';

/** Another window from a moment on. */
export interface Move {
  at_s: number;
  cwnd: number;
}

export type GamePhase = 'ready' | 'playing' | 'paused' | 'over';

export interface GameState {
  phase: GamePhase;
  /** The moment that is shown, s. */
  now_s: number;
  /** The latest moment reached, s. Looking back before it shows the moves that were made. */
  reached_s: number;
  /** The window in the hand now, segments. */
  cwnd: number;
  moves: readonly Move[];
  /** Simulated seconds per second. */
  speed: number;
  /** Number of times that the student took over again from an earlier moment. */
  takeovers: number;
  /** Seconds of the reader's that were spent playing. */
  played_s: number;
}

export interface GameRules {
  duration_s: number;
  /** First and largest window, segments. */
  first: number;
  most: number;
}

export const GAME_SPEEDS = [0.25, 0.5, 1, 2, 4];

/** Of moves that are closer together only the last one stays: a run of 30 s has 3,000 at most, as many as the engine takes. */
const MIN_GAP_S = 0.01;
/** Time between two pictures. */
const PICTURE_MS = 50;
/** A page that was held up goes on from where it was. */
const MAX_FRAME_MS = 100;
/** Lead of the clock over the engine, simulated seconds per second. */
const MAX_LEAD = 0.25;

/** The window that the moves give at a moment. */
export function windowAt(moves: readonly Move[], moment: number, first: number): number {
  return moves.findLast(({ at_s }) => at_s <= moment)?.cwnd ?? first;
}

export class Game {
  readonly state: Observable<GameState>;
  readonly rules: GameRules;
  private readonly frames: Frames;
  private frame = 0;
  private before: number | null = null;
  private undrawn_ms = 0;
  private removeHiddenListener: (() => void) | null = null;
  /** When the first move was made that the engine has not run yet. */
  private unconfirmed_s: number | null = 0;

  constructor(rules: GameRules, frames: Frames) {
    this.rules = rules;
    this.frames = frames;
    this.state = new Observable(fresh(rules, 1));
  }

  /** Starts or continues. From an earlier moment it replays the recorded moves until the player makes a new one. */
  play(): void {
    const { phase } = this.state.value;
    if (phase === 'playing') return;
    if (this.state.value.now_s >= this.rules.duration_s) this.restart();
    this.before = null;
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

  /** Another game on the same path. */
  restart(): void {
    this.stopClock();
    this.unconfirmed_s = 0;
    this.state.set(fresh(this.rules, this.state.value.speed));
  }

  /** Gives the window another size from now on. What came after this moment, if anything did, is forgotten. */
  steer(cwnd: number): void {
    const { moves, now_s, reached_s, phase } = this.state.value;
    const next = Math.round(Math.min(Math.max(cwnd, 1), this.rules.most));
    if (phase === 'over' || !Number.isFinite(next)) return;
    if (next === this.state.value.cwnd && now_s >= reached_s) return;
    const earlier = moves.filter(({ at_s }) => at_s <= now_s);
    const last = earlier.at(-1);
    const kept = last !== undefined && now_s - last.at_s < MIN_GAP_S ? earlier.slice(0, -1) : earlier;
    const at_s = kept.length < earlier.length && last !== undefined ? last.at_s : now_s;
    this.unconfirmed_s = Math.min(this.unconfirmed_s ?? at_s, at_s);
    const again = now_s < reached_s ? 1 : 0;
    this.change({
      moves: [...kept, { at_s, cwnd: next }],
      cwnd: next,
      reached_s: now_s,
      takeovers: this.state.value.takeovers + again,
    });
  }

  /** Shows an earlier moment while the game is paused. */
  seek(moment: number): void {
    const { reached_s, moves } = this.state.value;
    this.pause();
    const now_s = Math.min(Math.max(moment, 0), reached_s);
    this.change({ phase: 'paused', now_s, cwnd: windowAt(moves, now_s, this.rules.first) });
  }

  /** Forgets what came after the moment that is shown, and goes on from there. */
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

  /** The engine has run these moves. */
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
    const passed_ms = Math.min(now_ms - (this.before ?? now_ms), MAX_FRAME_MS);
    this.before = now_ms;
    const { now_s, speed } = this.state.value;
    // The clock waits for an engine that has not yet run what the hand did some time ago.
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
      cwnd: windowAt(moves, now_s, this.rules.first),
      played_s: played_s + this.undrawn_ms / 1000,
    });
    this.undrawn_ms = 0;
  }

  private change(change: Partial<GameState>): void {
    this.state.set({ ...this.state.value, ...change });
  }
}

function fresh({ first }: GameRules, speed: number): GameState {
  return {
    phase: 'ready',
    now_s: 0,
    reached_s: 0,
    cwnd: first,
    moves: [],
    speed,
    takeovers: 0,
    played_s: 0,
  };
}

/** The sender that follows the moves. Its first window leaves before any ACK could move it. */
export function byHandSender(moves: readonly Move[], first: number) {
  return {
    preset: 'by-hand',
    initial_cwnd: windowAt(moves, 0, first),
    avoidance: { kind: 'by_hand', moves },
  };
}
