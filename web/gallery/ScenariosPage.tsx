/** The page of all scenarios. */
import { documentTitle } from '../share/route';
import { t } from '../words/words';
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
