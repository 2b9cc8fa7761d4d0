/** The page for teachers: what they can do with the lab. */
import { documentTitle } from '../share/route';
import { t } from '../words/words';
import { TeachingFacts, TeachingList } from './TeachingList';
import './sections.css';

export function TeachPage() {
  return (
    <main className="teach-page" id="content">
      <title>{documentTitle(t('Teach'))}</title>
      <header className="section-head">
        <h1>{t('Teach with Vegas Lab')}</h1>
        <p>
          {t("Everything runs in your students' browsers. There are no accounts, and nothing is sent to us.")}
        </p>
      </header>
      <TeachingList />
      <h2>{t('Before you rely on it')}</h2>
      <TeachingFacts />
    </main>
  );
}
