/** Hydrates the home page. Other pages load when one is opened. */
import '../ui/styles';
import { lazy, StrictMode, Suspense, startTransition, useEffect, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { useObservable } from '../base/observable';
import { preferredLanguage, speakAs } from '../base/words/language';
import { currentLanguage } from '../base/words/words';
import { Notice } from '../deliver/offline/Notice';
import { watchReleases } from '../deliver/offline/notice';
import { useRoute } from '../run/share/route';
import { Keys } from '../ui/keys/Keys';
import { Masthead } from '../ui/Masthead';
import { packageKind } from '../ui/package';
import { ThemeProvider } from '../ui/theme';
import { theme } from '../ui/themeStore';
import { Front } from './home/Front';
import { closePalette, showPalette } from './palette/open';

const App = lazy(async () => ({ default: (await import('./App')).App }));

const place = document.getElementById('lab');
if (place === null) throw new Error('index.html has no element with the id "lab".');
watchReleases();
await speakAs(preferredLanguage());
const page = (
  <StrictMode>
    <HomeFirst />
  </StrictMode>
);
// In other languages and in packages the content differs from the prerendered one.
if (place.childElementCount > 0 && packageKind() === null && currentLanguage() === 'en')
  hydrateRoot(place, page);
else createRoot(place).render(page);

/** The home page until another page is opened; from then on the app, which keeps the user's work and has the home page too. */
function HomeFirst() {
  const { page } = useRoute();
  const [left, setLeft] = useState(false);
  useEffect(() => {
    // The home page stays until the app is there.
    if (page !== '') startTransition(() => setLeft(true));
  }, [page]);
  useEffect(() => {
    document.documentElement.dataset.alive = 'true';
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || left) return;
      // The app has the palette.
      event.preventDefault();
      showPalette();
      import('./App').then(() => setLeft(true), closePalette);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [left]);
  const colors = useObservable(theme);
  if (left)
    return (
      <Suspense>
        <App />
      </Suspense>
    );
  return (
    <ThemeProvider value={colors}>
      <Front
        head={
          <>
            <Masthead page="" />
            <Keys />
            <Notice />
          </>
        }
      />
    </ThemeProvider>
  );
}
