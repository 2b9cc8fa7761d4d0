/** The table of a comparison: a row per scenario. A row unfolds to show all metrics and the explanation. */
import { useId, useState } from 'react';
import { t } from '../../base/words/words';
import { evidenceRunAddress } from '../../run/share/places';
import type { BatteryRow, Comparison, Interval } from '../../scenario/content/evidence/data';
import type { Peer } from '../../scenario/content/reference';
import { inEnglish } from '../../ui/InEnglish';
import { differingMetrics, isJudged, JUDGED } from './battery';
import { DifferenceMark } from './DifferenceMark';
import { UnfoldButton } from './UnfoldButton';
import { differenceInWords, metricInWords, quantity, ROW_VERDICTS, SIGNS } from './words';
import './Battery.css';

/** The metrics with their own column. */
const COLUMNS = ['throughput_bps', 'rtt_ms'];

interface Props {
  peer: Peer;
  rows: readonly BatteryRow[];
}

export function BatteryRows({ peer, rows }: Props) {
  return (
    <table className="battery-rows">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('Details')}</span>
          </th>
          <th scope="col">{t('Scenario')}</th>
          <th scope="col">{t('Verdict')}</th>
          {COLUMNS.map((metric) => (
            <th scope="col" key={metric}>
              {metricInWords(metric)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} peer={peer} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ peer, row }: { peer: Peer; row: BatteryRow }) {
  const [open, setOpen] = useState(false);
  const details = useId();
  const { id, title, verdict, metrics } = row;
  return (
    <>
      <tr data-row={id} data-verdict={verdict}>
        <td>
          <UnfoldButton {...{ title, open, setOpen, details }} />
        </td>
        <th scope="row" {...inEnglish()}>
          <a href={evidenceRunAddress({ kind: 'row', peer, id })}>{title}</a>
        </th>
        <td className="verdict">
          <span className="sign" aria-hidden="true">
            {SIGNS[verdict]}
          </span>{' '}
          {ROW_VERDICTS[verdict]()}
          {verdict !== 'agrees' && <small>{differingMetrics(peer, row).map(metricInWords).join(', ')}</small>}
        </td>
        {COLUMNS.map((metric) => (
          <td key={metric} className="metric" data-label={metricInWords(metric)}>
            {metrics[metric] && <Difference peer={peer} metric={metric} comparison={metrics[metric]} />}
          </td>
        ))}
      </tr>
      <tr className="unfolded" id={details} hidden={!open}>
        {open && (
          <td colSpan={COLUMNS.length + 3}>
            <Details peer={peer} row={row} />
          </td>
        )}
      </tr>
    </>
  );
}

interface DifferenceProps {
  peer: Peer;
  metric: string;
  comparison: Comparison;
}

function Difference({ peer, metric, comparison }: DifferenceProps) {
  return (
    <span className="difference-cell">
      <DifferenceMark
        comparison={comparison}
        tolerance={JUDGED[peer].rule.tolerance}
        judged={isJudged(peer, metric)}
      />
      <span className="number">{differenceInWords(comparison)}</span>
    </span>
  );
}

/** All metrics of a row, and the explanation of its difference. */
function Details({ peer, row }: { peer: Peer; row: BatteryRow }) {
  const { explanation, verdict, metrics } = row;
  return (
    <>
      {explanation !== '' && (
        <p className="explanation" {...inEnglish()}>
          {explanation}
        </p>
      )}
      {verdict === 'out' && <p className="explanation">{t('Nobody has explained this difference yet.')}</p>}
      <table className="figures">
        <caption>{measuredInWords(row)}</caption>
        <thead>
          <tr>
            <th scope="col">{t('metric')}</th>
            <th scope="col">{t('ours')}</th>
            <th scope="col">{t('theirs')}</th>
            <th scope="col">{t('difference')}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(metrics).map(([metric, comparison]) => (
            <tr key={metric}>
              <th scope="row">
                {metricInWords(metric)}
                {!isJudged(peer, metric) && <small>{t('shown, not judged')}</small>}
              </th>
              <td>{withInterval(comparison.ours, comparison.unit)}</td>
              <td>{withInterval(comparison.theirs, comparison.unit)}</td>
              <td>
                <Difference peer={peer} metric={metric} comparison={comparison} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** States the measured seconds and the number of runs. */
function measuredInWords({ window_s: [from, to], seeds, kernel_runs }: BatteryRow): string {
  if (kernel_runs === undefined)
    return t(
      'Measured from {from} s to {to} s: means over {seeds} seeds ± half of the 95 % interval. The bench shows seed 1.',
      { from, to, seeds },
    );
  return t(
    'Measured from {from} s to {to} s: our means over {seeds} seeds, theirs over {runs} runs, ± half of the 95 % interval. The bench shows seed 1.',
    { from, to, seeds, runs: kernel_runs },
  );
}

function withInterval({ mean, half_width }: Interval, unit: string): string {
  return half_width === 0 ? quantity(mean, unit) : `${quantity(mean, unit)} ± ${quantity(half_width, unit)}`;
}
