/** What follows a prediction in its section; scripts/mdx.mjs puts it in here. It comes when the prediction is locked. */
import type { ReactNode } from 'react';
import { inOurs } from '../../ui/InEnglish';
import { t } from '../../words/words';
import { useUncovered } from '../visit';

export function Covered({ by, children }: { by: string; children?: ReactNode }) {
  const uncovered = useUncovered();
  if (uncovered(by)) return children;
  return (
    <p className="covered" {...inOurs()}>
      {t('What the run shows comes when your prediction is locked.')}
    </p>
  );
}
