/** Links and other texts to copy, optionally as a QR code. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { t } from '../base/words/words';
import { projector } from './theme';

interface Props {
  label: string;
  address: string;
  /** The target of the QR code, for its caption. */
  opens: string;
  /** More actions for the link. */
  children?: ReactNode;
}

/** A link to copy, optionally as a QR code. */
export function LinkField({ label, address, opens, children }: Props) {
  // With the projector setting on, the audience needs the code.
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

/** Loaded on demand. */
const QrCode = lazy(async () => ({ default: (await import('./QrCode')).QrCode }));

/** Copies a text and reports whether the browser allowed it. Children appear between the button and the message. */
export function CopyButton({ text, children }: { text: string; children?: ReactNode }) {
  const [copied, setCopied] = useState<string | null>(null);
  return (
    <>
      <button
        type="button"
        onClick={() =>
          navigator.clipboard.writeText(text).then(
            () => setCopied(text),
            () => setCopied(''),
          )
        }
      >
        {t('Copy')}
      </button>
      {children}
      <span role="status">
        {copied === text && t('Copied.')}
        {copied === '' && t('This browser doesn’t let pages copy. Copy the text from the field.')}
      </span>
    </>
  );
}
