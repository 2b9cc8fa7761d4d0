/** Hydrates the home page. Other pages load when one is opened. */
import '../ui/styles';
import { lazy, Suspense, startTransition, useEffect, useState } from 'react';
import { Notice } from '../deliver/offline/Notice';
import { watchReleases } from '../deliver/offline/notice';
import { useRoute } from '../run/share/route';
import { Keys } from '../ui/keys/Keys';
import { Masthead } from '../ui/Masthead';
import { start } from '../ui/start';
import { Front } from './home/Front';
import { closePalette, showPalette } from './palette/open';

const App = lazy(async () => ({ default: (await import('./App')).App }));

watchReleases();
await start(() => <HomeFirst />, { prerendered: true });

/** The home page until another page is opened; from then on the app, which keeps the user's work and has the home page too. */
function HomeFirst() {
  const { page } = useRoute();
  const [left, setLeft] = useState(false);
  useEffect(() => {
    // The home page stays until the app is there.
    if (page !== '') startTransition(() => setLeft(true));
  }, [page]);
  useEffect(() => {
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
  if (left)
    return (
      <Suspense>
        <App />
      </Suspense>
    );
  return (
    <Front
      head={
        <>
          <Masthead page="" />
          <Keys />
          <Notice />
        </>
      }
    />
  );
}
