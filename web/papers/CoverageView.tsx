/** Every table, figure and claim of the papers, with its rows or the reason why it has none. */

import { t } from '../base/words/words';
import type { Covered } from '../engine/generated/papers';
import { paperAddress } from '../run/share/places';
import { type Entry, type Findings, findingOf, type Paper } from '../scenario/content/papers';
import { inEnglish } from '../ui/InEnglish';
import { ScrollRegion } from '../ui/ScrollRegion';
import { countOf } from './count';
import { VERDICTS } from './words';
import './rows.css';

interface Props {
  papers: readonly Paper[];
  findings: Findings;
}

const ORDER = ['agrees', 'deviates', 'holds', 'fails', 'not_simulated', 'ours', 'missing'] as const;

export function CoverageView({ papers, findings }: Props) {
  return (
    <section aria-label={t('Coverage')}>
      <p className="about">
        {t(
          'Every table, figure and claim of the papers, with the rows that check it, or the reason why there are none.',
        )}
      </p>
      {papers.map((paper) => (
        <ScrollRegion key={paper.name} label={paper.title} className="coverage">
          <table className="figures links">
            <caption {...inEnglish()}>{paper.title}</caption>
            <thead>
              <tr>
                <th scope="col">{t('place')}</th>
                <th scope="col">{t('the paper says')}</th>
                <th scope="col">{t('rows')}</th>
              </tr>
            </thead>
            <tbody>
              {(paper.coverage ?? []).map((line) => (
                <Line key={line.place + line.claim} paper={paper} line={line} findings={findings} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      ))}
    </section>
  );
}

/** The entries that a line lists, by the beginnings of their items. */
export function entriesOf(
  { entries }: Pick<Paper, 'entries'>,
  { rows = [] }: Pick<Covered, 'rows'>,
): Entry[] {
  return entries.filter(({ item }) => rows.some((row) => item.startsWith(row)));
}

function Line({ paper, line, findings }: { paper: Paper; line: Covered; findings: Findings }) {
  const entries = entriesOf(paper, line);
  const count = countOf(entries.map((entry) => findingOf(findings, paper, entry)));
  const words = ORDER.filter((verdict) => count[verdict] > 0).map(
    (verdict) => `${count[verdict]} ${VERDICTS[verdict].words}`,
  );
  const first = entries[0];
  return (
    <tr>
      <td {...inEnglish()}>{line.place}</td>
      <td {...inEnglish()}>{line.claim}</td>
      <td>
        {first !== undefined && <a href={paperAddress(paper.name, first.item)}>{words.join(', ')}</a>}
        {line.because !== undefined && <small {...inEnglish()}>{line.because}</small>}
      </td>
    </tr>
  );
}
