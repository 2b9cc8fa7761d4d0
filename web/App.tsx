import { lazy, Suspense, useEffect, useState } from 'react';
import { ThemeProvider } from './design/theme';
import { theme } from './design/themeStore';
import { BenchPage } from './pages/BenchPage';
import { Boundary } from './pages/Boundary';
import { Figure1Page } from './pages/Figure1Page';
import { Masthead } from './pages/Masthead';
import { useRoute } from './pages/route';
import { Bench } from './run/bench';
import { useObservable } from './run/observable';
import { desk } from './storage/desk';

/** The papers are many numbers and their pictures: who stays on the bench does not wait for them. */
const PapersPage = lazy(async () => ({ default: (await import('./pages/PapersPage')).PapersPage }));

export function App() {
  const { page, query } = useRoute();
  // One bench for as long as the page lives: who looks at a figure and comes back finds their work as it was.
  const [bench] = useState(() => new Bench());
  // The pages' effects run before this one, but nothing comes to the bench before its text is loaded.
  useEffect(() => desk.follow(bench), [bench]);
  return (
    <ThemeProvider value={useObservable(theme)}>
      <Masthead page={page} />
      <Boundary name="This page">
        {page === 'figure-1' ? (
          <Figure1Page />
        ) : page === 'papers' ? (
          <Suspense fallback={<main className="figure-page" id="content" />}>
            <PapersPage wanted={query.get('paper')} item={query.get('item')} />
          </Suspense>
        ) : (
          <BenchPage bench={bench} query={query} />
        )}
      </Boundary>
    </ThemeProvider>
  );
}
