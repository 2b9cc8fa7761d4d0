/** The cells of a row that every table of the papers shows. */

import { t } from '../base/words/words';
import { experimentAddress, papersAddress } from '../run/share/places';
import { armOf, type Cause, type Entry, type Finding, type Paper } from '../scenario/content/papers';
import { inEnglish } from '../ui/InEnglish';
import { DistanceMark } from './DistanceMark';
import { momentOf } from './moments';
import { signedDistance } from './rows';
import { expected, number, plusMinus, published, VERDICTS } from './words';

/** The address of the run that measures a row, at the part of it that the row is about; null if there is no run. */
export function runAddress(paper: Paper, entry: Entry): string | null {
  const { experiment, measure } = entry;
  if (experiment === undefined) return null;
  const address = experimentAddress({ paper: paper.name, experiment, arm: armOf(measure) });
  const moment = momentOf(paper, entry);
  return moment === null ? address : `${address}&view.from=${moment[0]}&view.to=${moment[1]}`;
}

export function VerdictBadge({ finding }: { finding: Finding | undefined }) {
  const verdict = VERDICTS[finding?.verdict ?? 'missing'];
  return (
    <span className="verdict-badge" data-verdict={finding?.verdict ?? 'missing'}>
      <span aria-hidden="true">{verdict.sign}</span> {verdict.words}
    </span>
  );
}

interface Props {
  paper: Paper;
  entry: Entry;
  finding: Finding | undefined;
  cause: Cause | undefined;
  /** The address of the run, or of the row. */
  address: string | null;
  /** The address of the row itself, if `address` is another. */
  rowAddress?: string;
}

/** Quantity, published number, tolerance, ours, distance and verdict. */
export function RowCells({ paper, entry, finding, cause, address, rowAddress }: Props) {
  const distance = signedDistance(entry, finding);
  return (
    <>
      <th scope="row" {...inEnglish()}>
        {address === null ? entry.quantity : <a href={address}>{entry.quantity}</a>}
        {entry.unit !== '' && <span className="unit">{` ${entry.unit}`}</span>}
        {rowAddress !== undefined && (
          <a
            className="row-link"
            href={rowAddress}
            title={t('Link to this row')}
            aria-label={t('Link to this row')}
          >
            #
          </a>
        )}
      </th>
      <td
        data-label={t('published')}
        {...(entry.expect.kind === 'direction' && { className: 'words', ...inEnglish() })}
      >
        {published(entry)}
        {entry.published.model !== undefined && (
          <span className="unit">{` ${t('model {value}', { value: number(entry.published.model) })}`}</span>
        )}
      </td>
      <td data-label={t('tolerance')} className="limits">
        {finding?.tolerance === undefined ? expected(entry.expect) : `± ${number(finding.tolerance)}`}
      </td>
      <td data-label={t('ours')}>
        {finding?.ours == null ? '–' : number(finding.ours)}
        <span className="unit">{plusMinus(finding)}</span>
      </td>
      <td className="distance" data-label={t('distance')}>
        <DistanceMark entry={entry} finding={finding} />
        {distance !== null && (
          <span className="of-allowed">
            {Number.isFinite(distance) ? `${number(Math.abs(distance))} ×` : '∞'}
          </span>
        )}
      </td>
      <td className="verdict">
        <VerdictBadge finding={finding} />
        {cause !== undefined && (
          <a
            className="cause"
            href={papersAddress({
              paper: paper.name,
              view: 'causes',
              cause: `${paper.name}/${cause.name}`,
            })}
            {...inEnglish()}
          >
            {cause.title}
          </a>
        )}
      </td>
    </>
  );
}

/** The heads of the columns of `RowCells`. */
export function RowHeads() {
  return (
    <>
      <th scope="col">{t('quantity')}</th>
      <th scope="col">{t('published')}</th>
      <th scope="col">{t('tolerance')}</th>
      <th scope="col">{t('ours')}</th>
      <th scope="col">
        {t('distance')}
        <small>{t('1 × is the most that agrees')}</small>
      </th>
      <th scope="col">{t('verdict')}</th>
    </>
  );
}
