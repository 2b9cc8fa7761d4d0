/** The count: claims that hold first, then printed numbers that agree and directions that hold, and the same by paper. */

import { useMemo } from 'react';
import { formatCount } from '../base/words/format';
import { rich } from '../base/words/rich';
import { plural, t } from '../base/words/words';
import { paperAddress, papersAddress } from '../run/share/places';
import { type Finding, type Findings, findingOf, type Paper } from '../scenario/content/papers';
import { English } from '../ui/InEnglish';
import { ScrollRegion } from '../ui/ScrollRegion';
import { type Claim, claimsOf, countClaims } from './claims';
import { countOf, directionsIn, numbersIn } from './count';
import './count.css';

interface Props {
  papers: readonly Paper[];
  findings: Findings;
  chosen: Paper | undefined;
}

/** A paper's claims, and our finding for each of its entries. */
interface Judged {
  paper: Paper;
  claims: Claim[];
  found: (Finding | undefined)[];
}

const judged = (paper: Paper, findings: Findings): Judged => ({
  paper,
  claims: claimsOf(paper, findings),
  found: paper.entries.map((entry) => findingOf(findings, paper, entry)),
});

/** The counts of some papers. */
function countIn(some: readonly Judged[]) {
  return {
    claims: countClaims(some.flatMap(({ claims }) => claims)),
    rows: countOf(some.flatMap(({ found }) => found)),
  };
}

export function CountPanel({ papers, findings, chosen }: Props) {
  const all = useMemo(() => papers.map((paper) => judged(paper, findings)), [papers, findings]);
  const { claims, rows } = countIn(all);
  // Low et al. print the numbers of a model that a simulator should meet, so a count without them says more.
  const withoutModel = all.filter(({ paper }) => paper.name !== 'low-2000');
  return (
    <section className="panel count" aria-label={t('The count')}>
      <div className="sums">
        <div className="sum claims-sum">
          <p>
            {rich('<fully>{n} of {all} claims</fully> hold fully, {inPart} in part, {not} don’t.', {
              n: formatCount(claims.fully),
              all: formatCount(claims.all),
              inPart: formatCount(claims.in_part),
              not: formatCount(claims.not),
              fully: (words) => <span className="sum-number">{words}</span>,
            })}
          </p>
          <Bar of={claims.fully} partly={claims.in_part} all={claims.all} />
        </div>
        <Sum
          of={rows.agrees}
          all={numbersIn(rows)}
          words={t('printed numbers agree')}
          about={t('Within both uncertainties: the paper’s and ours.')}
        />
        <Sum
          of={rows.holds}
          all={directionsIn(rows)}
          words={t('directions hold')}
          about={t('Claims in words, such as more, fewer or about equal.')}
        />
        <p className="uncounted">
          {plural(rows.not_simulated, '{n} more can’t be simulated.', '{n} more can’t be simulated.')}{' '}
          {rich('<ours>{count} rows of our own</ours>, such as variants and models, aren’t counted.', {
            count: formatCount(rows.ours),
            ours: (words) => <a href={papersAddress({ view: 'rows', show: 'ours' })}>{words}</a>,
          })}
        </p>
      </div>
      <ScrollRegion label={t('The count by paper')}>
        <table className="figures links">
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                {t('paper')}
              </th>
              <th scope="colgroup" colSpan={4}>
                {t('claims')}
              </th>
              <th scope="col" rowSpan={2}>
                {t('numbers agree')}
              </th>
              <th scope="col" rowSpan={2}>
                {t('directions hold')}
              </th>
            </tr>
            <tr>
              <th scope="col">{t('hold')}</th>
              <th scope="col">{t('in part')}</th>
              <th scope="col">{t('don’t')}</th>
              <th scope="col" className="bar-cell">
                <span className="visually-hidden">{t('share that holds')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {all.map((one) => (
              <tr key={one.paper.name} data-paper={one.paper.name}>
                <th scope="row">
                  <a
                    href={paperAddress(one.paper.name)}
                    aria-current={one.paper === chosen ? 'page' : undefined}
                  >
                    <English>{one.paper.authors}</English>
                  </a>
                  <small>
                    <English>{one.paper.title}</English>
                  </small>
                </th>
                <Cells {...countIn([one])} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('all but Low et al., whose numbers come from a model')}</th>
              <Cells {...countIn(withoutModel)} />
            </tr>
          </tfoot>
        </table>
      </ScrollRegion>
    </section>
  );
}

function Cells({ claims, rows }: ReturnType<typeof countIn>) {
  const share = (of: number, all: number) =>
    all === 0 ? '–' : t('{count} of {all}', { count: formatCount(of), all: formatCount(all) });
  return (
    <>
      <td>{claims.fully}</td>
      <td>{claims.in_part}</td>
      <td>{claims.not}</td>
      <td className="bar-cell">
        <Bar of={claims.fully} partly={claims.in_part} all={claims.all} />
      </td>
      <td>{share(rows.agrees, numbersIn(rows))}</td>
      <td>{share(rows.holds, directionsIn(rows))}</td>
    </>
  );
}

interface SumProps {
  of: number;
  all: number;
  words: string;
  about: string;
}

function Sum({ of, all, words, about }: SumProps) {
  return (
    <p className="sum" title={about}>
      <span className="sum-number">
        {t('{count} of {all}', { count: formatCount(of), all: formatCount(all) })}
      </span>
      <span>{words}</span>
      <Bar of={of} all={all} />
    </p>
  );
}

interface BarProps {
  of: number;
  /** The number of claims that hold in part. */
  partly?: number;
  all: number;
}

/** The share as a bar. */
function Bar({ of, partly = 0, all }: BarProps) {
  const width = (count: number) => (100 * count) / Math.max(1, all);
  return (
    <svg className="share-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className="rest" width="100" height="6" />
      <rect className="partly" x={width(of)} width={width(partly)} height="6" />
      <rect className="part" width={width(of)} height="6" />
    </svg>
  );
}
