import { lazy, Suspense, useEffect, useState } from 'react';
import { useObservable } from './base/observable';
import { Keys } from './keys/Keys';
import { Notice } from './offline/Notice';
import { BenchPage } from './pages/BenchPage';
import { beginOpening } from './pages/useOpening';
import { Palette, PaletteButton } from './palette/Palette';
import { Bench } from './run/bench';
import { Runner } from './run/runner';
import { tabStorage } from './run/tabStorage';
import { isAssignmentPage, useRoute } from './share/route';
import { visits } from './share/visits';
import { newView } from './time/playback';
import { Boundary } from './ui/Boundary';
import { Footer } from './ui/Footer';
import { Masthead } from './ui/Masthead';
import { ThemeProvider } from './ui/theme';
import { theme } from './ui/themeStore';
import { rateUnit } from './words/units';
import { t } from './words/words';

/** Pages other than the bench load on demand, so that the bench doesn't wait for them. */
const HomePage = lazy(async () => ({ default: (await import('./home/HomePage')).HomePage }));
const TeachPage = lazy(async () => ({ default: (await import('./teach/TeachPage')).TeachPage }));
const Figure1Page = lazy(async () => ({ default: (await import('./pages/Figure1Page')).Figure1Page }));
const PapersPage = lazy(async () => ({ default: (await import('./pages/PapersPage')).PapersPages }));
const EvidencePage = lazy(async () => ({ default: (await import('./evidence/EvidencePage')).EvidencePage }));
const PrivacyPage = lazy(async () => ({ default: (await import('./privacy/PrivacyPage')).PrivacyPage }));
const PythonPage = lazy(async () => ({ default: (await import('./pages/PythonPage')).PythonPage }));
const SweepPage = lazy(async () => ({ default: (await import('./sweep/SweepPage')).SweepPage }));
const AssignmentPages = lazy(async () => ({
  default: (await import('./assignments/AssignmentPages')).AssignmentPages,
}));
const ScenariosPage = lazy(async () => ({
  default: (await import('./gallery/ScenariosPage')).ScenariosPage,
}));
const UnknownPage = lazy(async () => ({ default: (await import('./pages/UnknownPage')).UnknownPage }));
const EmbedPage = lazy(async () => ({ default: (await import('./embed/EmbedPage')).EmbedPage }));

export function App() {
  const { page, query } = useRoute();
  const unit = useObservable(rateUnit);
  // Keep one bench for the lifetime of the page, so that the user's work is still there after visiting another page.
  const [bench] = useState(() => {
    const made = new Bench(new Runner(), newView());
    // It loads while the bench is drawn.
    if (page === 'bench') beginOpening(made, query);
    return made;
  });
  // The pages' effects run before this one. That's fine, because a scenario opens only after its text has loaded.
  useEffect(() => tabStorage.follow(bench), [bench]);
  useEffect(() => visits.follow(bench), [bench]);
  return (
    <ThemeProvider value={useObservable(theme)}>
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
    </ThemeProvider>
  );
}
