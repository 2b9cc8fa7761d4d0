/** A comparison with another implementation: its rows, disagreements first, with a filter by verdict. */
import { useId, useState } from 'react';
import { formatCount } from '../../base/words/format';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import { type Battery, VERDICTS, type Verdict } from '../../scenario/content/evidence/data';
import type { Peer } from '../../scenario/content/reference';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { BatteryRows } from './BatteryRows';
import { JUDGED, SHOWN_TOLERANCES } from './battery';
import { FilterChoice } from './FilterChoice';
import { countVerdicts } from './grid';
import { ROW_VERDICTS, SIGNS } from './words';

/** Number of rows shown until the user asks for all. */
const ROWS_AT_FIRST = 15;

const ORDER: readonly Verdict[] = ['out', 'explained', 'agrees'];

interface Props {
  peer: Peer;
  battery: Battery;
}

export function BatterySection({ peer, battery }: Props) {
  const heading = useId();
  const { tolerance } = JUDGED[peer].rule;
  const filterName = useId();
  const [filter, setFilter] = useState<Verdict | null>(null);
  const [showingAll, setShowingAll] = useState(false);
  const counts = countVerdicts(battery.rows.map(({ verdict }) => verdict));
  const rows = ORDER.filter((verdict) => filter === null || verdict === filter).flatMap((one) =>
    battery.rows.filter(({ verdict }) => verdict === one),
  );
  const shown = showingAll ? rows : rows.slice(0, ROWS_AT_FIRST);
  return (
    <section className="battery" aria-labelledby={heading} data-peer={peer}>
      <h2 id={heading}>
        {rich('{peer} next to ours', { peer: <span translate="no">{battery.peer}</span> })}
      </h2>
      <p className="words">
        {t(
          'Each picture shows how far our mean (dot) is from theirs (middle line), in percent of theirs. Bars are 95 % intervals over seeds. The band is the tolerance, ±{percent} %. The picture ends at ±{end} %, and an arrow points to what lies beyond.',
          { percent: 100 * tolerance, end: 100 * SHOWN_TOLERANCES * tolerance },
        )}
      </p>
      <fieldset className="verdict-filter">
        <legend className="visually-hidden">{t('Show scenarios')}</legend>
        <FilterChoice checked={filter === null} choose={() => setFilter(null)} name={filterName}>
          {t('all ({n})', { n: formatCount(battery.rows.length) })}
        </FilterChoice>
        {VERDICTS.filter((verdict) => counts[verdict] > 0).map((verdict) => (
          <FilterChoice
            key={verdict}
            checked={filter === verdict}
            choose={() => setFilter(verdict)}
            name={filterName}
          >
            <span aria-hidden="true">{SIGNS[verdict]} </span>
            {t('{verdict} ({n})', { verdict: ROW_VERDICTS[verdict](), n: formatCount(counts[verdict]) })}
          </FilterChoice>
        ))}
      </fieldset>
      <ScrollRegion
        label={t('Scenarios next to {peer}', { peer: battery.peer })}
        className="panel battery-scroll"
      >
        <BatteryRows peer={peer} rows={shown} />
      </ScrollRegion>
      {shown.length < rows.length && (
        <button type="button" onClick={() => setShowingAll(true)}>
          {t('Show all {n} scenarios', { n: formatCount(rows.length) })}
        </button>
      )}
      {battery.order !== undefined && battery.order.length > 0 && (
        <div className="inversions">
          <p>{t('Algorithms that Linux ranks the other way round:')}</p>
          <ul>
            {battery.order.map(({ path, sack, faster, slower }) => (
              <li key={`${path} ${sack} ${faster} ${slower}`}>
                {rich('{path}: {faster} is faster than {slower} in Linux, and slower here.', {
                  path: <code translate="no">{sack ? path : `${path}-nosack`}</code>,
                  faster: <code>{faster}</code>,
                  slower: <code>{slower}</code>,
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
