/** Stores the student's best results in the report. */

import { t } from '../../base/words/words';
import { packed } from '../../run/share/address';
import { GAME_LESSON, gameResultId, setOwnResult } from '../progress';
import type { CapstoneResult } from './ranking';

/** Titles of stored results, by kind. */
const WAYS = {
  hand: (path: string) => t('The path “{path}”, by hand', { path }),
  design: (path: string) => t('The path “{path}”, with my own sender', { path }),
};

export async function keepResult({ path, kind, points, text, takeovers }: CapstoneResult): Promise<void> {
  const link = `#/bench?${new URLSearchParams([await packed(text)])}`;
  setOwnResult(GAME_LESSON, gameResultId(path, kind), {
    what: WAYS[kind](path),
    words:
      takeovers === 0
        ? t('{points} points', { points: Math.round(points) })
        : t('{points} points, took over {count} times', { points: Math.round(points), count: takeovers }),
    links: [link],
  });
}
