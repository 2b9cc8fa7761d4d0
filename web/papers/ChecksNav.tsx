/** The three kinds of checks, each with its count: against print, other implementations and theory. */
import type { ReactNode } from 'react';
import checks from '../../content/findings.json?checks';
import { formatCount } from '../base/words/format';
import { t } from '../base/words/words';
import { EVIDENCE_ADDRESS, PAPERS_ADDRESS } from '../run/share/route';
import './count.css';

interface Props {
  /** The page that shows this; null if it's another. */
  current: 'papers' | 'evidence' | null;
}

const of = ({ good, all }: { good: number; all: number }) => ({
  count: formatCount(good),
  all: formatCount(all),
});

export function ChecksNav({ current }: Props) {
  return (
    <nav className="checks-nav" aria-label={t('Checked against')}>
      <Kind title={t('Checked against print')} address={PAPERS_ADDRESS} current={current === 'papers'}>
        {t('{count} of {all} claims hold fully', of(checks.claims))}
        {' · '}
        {t('{count} of {all} numbers agree', of(checks.numbers))}
      </Kind>
      <Kind
        title={t('Against other implementations')}
        address={EVIDENCE_ADDRESS}
        current={current === 'evidence'}
      >
        {t('ns-2: {count} of {all} scenarios agree', of(checks.ns2))}
        {' · '}
        {t('Linux: {count} of {all}', of(checks.linux))}
      </Kind>
      <Kind title={t('Against theory')} address={EVIDENCE_ADDRESS} current={current === 'evidence'}>
        {t('{count} of {all} cells of a grid obey all rules', of(checks.grid))}
      </Kind>
    </nav>
  );
}

interface KindProps {
  title: string;
  address: string;
  current: boolean;
  children: ReactNode;
}

function Kind({ title, address, current, children }: KindProps) {
  return (
    <p aria-current={current ? 'true' : undefined}>
      {current ? <b>{title}</b> : <a href={address}>{title}</a>}
      <span>{children}</span>
    </p>
  );
}
