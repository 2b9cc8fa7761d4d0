/** Counts the published numbers that agree with ours, by paper, from `npm run findings`. */
import { use } from 'react';
import { type Finding, loadFindings } from '../content/papers';
import { TextTable } from '../lessons/parts/TextTable';
import { t } from '../words/words';

let loading: Promise<readonly Finding[]> | null = null;

const VERDICTS = ['agrees', 'deviates', 'not_simulated'] as const;

export function Counts() {
  loading ??= loadFindings();
  const findings = use(loading);
  const papers = [...new Set(findings.map(({ paper }) => paper))];
  return (
    <TextTable>
      <thead>
        <tr>
          <th scope="col">{t('paper')}</th>
          <th scope="col">{t('agree')}</th>
          <th scope="col">{t('deviate, with a reason')}</th>
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
