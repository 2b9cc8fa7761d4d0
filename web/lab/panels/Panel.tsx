/** The frame of every panel: heading, legend, plot, description and data table. */
import { createContext, type ReactNode, useContext, useId, useMemo } from 'react';
import { rich } from '../../base/words/rich';
import { plural, t } from '../../base/words/words';
import type { Scenario } from '../../engine/schema';
import { Legend, type LegendEntry } from '../../plot/Legend';
import { useSettled } from '../../plot/onScreen';
import { Plot, type PlotProps } from '../../plot/Plot';
import { useTimeWindow } from '../../run/hooks';
import { useOpen } from '../../run/tabStorage';
import { thinnedInWords, thinnedOf } from '../../run/thinned';
import type { Run } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import { Floating } from '../../ui/Floating';
import { TABLE_LIMIT, type Table, TableView } from '../../ui/TableView';
import { ExportPanel } from '../export/ExportMenu';
import type { Source } from '../export/everyRow';
import { useOverlaidPlot } from './over';
import { StackContext } from './stack';
import './Panel.css';

/** Properties of every panel. */
export interface PanelProps {
  run: Run;
  /** Indexes of the flows to show. */
  flows: number[];
  /** Replaces the panel's own title when it reproduces a paper's figure. */
  title?: string | undefined;
  /** Name of the directed link to show first. Only the queue panel uses it. */
  link?: string | undefined;
  /** Replaces the panel's description of a run that isn't a simulation; must keep its identity. */
  describe?: ((run: Run, flows: readonly number[]) => string) | undefined;
}

/**
 * Calls `describe` only when the run has finished, so that a long trace isn't counted again for every partial result. If the
 * trace is thinned, appends a note about that.
 */
export function describeFinished(run: Run, describe: () => string): string {
  if (run.summary === null) return t('This run hasn’t finished.');
  const thinned = thinnedOf(run);
  if (thinned === null) return describe();
  const kept = t('Losses, retransmissions and duplicate ACKs are all kept.');
  return `${describe()} ${thinnedInWords(thinned)} ${kept}`;
}

/** Most flows described one by one. */
const MAX_DESCRIBED = 4;

/** Joins sentences about the first few flows, and says how many flows are left out. */
export function sentencesOf(flows: readonly number[], describe: (flow: number) => string): string {
  const sentences = flows.slice(0, MAX_DESCRIBED).map(describe);
  const left = flows.length - sentences.length;
  if (left > 0)
    sentences.push(plural(left, '{n} more flow is in the table.', '{n} more flows are in the table.'));
  return sentences.join(' ');
}

export function nameOf(scenario: Scenario, flow: number): string {
  return scenario.flows[flow]?.name ?? t('flow {number}', { number: flow });
}

/** Id of the heading these panels belong to, when a page shows several panels of the same kind; else ''. */
const PanelOwnerContext = createContext('');

export const PanelOwnerProvider = PanelOwnerContext.Provider;

interface Frame<Marks> extends Omit<PlotProps<Marks>, 'label' | 'panel'> {
  name: string;
  title: string;
  legend: LegendEntry[];
  /** A description of the run; must keep its identity while the run and the user's choices stay the same. */
  words(): string;
  table(window: TimeWindow, limit: number): Table;
  /** The run that the table is about, and the rows behind it; absent if it isn't a simulation. */
  behind?: Source;
  children?: ReactNode;
}

export function Panel<Marks>(props: Frame<Marks>) {
  const { name, title, legend, words, table, behind, children, ...plot } = props;
  const heading = useId();
  const owner = useContext(PanelOwnerContext);
  const overlay = useOverlaidPlot(name, plot);
  const stack = useContext(StackContext);
  const { height } = plot;
  const entries = overlay
    ? [...overlay.legend, ...(stack?.lesson && overlay.legend[0] ? [] : legend)]
    : legend;
  const size = { height: stack?.height ?? height, margin: stack?.margin };
  const descriptions = (
    <>
      <Words words={words} />
      {overlay?.words.map((more) => (
        <p key={more} className="words">
          {more}
        </p>
      ))}
    </>
  );
  const foot = (
    <div className="panel-foot">
      <DataTable table={table} title={title} />
      {overlay ? (
        <ExportPanel panel={{ name, title, legend: entries, table, behind, height, ...overlay.plot }} />
      ) : (
        <ExportPanel panel={{ name, title, legend, table, behind, ...plot }} />
      )}
    </div>
  );
  return (
    <section
      className={stack === null ? 'panel' : 'stacked'}
      aria-labelledby={`${heading} ${owner}`.trim()}
      data-panel={name}
    >
      <header>
        <h2 id={heading}>
          {title}
          {overlay?.owner && (
            <span className="visually-hidden"> {t('of {whose}', { whose: overlay.owner })}</span>
          )}
        </h2>
        {children}
        <Legend entries={entries} panel={name} />
        {stack !== null && (
          <span className="panel-tools">
            {stack.tools}
            <Floating
              className="panel-more"
              label={rich('<dots>⋯</dots><hidden>More about {title}</hidden>', {
                title,
                dots: (dots) => <span aria-hidden="true">{dots}</span>,
                hidden: (text) => <span className="visually-hidden">{text}</span>,
              })}
            >
              {(close) => (
                <>
                  {descriptions}
                  {foot}
                  {stack.actions(close)}
                </>
              )}
            </Floating>
          </span>
        )}
      </header>
      {overlay ? (
        <Plot label={title} panel={name} {...overlay.plot} {...size} />
      ) : (
        <Plot label={title} panel={name} {...plot} {...size} />
      )}
      {stack === null ? (
        <>
          {descriptions}
          {foot}
        </>
      ) : (
        <div className="visually-hidden">
          <Words words={words} />
        </div>
      )}
    </section>
  );
}

function Words({ words }: { words(): string }) {
  const settled = useSettled(words);
  return <p className="words">{useMemo(settled, [settled])}</p>;
}

function DataTable({ table, title }: { table(window: TimeWindow, limit: number): Table; title: string }) {
  const [open, setOpen] = useOpen(`table of ${title}`);
  return (
    <details className="behind" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {rich('Table<hidden> for {title}</hidden>', {
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
