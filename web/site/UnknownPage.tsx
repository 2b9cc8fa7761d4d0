/**
 * The page for an address that names no page: offers those with a similar name, and the main ones. It also opens pages that the main page's
 * first script doesn't know, to keep that small.
 */
import { lazy, Suspense } from 'react';
import { nearNames } from '../base/near';
import { rich } from '../base/words/rich';
import { t } from '../base/words/words';
import { PLACES, type Place } from '../run/share/pages';
import { benchAddress, documentTitle, useRoute } from '../run/share/route';
import { SCENARIO_NAMES, TITLES } from '../scenario/content/scenarios';
import './UnknownPage.css';

/** Longest name that is shown, in characters. */
const LONGEST = 60;

const AuthorPage = lazy(async () => ({
  default: (await import('../classroom/author/AuthorPage')).AuthorPage,
}));
const CopyPage = lazy(async () => ({ default: (await import('../classroom/author/CopyPage')).CopyPage }));

export function UnknownPage({ page }: { page: string }) {
  const { query } = useRoute();
  if (page !== 'author' && page !== 'copy') return <NoPage page={page} />;
  return (
    <Suspense fallback={<main className="waiting" id="content" />}>
      {page === 'author' ? <AuthorPage query={query} /> : <CopyPage query={query} />}
    </Suspense>
  );
}

function NoPage({ page }: { page: string }) {
  const similar = similarTo(page);
  return (
    <main className="figure-page unknown-page" id="content">
      <title>{documentTitle(t('No such page'))}</title>
      <h1>{t("This page doesn't exist")}</h1>
      <p>
        {rich('Vegas Lab has no page called {page}.', {
          page: <code>{page.slice(0, LONGEST)}</code>,
        })}
      </p>
      {similar.length > 0 && (
        <section>
          <h2>{t('Did you mean')}</h2>
          <Links places={similar} />
        </section>
      )}
      <section>
        <h2>{t('Start here')}</h2>
        <Links places={PLACES.filter(({ main }) => main)} />
      </section>
    </main>
  );
}

function Links({ places }: { places: readonly Pick<Place, 'title' | 'address'>[] }) {
  return (
    <ul>
      {places.map(({ title, address }) => (
        <li key={address}>
          <a href={address}>{title()}</a>
        </li>
      ))}
    </ul>
  );
}

/** Pages and scenarios with names like a mistyped page. */
function similarTo(page: string): Pick<Place, 'title' | 'address'>[] {
  const pages = nearNames(
    page,
    PLACES.map(({ name }) => name),
  ).flatMap((name) => PLACES.find((one) => one.name === name) ?? []);
  const scenarios = nearNames(page, SCENARIO_NAMES).map((name) => ({
    title: () => TITLES.get(name) ?? name,
    address: benchAddress(name),
  }));
  return [...pages, ...scenarios];
}
