/** Explains the theory's lines in the plots: what they mean, their limits, or why there are none. */
import { useMemo } from 'react';
import { useObservable } from '../../base/observable';
import { formatTime } from '../../base/words/format';
import { capital, plural, t } from '../../base/words/words';
import type { Prediction } from '../../engine/schema';
import { LineSample } from '../../plot/Legend';
import { useView } from '../../run/hooks';
import { THEORY_SHOWN } from '../panels/theory';
import './SummaryTables.css';

export function TheoryNote({ prediction }: { prediction: Prediction | null }) {
  const theory = useView().of(THEORY_SHOWN);
  const shown = useObservable(theory);
  const words = useMemo(() => (prediction === null ? null : wordsOf(prediction)), [prediction]);
  if (words === null) return null;
  const { descriptions, caveats, exceptions } = words;
  return (
    <section className="theory-note" aria-label={t('Theory')}>
      {descriptions.length > 0 && (
        <label className="choice">
          <input type="checkbox" checked={shown} onChange={(event) => theory.set(event.target.checked)} />{' '}
          {t('Theory')}
          <svg width="30" height="12" aria-hidden="true">
            <LineSample line="theory" color="var(--mark-theory)" length={30} />
          </svg>
        </label>
      )}
      <p>{[...descriptions, exceptions].join(' ')}</p>
      {caveats.length > 0 && (
        <details>
          <summary>{plural(caveats.length, '{n} simplification', '{n} simplifications')}</summary>
          <ul>
            {caveats.map((caveat) => (
              <li key={caveat}>{caveat}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** Maximum number of reasons in the text. Flows with other reasons are only counted. */
const MAX_REASONS = 2;
/** Maximum number of flows named for one reason. */
const MAX_NAMES = 3;

interface Words {
  /** Descriptions of the lines, with theorem and paper; empty without a prediction. */
  descriptions: string[];
  caveats: string[];
  /** The flows that the theory doesn't cover, with the reasons. */
  exceptions: string;
}

export function wordsOf({ flows, intervals }: Prediction): Words {
  const reasons = reasonsIn(flows);
  return {
    descriptions: descriptionsOf(intervals),
    caveats: caveatsOf(intervals),
    exceptions: reasons === '' ? '' : t('No theory line {reasons}.', { reasons }),
  };
}

/** The end of a sentence: "for one, two: it does this; nor for 3 more flows". Empty if no flow has a reason. */
export function reasonsIn(flows: readonly { name: string; reason?: string }[]): string {
  const why = new Map<string, string[]>();
  for (const { name, reason } of flows) {
    if (reason !== undefined) why.set(reason, [...(why.get(reason) ?? []), name]);
  }
  const reasons = [...why]
    .slice(0, MAX_REASONS)
    .map(([reason, names]) => t('for {flows}: {reason}', { flows: listNames(names), reason }));
  const unlisted = [...why.values()].slice(MAX_REASONS).reduce((sum, names) => sum + names.length, 0);
  if (unlisted > 0) reasons.push(plural(unlisted, 'nor for {n} more flow', 'nor for {n} more flows'));
  return reasons.join('; ');
}

/** For example "Predicted equilibrium, assuming no loss (Theorem 1; Theorem 3)." */
function descriptionsOf(intervals: Prediction['intervals']): string[] {
  const sources = new Map<string, Set<string>>();
  for (const { says, theory } of intervals) sources.set(says, (sources.get(says) ?? new Set()).add(theory));
  return [...sources].map(([says, theories]) => `${capital(says)} (${[...theories].join('; ')}).`);
}

function listNames(names: string[]): string {
  const named = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES
    ? t('{names} and {count} others', { names: named, count: names.length - MAX_NAMES })
    : named;
}

/** All caveats without duplicates, with the times of a caveat that doesn't apply to all intervals. */
function caveatsOf(intervals: Prediction['intervals']): string[] {
  const when = new Map<string, string[]>();
  for (const { from_s, caveats } of intervals) {
    for (const caveat of caveats) when.set(caveat, [...(when.get(caveat) ?? []), formatTime(from_s)]);
  }
  return [...when].map(([caveat, times]) =>
    times.length === intervals.length
      ? caveat
      : t('from {times} on: {caveat}', { times: times.join(', '), caveat }),
  );
}
