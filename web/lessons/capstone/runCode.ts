/**
 * A run by hand as a short code for links: the path and the moves. The code carries no result; whoever opens the link
 * runs the same scenario and gets the same score.
 */
import { t } from '../../base/words/words';
import type { Move } from './game';

/** The path's name, a tilde, then for each move the milliseconds since the one before and the window, in base 36. */
const CODE = /^([a-z-]+)~((?:[\da-z]+-[\da-z]+(?:\.[\da-z]+-[\da-z]+)*)?)$/;

const BASE = 36;

export function runCode(path: string, moves: readonly Move[]): string {
  let before = 0;
  const written = moves.map(({ at_s, cwnd }) => {
    const at_ms = Math.round(1000 * at_s);
    const gap = at_ms - before;
    before = at_ms;
    return `${gap.toString(BASE)}-${cwnd.toString(BASE)}`;
  });
  return `${path}~${written.join('.')}`;
}

/** What a path allows. */
interface Limits {
  name: string;
  duration_s: number;
  maxCwnd: number;
}

/** The longest list of moves that the engine accepts. */
const MOST_MOVES = 3000;

export type ReadRun<P> = { path: P; moves: readonly Move[] } | { problem: string };

export function readRunCode<P extends Limits>(code: string, paths: readonly P[]): ReadRun<P> {
  const [, name, written = ''] = CODE.exec(code) ?? [];
  const path = paths.find((one) => one.name === name);
  if (name === undefined)
    return { problem: t('This link’s run can’t be read. It may have been cut off. Ask for it again.') };
  if (path === undefined)
    return {
      problem: t('This link’s run is on the path “{path}”, which isn’t here (allowed: {names}).', {
        path: name,
        names: paths.map((one) => one.name).join(', '),
      }),
    };
  let at_ms = 0;
  const moves =
    written === ''
      ? []
      : written.split('.').map((move): Move => {
          const [gap = '', cwnd = ''] = move.split('-');
          at_ms += Number.parseInt(gap, BASE);
          return { at_s: at_ms / 1000, cwnd: Number.parseInt(cwnd, BASE) };
        });
  const wrong = moves.findIndex(
    ({ at_s, cwnd }, place) =>
      cwnd < 1 ||
      cwnd > path.maxCwnd ||
      at_s >= path.duration_s ||
      (place > 0 && at_s <= (moves[place - 1]?.at_s ?? 0)),
  );
  if (wrong >= 0)
    return {
      problem: t(
        'Move {number} of this link’s run isn’t allowed: windows are 1 to {max} segments, and each move comes later than the one before, within {end} s.',
        { number: wrong + 1, max: path.maxCwnd, end: path.duration_s },
      ),
    };
  if (moves.length > MOST_MOVES)
    return {
      problem: t('This link’s run has {count} moves. {most} are allowed.', {
        count: moves.length,
        most: MOST_MOVES,
      }),
    };
  return { path, moves };
}

/** The link's address, relative to the lab's main page. */
export function runAddress(path: string, moves: readonly Move[]): string {
  return `lessons/play/?run=${runCode(path, moves)}`;
}
