/** A game on a path with the engine behind it: the moves of the hand go there as a scenario, and its run comes back. */
import { Observable } from '../../base/observable';
import type { Run } from '../../run/trace';
import type { Frames } from '../../time/playback';
import { Game, handSender, type Move } from './game';
import { type CapstonePath, withSender } from './paths';
import { Rerun, type RunnerLike } from './rerun';

/** A run, and the moves that gave it. */
export interface HandRun {
  run: Run;
  moves: readonly Move[];
  text: string;
}

export class HandSession {
  readonly path: CapstonePath;
  readonly game: Game;
  readonly shown = new Observable<HandRun | null>(null);
  readonly rerun: Rerun<readonly Move[]>;
  private asked: readonly Move[] | null = null;

  constructor(path: CapstonePath, frames: Frames, runner?: RunnerLike) {
    this.path = path;
    const { duration_s, first, most } = path;
    this.game = new Game({ duration_s, first, most }, frames);
    this.rerun = new Rerun<readonly Move[]>(({ run, text, tag }) => {
      this.game.arrived(tag);
      this.shown.set({ run, moves: tag, text });
    }, runner);
    this.game.state.subscribe(() => this.follow());
    this.follow();
  }

  /** The run of the game that is over; null before, and until the engine has run its last moves. */
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
    this.rerun.want(withSender(this.path, handSender(moves, this.path.first)), moves);
  }
}
