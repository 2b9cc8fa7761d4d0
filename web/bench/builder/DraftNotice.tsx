/** Offers an unfinished network again. */

import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { useSession } from './hooks';
import { sessionOf } from './session';
import './NetworkBuilder.css';

export function DraftNotice({ bench, onOpen }: { bench: Bench; onOpen(): void }) {
  const [first] = useSession(bench)?.missing ?? [];
  if (first === undefined) return null;
  return (
    <p className="draft-notice note">
      <span>
        {t('Your network isn’t finished.')} {first.text}
      </span>{' '}
      <span className="buttons">
        <button type="button" onClick={onOpen}>
          {t('Continue')}
        </button>
        <button type="button" onClick={(event) => sessionOf(bench).discard(event.timeStamp)}>
          {t('Discard')}
        </button>
      </span>
    </p>
  );
}
