/** Hides the rest of a section until its prediction is locked; scripts/mdx.mjs wraps it. */
import type { ReactNode } from 'react';
import { inInterfaceLanguage } from '../../ui/InEnglish';
import { t } from '../../words/words';
import { useUncovered } from '../lessonSession';
import './parts.css';

export function Covered({ by, children }: { by: string; children?: ReactNode }) {
  const uncovered = useUncovered();
  if (uncovered(by)) return children;
  return (
    <p className="covered" {...inInterfaceLanguage()}>
      {t('What the run shows comes when your prediction is locked.')}
    </p>
  );
}
