/** Progress of making a file that takes long, and the button that ends it. */
import { t } from '../../base/words/words';

export function Making({ share, cancel }: { share: number; cancel(): void }) {
  return (
    <p className="buttons">
      <progress value={share} aria-label={t('Making the file')} />
      <button type="button" onClick={cancel}>
        {t('Cancel')}
      </button>
    </p>
  );
}
