/** The frame of every panel: heading, legend, plot, description and data table. */
import { createContext, type ReactNode, useContext, useId, useMemo } from 'react';
import { TakePanel } from '../export/TakeMenu';
import { Legend, type LegendEntry } from '../plot/Legend';
import { useAtRest } from '../plot/onScreen';
import { Plot, type PlotProps } from '../plot/Plot';
import { useTimeWindow } from '../run/hooks';
import type { Run } from '../run/trace';
import type { TimeWindow } from '../run/window';
import { TABLE_LIMIT, type Table, TableView } from '../ui/TableView';
import { useOpen } from '../ui/usePlace';
import { formatCount } from '../words/format';
import { rich } from '../words/rich';
import { t } from '../words/words';
import { useOver } from './over';

/** Properties that every panel gets. */
export interface PanelProps {
  run: Run;
  /** Indexes of the flows to show. */
  flows: number[];
  /** Replaces the panel's own title when it reproduces a paper's figure. */
  title?: string | undefined;
  /** Name of the directed link to show first. Only the queue panel uses it. */
  link?: string | undefined;
}

/**
 * Calls `describe` only when the run has finished, so that a long trace isn't counted again for every partial result. If the
 * trace is thinned (keeps only some samples), appends a note about that.
 */
export function onceOver(run: Run, describe: () => string): string {
  if (run.summary === null) return t('This run has not come to its end.');
  const { rows_thinned } = run.summary;
  if (!(rows_thinned > 0)) return describe();
  const thinned = t(
    'Thinned: of {all} samples and events of this run the trace leaves out {some} samples; losses, retransmissions and duplicate ACKs are all here.',
    { all: formatCount(rows_thinned + run.summary.rows_recorded), some: formatCount(rows_thinned) },
  );
  return `${describe()} ${thinned}`;
}

/** Id of the heading these panels belong to, when a page shows several panels of the same kind; else ''. */
const WithinContext = createContext('');

export const WithinProvider = WithinContext.Provider;

interface Frame<Marks> extends Omit<PlotProps<Marks>, 'label'> {
  name: string;
  title: string;
  legend: LegendEntry[];
  /** A description of the run; must keep its identity while the run and the user's choices stay the same. */
  words(): string;
  table(window: TimeWindow, limit: number): Table;
  children?: ReactNode;
}

export function Panel<Marks>(props: Frame<Marks>) {
  const { name, title, legend, words, table, children, ...plot } = props;
  const heading = useId();
  const within = useContext(WithinContext);
  const over = useOver(name, plot);
  const { height } = plot;
  const entries = over ? [...over.legend, ...legend] : legend;
  return (
    <section className="panel" aria-labelledby={`${heading} ${within}`.trim()} data-panel={name}>
      <header>
        <h2 id={heading}>
          {title}
          {over?.whose && <span className="visually-hidden"> {t('of {whose}', { whose: over.whose })}</span>}
        </h2>
        {children}
        <Legend entries={entries} />
      </header>
      {over ? <Plot label={title} height={height} {...over.plot} /> : <Plot label={title} {...plot} />}
      <Words words={words} />
      {over?.words.map((more) => (
        <p key={more} className="words">
          {more}
        </p>
      ))}
      <div className="panel-foot">
        <Behind table={table} title={title} />
        {over ? (
          <TakePanel panel={{ name, title, legend: entries, table, height, ...over.plot }} />
        ) : (
          <TakePanel panel={{ name, title, legend, table, ...plot }} />
        )}
      </div>
    </section>
  );
}

function Words({ words }: { words(): string }) {
  const settled = useAtRest(words);
  return <p className="words">{useMemo(settled, [settled])}</p>;
}

function Behind({ table, title }: { table(window: TimeWindow, limit: number): Table; title: string }) {
  const [open, setOpen] = useOpen(`table of ${title}`);
  return (
    <details className="behind" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {rich('Table<hidden> behind {title}</hidden>', {
          title,
          hidden: (words) => <span className="visually-hidden">{words}</span>,
        })}
      </summary>
      {open && <TableInWindow table={table} title={title} />}
    </details>
  );
}

function TableInWindow({ table, title }: { table(window: TimeWindow, limit: number): Table; title: string }) {
  return (
    <TableView
      table={table(useTimeWindow(), TABLE_LIMIT)}
      caption={t('{title}, rows in the time shown', { title })}
    />
  );
}
