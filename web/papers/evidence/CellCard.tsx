/** Details of a grid cell: its numbers next to their bounds, the rules that it breaks, and the explanations. */

import { formatGrouped, formatShare } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import { evidenceRunAddress } from '../../run/share/places';
import type { Explanation } from '../../scenario/content/evidence/data';
import { inEnglish } from '../../ui/InEnglish';
import { type Cell, explain } from './grid';
import { breachInWords, CELL_VERDICTS, companyInWords, pathInWords, receiverInWords, SIGNS } from './words';
import './CellCard.css';

interface Props {
  cell: Cell | null;
  explanations: readonly Explanation[];
  /** Number of seeds in the grid; a path may have fewer. */
  seeds: number;
  /** Time before the measurement starts, seconds. */
  warmUp_s: number;
}

export function CellCard({ cell, explanations, seeds, warmUp_s }: Props) {
  if (cell === null)
    return (
      <aside className="panel cell-card empty" aria-label={t('Cell')}>
        <p>{t('Point at a cell to see its numbers. Click it to open its run on the bench.')}</p>
        <p>{t('By keyboard: the arrow keys move from cell to cell, Enter opens the run.')}</p>
      </aside>
    );
  const { name, path, verdict, broken, numbers } = cell;
  const found = explain(explanations, cell);
  const unexplained = broken.filter((rule) => found.every(({ rules }) => !rules.includes(rule)));
  const seedCount = Math.min(seeds, path.seeds);
  return (
    <aside className="panel cell-card" aria-label={t('Cell')} data-verdict={verdict}>
      <h3>
        <span translate="no">{name.preset}</span>, {companyInWords(name.company)}
      </h3>
      <p className="where">{pathInWords(path)}</p>
      <p className="where">
        {t('The receiver acknowledges {receiver}.', { receiver: receiverInWords(name.receiver) })}
      </p>
      <p className="cell-verdict" data-verdict={verdict}>
        <span aria-hidden="true">{SIGNS[verdict]}</span> {CELL_VERDICTS[verdict]()}
      </p>
      <UtilizationBar {...numbers} />
      <Numbers cell={cell} />
      {found.map(({ rules, reason, source }) => (
        <div className="why" key={reason + source}>
          <Breaches rules={rules} />
          <p {...inEnglish()}>{reason}</p>
          <p className="source" {...inEnglish()}>
            {source}
          </p>
        </div>
      ))}
      {unexplained.length > 0 && (
        <div className="why">
          <Breaches rules={unexplained} />
          <p>{t('Nobody has explained this yet.')}</p>
        </div>
      )}
      <p className="open-run">
        <a className="button" href={evidenceRunAddress({ kind: 'cell', cell: name })}>
          {t('Open this run')}
        </a>
      </p>
      <p className="small">
        {plural(
          seedCount,
          'These numbers come from {n} seed, measured from {warmUp} s on. The bench shows seed 1, whose utilization is {first}.',
          'These numbers come from {n} seeds, measured from {warmUp} s on. The bench shows seed 1, whose utilization is {first}.',
          { warmUp: formatGrouped(warmUp_s, 0), first: formatShare(numbers.utilization_of_seed_1 ?? 0) },
        )}
      </p>
    </aside>
  );
}

function Breaches({ rules }: { rules: readonly string[] }) {
  return <p className="breaches">{rules.map(breachInWords).join(' ')}</p>;
}

/** The cell's numbers. Those that the bar shows get a sample of its mark. */
function Numbers({ cell: { numbers, name } }: { cell: Cell }) {
  const isPair = name.company !== 'alone';
  const rows: [label: string, value: string, inBar?: 'mean' | 'least' | 'floor'][] = [
    [t('Utilization'), formatShare(numbers.utilization ?? 0), 'mean'],
    [t('Lowest of any seed'), formatShare(numbers.least_utilization ?? 0), 'least'],
    [t('Floor from theory'), formatShare(numbers.floor ?? 0), 'floor'],
    [t('Spread between seeds'), formatShare(numbers.spread ?? 0)],
    [t('Timeouts per minute, at most'), formatGrouped(numbers.timeouts_per_min ?? 0, 1)],
    [
      t('Retransmissions per drop (all, if none dropped)'),
      formatGrouped(numbers.retransmissions_per_drop ?? 0, 2),
    ],
    ...(isPair
      ? [
          [t('The slower flow’s part of its fair share'), formatShare(numbers.smaller_share ?? 0)] as [
            string,
            string,
          ],
        ]
      : []),
  ];
  return (
    <dl>
      {rows.map(([label, value, inBar]) => (
        <div key={label}>
          <dt data-in-bar={inBar}>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const WIDTH = 240;
const HEIGHT = 22;

/** A bar with the mean and lowest utilization from 0 to 100 %, and the floor that they must reach. */
function UtilizationBar({ utilization = 0, least_utilization = 0, floor = 0 }: Cell['numbers']) {
  const x = (share: number) => WIDTH * Math.min(1, share);
  return (
    <svg
      className="utilization-bar"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t('Utilization {mean}, floor {floor}', {
        mean: formatShare(utilization),
        floor: formatShare(floor),
      })}
    >
      <rect className="track" y="5" width={WIDTH} height="12" rx="2" />
      <rect className="mean" y="5" width={x(utilization)} height="12" rx="2" />
      <line className="least" x1={x(least_utilization)} x2={x(least_utilization)} y1="5" y2="17" />
      <line className="floor" x1={x(floor)} x2={x(floor)} y1="0" y2={HEIGHT} />
    </svg>
  );
}
