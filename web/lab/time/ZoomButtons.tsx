/** Buttons that change how much of the run all panels show. */
import { useObservable } from '../../base/observable';
import { t } from '../../base/words/words';
import { useView } from '../../run/hooks';

export function ZoomButtons() {
  const view = useView();
  const { zoom } = useObservable(view.looking);
  return (
    <>
      <button
        type="button"
        aria-label={t('Zoom out')}
        title={t('Zoom out')}
        disabled={!zoom}
        onClick={() => view.zoom(0.5)}
      >
        −
      </button>
      <button type="button" aria-label={t('Zoom in')} title={t('Zoom in')} onClick={() => view.zoom(2)}>
        +
      </button>
      <button type="button" disabled={!zoom} onClick={() => view.showAll()}>
        {t('Whole run')}
      </button>
    </>
  );
}
