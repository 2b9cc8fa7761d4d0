import { lazy, Suspense, useEffect, useState } from 'react';
import { useObservable } from '../base/observable';
import { rateUnit } from '../base/words/units';
import { t } from '../base/words/words';
import { BenchPage } from '../bench/BenchPage';
import { beginOpening } from '../bench/useOpening';
import { visits } from '../bench/visits';
import { Notice } from '../deliver/offline/Notice';
import { newView } from '../lab/time/playback';
import { Bench } from '../run/bench';
import { isAssignmentPage, useRoute } from '../run/share/route';
import { tabStorage } from '../run/tabStorage';
import { Boundary } from '../ui/Boundary';
import { Footer } from '../ui/Footer';
import { Keys } from '../ui/keys/Keys';
import { Masthead } from '../ui/Masthead';
import { Palette, PaletteButton } from './palette/Palette';

/** Pages other than the bench load on demand, so that the bench doesn't wait for them. */
const HomePage = lazy(async () => ({ default: (await import('./home/HomePage')).HomePage }));
const TeachPage = lazy(async () => ({ default: (await import('../classroom/teach/TeachPage')).TeachPage }));
const Figure1Page = lazy(async () => ({ default: (await import('../papers/Figure1Page')).Figure1Page }));
const PapersPage = lazy(async () => ({ default: (await import('../papers/PapersPage')).PapersPages }));
const EvidencePage = lazy(async () => ({
  default: (await import('../papers/evidence/EvidencePage')).EvidencePage,
}));
const PrivacyPage = lazy(async () => ({ default: (await import('./privacy/PrivacyPage')).PrivacyPage }));
const PythonPage = lazy(async () => ({ default: (await import('./PythonPage')).PythonPage }));
const SweepPage = lazy(async () => ({ default: (await import('../sweep/SweepPage')).SweepPage }));
const AssignmentPages = lazy(async () => ({
  default: (await import('../classroom/assignments/AssignmentPages')).AssignmentPages,
}));
const ScenariosPage = lazy(async () => ({
  default: (await import('../bench/gallery/ScenariosPage')).ScenariosPage,
}));
const UnknownPage = lazy(async () => ({ default: (await import('./UnknownPage')).UnknownPage }));
const EmbedPage = lazy(async () => ({ default: (await import('../deliver/embed/EmbedPage')).EmbedPage }));

export function App() {
  const { page, query } = useRoute();
  const unit = useObservable(rateUnit);
  // Keep one bench for the lifetime of the page, so that the user's work is still there after visiting another page.
  const [bench] = useState(() => {
    const made = new Bench(newView());
    // It loads while the bench is drawn.
    if (page === 'bench') beginOpening(made, query);
    return made;
  });
  // The pages' effects run before this one. That's fine, because a scenario opens only after its text has loaded.
  useEffect(() => tabStorage.follow(bench), [bench]);
  useEffect(() => visits.follow(bench), [bench]);
  return (
    <>
      <Masthead page={page}>{page !== '' && <PaletteButton />}</Masthead>
      <Keys />
      <Palette bench={page === 'bench' || page === '' ? bench : undefined} />
      {/* Another unit changes texts all over a page. After a page that couldn't be drawn, the next one can. */}
      <Boundary name={t('This page')} key={unit + page}>
        <Suspense fallback={<main className="waiting" id="content" />}>
          {page === '' ? (
            <HomePage />
          ) : page === 'teach' ? (
            <TeachPage query={query} />
          ) : page === 'figure-1' ? (
            <Figure1Page />
          ) : page === 'papers' || page === 'comparing' ? (
            <PapersPage page={page} query={query} />
          ) : page === 'evidence' ? (
            <EvidencePage query={query} />
          ) : page === 'sweep' ? (
            <SweepPage query={query} />
          ) : page === 'privacy' ? (
            <PrivacyPage />
          ) : page === 'python' ? (
            <PythonPage />
          ) : isAssignmentPage(page) ? (
            <AssignmentPages page={page} query={query} />
          ) : page === 'embed' ? (
            <EmbedPage query={query} />
          ) : page === 'scenarios' ? (
            <ScenariosPage />
          ) : page === 'bench' ? (
            <BenchPage bench={bench} query={query} />
          ) : (
            <UnknownPage page={page} />
          )}
        </Suspense>
      </Boundary>
      {page !== '' && page !== 'bench' && <Footer />}
      <Notice />
    </>
  );
}
