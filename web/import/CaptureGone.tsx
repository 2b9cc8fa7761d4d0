/** Shown after a reload in place of a capture, with a button to open it again. */
import type { Bench } from '../run/bench';
import { rich } from '../words/rich';
import { t } from '../words/words';
import { OpenFile } from './OpenFile';

interface Props {
  bench: Bench;
  /** The capture's file name. */
  name: string;
  forget(): void;
}

export function CaptureGone({ bench, name, forget }: Props) {
  return (
    <div className="incoming note">
      <p>
        {rich(
          'The capture {name} stood here. A page that is loaded anew may not read your files by itself: open it again.',
          { name: <b>{name}</b> },
        )}
      </p>
      <OpenFile bench={bench} />
      <button type="button" onClick={forget}>
        {t('Leave it')}
      </button>
    </div>
  );
}
