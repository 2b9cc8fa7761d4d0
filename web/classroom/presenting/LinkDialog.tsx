/** Shows a room the link to the current screen, as a large QR code and as text to copy. */
import { useEffect, useRef, useState } from 'react';
import { t } from '../../base/words/words';
import type { LessonSession } from '../../lessons/lessonSession';
import { CopyButton } from '../../ui/LinkField';
import { QrCode } from '../../ui/QrCode';
import { addressOf } from './address';
import './LinkDialog.css';

interface Props {
  session: LessonSession;
  step: number;
  close(): void;
}

export function LinkDialog({ session, step, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [address] = useState(() => addressOf(session, step));
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="presenting-link" aria-labelledby="presenting-link-title" onClose={close}>
      <header>
        <h2 id="presenting-link-title" className="presenting-link-title">
          {t('What’s on the screen')}
        </h2>
        <button type="button" onClick={close}>
          {t('Close')}
        </button>
      </header>
      <QrCode link={address} opens={t('the lesson at this step, with the controls as set here')} />
      <p className="presenting-address">
        <a href={address} target="_blank" rel="noreferrer">
          {address.replace(/^https?:\/\//, '')}
        </a>
      </p>
      <p className="ask-actions">
        <CopyButton text={address} />
      </p>
    </dialog>
  );
}
