/** An address to copy, and as a QR code. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { t } from '../words/words';
import { CopyButton } from './CopyButton';
import { projector } from './projector';

interface Props {
  label: string;
  address: string;
  /** The QR code's target. */
  opens: string;
  /** More actions for the link. */
  children?: ReactNode;
}

export function LinkField({ label, address, opens, children }: Props) {
  // Before a room the code is what the link is asked for.
  const [coded, setCoded] = useState(projector.value);
  return (
    <div className="share-link">
      <label>
        {label} <input type="text" readOnly value={address} onFocus={(event) => event.target.select()} />
      </label>
      <CopyButton text={address}>
        <button type="button" aria-pressed={coded} onClick={() => setCoded(!coded)}>
          {t('QR code')}
        </button>
        {children}
      </CopyButton>
      {coded && (
        <Suspense>
          <QrCode link={address} opens={opens} />
        </Suspense>
      )}
    </div>
  );
}

/** Loaded when it is asked for. */
const QrCode = lazy(async () => ({ default: (await import('./QrCode')).QrCode }));
