/** The page with the papers' numbers next to ours. Disagreements are as visible as agreements. */
import { type RefObject, useEffect, useRef } from 'react';
import { rich } from '../base/words/rich';
import { t } from '../base/words/words';
import { COMPARING_ADDRESS, papersAddress } from '../run/share/places';
import { documentTitle, PAPERS_ADDRESS } from '../run/share/route';
import { groupOf, PAPER_NAMES, type Paper } from '../scenario/content/papers';
import { Failure } from '../ui/Boundary';
import { EnglishOnly } from '../ui/InEnglish';
import { CausesView } from './CausesView';
import { ChecksNav } from './ChecksNav';
import { ClaimsView } from './ClaimsView';
import { ComparingPage } from './ComparingPage';
import { CountPanel } from './CountPanel';
import { type Loaded, useLoaded } from './load';
import { PaperSection } from './PaperSection';
import { placeLeft, usePlaceLeft } from './placeLeft';
import { RowsView } from './RowsView';

const VIEWS = ['claims', 'rows', 'tables', 'causes'] as const;

type View = (typeof VIEWS)[number];

const VIEW_WORDS: Record<View, () => string> = {
  claims: () => t('Claims'),
  rows: () => t('All rows'),
  tables: () => t('Tables and figures'),
  causes: () => t('Why ours deviate'),
};

/** The pages about papers, in one chunk. */
export function PapersPages({ page, query }: { page: 'papers' | 'comparing'; query: URLSearchParams }) {
  return page === 'comparing' ? (
    <ComparingPage wanted={query.get('reading')} />
  ) : (
    <PapersPage query={query} />
  );
}

function PapersPage({ query }: { query: URLSearchParams }) {
  const [wanted, item] = [query.get('paper'), query.get('item')];
  const { loaded, failure, again } = useLoaded(PAPER_NAMES);
  const chosen = loaded?.papers.find(({ name }) => name === wanted);
  // The address of a number leads to its table.
  const view = VIEWS.find((one) => one === query.get('view')) ?? (item === null ? 'claims' : 'tables');
  useEffect(() => {
    if (chosen !== undefined && item !== null) showItem(item);
  }, [chosen, item]);
  const page = useRef<HTMLElement>(null);
  usePlaceLeft(page, loaded !== null, `${query}`);
  const views = useRef<HTMLElement>(null);
  const named = wanted !== null || query.has('view');
  // A link to a paper or a view leads to it, below the count. The way back leads to the place that was left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice of the same view doesn't move the page
  useEffect(() => {
    if (loaded !== null && named && item === null && query.get('cause') === null && placeLeft() === null)
      views.current?.scrollIntoView({ block: 'start' });
  }, [loaded, view, chosen]);
  return (
    <main ref={page} className="figure-page papers" id="content" data-paper={chosen?.name}>
      <header className="introduction">
        <title>{documentTitle(chosen ? chosen.title : t('Published numbers'))}</title>
        <h1>{t('Published numbers against ours')}</h1>
        <p className="about">
          {rich(
            'We ran the set-ups of five papers again. <compare>How we compare</compare> explains tolerances, seeds and choices.',
            { compare: (words) => <a href={COMPARING_ADDRESS}>{words}</a> },
          )}
        </p>
        <EnglishOnly>{t('The texts about papers and numbers are in English only.')}</EnglishOnly>
      </header>
      <ChecksNav current="papers" />
      {wanted !== null && loaded !== null && chosen === undefined && (
        <p className="note" role="alert">
          {rich('There’s no paper called {name}. Here are all of them.', { name: <code>{wanted}</code> })}
        </p>
      )}
      {failure !== null && (
        <Failure
          words={t('The numbers couldn’t be loaded.')}
          reason={failure}
          label={t('Load again')}
          again={again}
        />
      )}
      {loaded === null && failure === null && (
        <p className="status" role="status">
          {t('Loading the numbers …')}
        </p>
      )}
      {loaded && (
        <>
          <CountPanel {...loaded} chosen={chosen} />
          <Views place={views} view={view} chosen={chosen} />
          <Shown {...loaded} view={view} chosen={chosen} item={item} query={query} />
        </>
      )}
    </main>
  );
}

/** Scrolls to a number's row or, if there is none, to its table or figure. */
function showItem(item: string): void {
  const row = document.querySelector(`.papers tr[data-item="${CSS.escape(item)}"]`);
  const place = row ?? document.querySelector(`.papers [data-group="${CSS.escape(groupOf(item))}"]`);
  place?.scrollIntoView({ block: row === null ? 'start' : 'center' });
}

interface ViewsProps {
  place: RefObject<HTMLElement | null>;
  view: View;
  chosen: Paper | undefined;
}

/** Links to the views of the chosen paper, or of all. */
function Views({ place, view, chosen }: ViewsProps) {
  return (
    <nav ref={place} className="views" aria-label={t('Views')}>
      {VIEWS.map((one) => (
        <a
          key={one}
          href={papersAddress({ ...(chosen && { paper: chosen.name }), view: one })}
          aria-current={one === view ? 'page' : undefined}
        >
          {VIEW_WORDS[one]()}
        </a>
      ))}
      {chosen !== undefined && (
        <a className="all-papers" href={view === 'claims' ? PAPERS_ADDRESS : papersAddress({ view })}>
          {t('All papers')}
        </a>
      )}
    </nav>
  );
}

interface ShownProps extends Loaded {
  view: View;
  chosen: Paper | undefined;
  item: string | null;
  query: URLSearchParams;
}

function Shown({ papers, findings, view, chosen, item, query }: ShownProps) {
  const some = chosen ? [chosen] : papers;
  switch (view) {
    case 'claims':
      return <ClaimsView papers={some} findings={findings} />;
    case 'rows':
      return <RowsView key={chosen?.name ?? ''} {...{ papers, findings, chosen, query }} />;
    case 'causes':
      return <CausesView papers={some} findings={findings} wanted={query.get('cause')} />;
    case 'tables':
      return some.map((paper) => (
        <PaperSection
          key={paper.name}
          paper={paper}
          findings={findings}
          open={chosen !== undefined}
          wanted={item}
        />
      ));
  }
}
