/** Keys that move the window wherever the focus is within the game. */
import type { Game } from './game';

/** Handles a key of the game. Returns true if it was one. */
export function press(game: Game, key: string, shift: boolean): boolean {
  const { cwnd } = game.state.value;
  switch (key) {
    case 'ArrowUp':
      game.steer(cwnd + (shift ? 5 : 1));
      return true;
    case 'ArrowDown':
      game.steer(cwnd - (shift ? 5 : 1));
      return true;
    case 'h':
      game.steer(Math.floor(cwnd / 2));
      return true;
    case 'd':
      game.steer(2 * cwnd);
      return true;
    case 'p':
      game.toggle();
      return true;
    default:
      return false;
  }
}
