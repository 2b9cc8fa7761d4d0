/** The home page. The build prerenders it into index.html. */
import { lazy, Suspense } from 'react';
import { Hero } from './Hero';
import './hero.css';

/** Hydrated after the top of the page, which has to be usable first. */
const Sections = lazy(async () => ({ default: (await import('./Sections')).Sections }));

export function HomePage() {
  return (
    <main className="home" id="content">
      <Hero />
      <Suspense fallback={<div className="sections-to-come" />}>
        <Sections />
      </Suspense>
    </main>
  );
}
