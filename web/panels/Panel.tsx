/** The frame that every panel has: name, legend, plot, what happened in words, and the table behind it. */
import { createContext, type ReactNode, useContext, useId, useMemo } from 'react';
import { ExportPanel } from '../export/ExportMenu';
import { Legend, type LegendEntry } from '../plot/Legend';
import { useAtRest } from '../plot/onScreen';
import { Plot, type PlotProps } from '../plot/Plot';
import { useTimeWindow } from '../run/hooks';
import { useOpen } from '../run/tabStorage';
import type { Run } from '../run/trace';
import type { TimeWindow } from '../run/window';
import { TABLE_LIMIT, type Table, TableView } from '../ui/TableView';
import { formatCount } from '../words/format';
import { rich } from '../words/rich';
import { t } from '../words/words';
import { useOver } from './over';

/** Properties that every panel gets. */
export interface PanelProps {
  run: Run;
  /** Numbers of the flows that the reader wants to see. */
  flows: number[];
  /** Replaces the panel's own name if it shows a figure of a paper. */
  title?: string | undefined;
  /** The directed link that is asked for, where a panel shows one. */
  link?: string | undefined;
}

/**
 * What happened is told when it is over: a long trace is not counted anew for every partial picture. A run so long that its
 * trace keeps only some of the samples says so in every panel.
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

/** The element that names what the panels around belong to, where a page has several of one name; empty where it has not. */
const WithinContext = createContext('');

export const WithinProvider = WithinContext.Provider;

interface Frame<Marks> extends Omit<PlotProps<Marks>, 'label'> {
  name: string;
  title: string;
  legend: LegendEntry[];
  /** A description of the run; must keep its identity while the run and the reader's choices stay the same. */
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
          <ExportPanel panel={{ name, title, legend: entries, table, height, ...over.plot }} />
        ) : (
          <ExportPanel panel={{ name, title, legend, table, ...plot }} />
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
