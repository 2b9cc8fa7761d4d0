/** What follows a prediction in its section; scripts/mdx.mjs puts it in here. It comes when the prediction is locked. */
import type { ReactNode } from 'react';
import { inOurs } from '../../pages/InEnglish';
import { usePart } from '../../run/observable';
import { t } from '../../words/words';
import { useVisit } from '../visit';

export function Covered({ by, children }: { by: string; children?: ReactNode }) {
  const visit = useVisit();
  const answered = usePart(visit.progress, 'predictions');
  if (answered[by] !== undefined) return children;
  return (
    <p className="covered" {...inOurs()}>
      {t('What the run shows comes when your prediction is locked.')}
    </p>
  );
}
