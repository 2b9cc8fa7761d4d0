/** A bar chart of the hands raised for each choice, with buttons to count them. */

import { formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { Prediction } from '../../lessons/lesson';
import { allHands, type Hands, raise } from './hands';
import './RoomPredict.css';

interface Props {
  prediction: Extract<Prediction, { kind: 'choice' }>;
  hands: Hands;
  /** Absent when the chart only shows the result. */
  change?: (hands: Hands) => void;
  /** The right choice; absent or null while unknown. */
  right?: string | null;
}

export function Bars({ prediction, hands, change, right = null }: Props) {
  const all = allHands(hands);
  const counting = change !== undefined && !hands.locked;
  // While hands are counted, the longest bar is full. Then a full bar is the whole class, as the numbers say.
  const full = Math.max(1, counting ? Math.max(...Object.values(hands.counts)) : all);
  return (
    <ol className="room-bars">
      {Object.entries(prediction.options).map(([option, words], place) => {
        const count = hands.counts[option] ?? 0;
        return (
          <li key={option} data-option={option} data-right={option === right}>
            <span className="bar-key" aria-hidden="true">
              {option === right ? '✓' : place + 1}
            </span>
            <span className="bar-words">
              {words}
              {option === right && <b className="visually-hidden"> {t('(the run’s answer)')}</b>}
            </span>
            <span className="bar-count">
              {counting && (
                <button
                  type="button"
                  aria-label={t('Remove a vote for “{choice}”', { choice: words })}
                  disabled={count === 0}
                  onClick={() => change(raise(hands, option, -1))}
                >
                  −
                </button>
              )}
              <output>
                {counting || all === 0 ? formatCount(count) : t('{count} of {all}', shares(count, all))}
              </output>
              {counting && (
                <button
                  type="button"
                  aria-label={t('Add a vote for “{choice}”', { choice: words })}
                  onClick={() => change(raise(hands, option, 1))}
                >
                  +
                </button>
              )}
            </span>
            <span className="bar" aria-hidden="true">
              <span style={{ width: `${(100 * count) / full}%` }} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

export function shares(count: number, all: number): { count: string; all: string } {
  return { count: formatCount(count), all: formatCount(all) };
}
