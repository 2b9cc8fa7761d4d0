/** The count: printed numbers that agree, directions that hold, and the same by paper. */

import { formatCount } from '../base/words/format';
import { rich } from '../base/words/rich';
import { plural, t } from '../base/words/words';
import { paperAddress, papersAddress } from '../run/share/places';
import { type Findings, findingOf, type Paper } from '../scenario/content/papers';
import { English } from '../ui/InEnglish';
import { ScrollRegion } from '../ui/ScrollRegion';
import { type Count, countOf, directionsIn, numbersIn } from './count';
import './count.css';

interface Props {
  papers: readonly Paper[];
  findings: Findings;
  chosen: Paper | undefined;
}

export function CountPanel({ papers, findings, chosen }: Props) {
  const of = (some: readonly Paper[]) =>
    countOf(some.flatMap((paper) => paper.entries.map((entry) => findingOf(findings, paper, entry))));
  const all = of(papers);
  // Low et al. print the numbers of a model that a simulator should meet, so a count without them says more.
  const withoutModel = of(papers.filter(({ name }) => name !== 'low-2000'));
  return (
    <section className="panel count" aria-label={t('The count')}>
      <div className="sums">
        <Sum
          of={all.agrees}
          all={numbersIn(all)}
          words={t('printed numbers agree')}
          about={t('Within both uncertainties: the paper’s and ours.')}
        />
        <Sum
          of={all.holds}
          all={directionsIn(all)}
          words={t('directions hold')}
          about={t('Claims in words, such as more, fewer or about equal.')}
        />
        <p className="uncounted">
          {plural(all.not_simulated, '{n} more can’t be simulated.', '{n} more can’t be simulated.')}{' '}
          {rich('<ours>{count} rows of our own</ours>, such as variants and models, aren’t counted.', {
            count: formatCount(all.ours),
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
              <th scope="colgroup" colSpan={3}>
                {t('printed numbers')}
              </th>
              <th scope="colgroup" colSpan={3}>
                {t('directions')}
              </th>
              <th scope="col" rowSpan={2}>
                {t('not simulated')}
              </th>
              <th scope="col" rowSpan={2}>
                {t('ours, not counted')}
              </th>
            </tr>
            <tr>
              <th scope="col">{t('agree')}</th>
              <th scope="col">{t('deviate')}</th>
              <th scope="col" className="bar-cell">
                <span className="visually-hidden">{t('share that agrees')}</span>
              </th>
              <th scope="col">{t('hold')}</th>
              <th scope="col">{t('fail')}</th>
              <th scope="col" className="bar-cell">
                <span className="visually-hidden">{t('share that holds')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {papers.map((paper) => (
              <tr key={paper.name} data-paper={paper.name}>
                <th scope="row">
                  <a href={paperAddress(paper.name)} aria-current={paper === chosen ? 'page' : undefined}>
                    <English>{paper.authors}</English>
                  </a>
                  <small>
                    <English>{paper.title}</English>
                  </small>
                </th>
                <Cells count={of([paper])} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('all')}</th>
              <Cells count={all} />
            </tr>
            <tr>
              <th scope="row">{t('all but Low et al., whose numbers come from a model')}</th>
              <Cells count={withoutModel} />
            </tr>
          </tfoot>
        </table>
      </ScrollRegion>
    </section>
  );
}

function Cells({ count }: { count: Count }) {
  return (
    <>
      <td>{count.agrees}</td>
      <td>{count.deviates}</td>
      <td className="bar-cell">
        <Bar of={count.agrees} all={numbersIn(count)} />
      </td>
      <td>{count.holds}</td>
      <td>{count.fails}</td>
      <td className="bar-cell">
        <Bar of={count.holds} all={directionsIn(count)} />
      </td>
      <td>{count.not_simulated}</td>
      <td>{count.ours}</td>
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

/** The share as a bar. */
function Bar({ of, all }: { of: number; all: number }) {
  return (
    <svg className="share-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className="rest" width="100" height="6" />
      <rect className="part" width={(100 * of) / Math.max(1, all)} height="6" />
    </svg>
  );
}
