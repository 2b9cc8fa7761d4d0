/** Counts numbers that agree and directions that hold, by paper, from `npm run findings`. */
import { use } from 'react';
import { t } from '../../base/words/words';
import { type Finding, loadFindings } from '../../scenario/content/papers';
import { TextTable } from '../parts/marks';

let loadingFindings: Promise<readonly Finding[]> | null = null;

const VERDICTS = ['agrees', 'deviates', 'holds', 'fails', 'not_simulated'] as const;

export function FindingCounts() {
  loadingFindings ??= loadFindings();
  const findings = use(loadingFindings);
  const papers = [...new Set(findings.map(({ paper }) => paper))];
  return (
    <TextTable>
      <thead>
        <tr>
          <th scope="col">{t('paper')}</th>
          <th scope="col">{t('numbers agree')}</th>
          <th scope="col">{t('deviate')}</th>
          <th scope="col">{t('directions hold')}</th>
          <th scope="col">{t('fail')}</th>
          <th scope="col">{t('not simulated')}</th>
        </tr>
      </thead>
      <tbody>
        {papers.map((paper) => (
          <tr key={paper}>
            <th scope="row">{paper}</th>
            {VERDICTS.map((verdict) => (
              <td key={verdict}>
                {findings.filter((one) => one.paper === paper && one.verdict === verdict).length}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TextTable>
  );
}
