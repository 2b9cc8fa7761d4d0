/** The home page. The build prerenders it into index.html. */
import { lazy, Suspense } from 'react';
import { Hero } from './Hero';
import { usable } from './usable';
import './hero.css';

/** Prerendered, so its links work before its script is there. */
const Sections = lazy(async () => {
  await usable;
  return { default: (await import('./Sections')).Sections };
});

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
