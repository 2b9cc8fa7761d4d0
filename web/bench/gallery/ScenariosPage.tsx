/** The page of all scenarios. */

import { t } from '../../base/words/words';
import { documentTitle } from '../../run/share/route';
import { GalleryList } from './GalleryList';
import './gallery.css';

export function ScenariosPage() {
  return (
    <main className="gallery-page" id="content">
      <title>{documentTitle(t('Scenarios'))}</title>
      <GalleryList />
    </main>
  );
}
