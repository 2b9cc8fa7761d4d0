/** The metrics of the compared runs in columns, each with its difference from the baseline. */
import { useState } from 'react';
import { t } from '../../base/words/words';
import type { Summary } from '../../engine/schema';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { type Difference, flowRows, fullestLink, linkRows, type MetricRow } from './metrics';
import { Sign } from './Sign';
import './MetricsTable.css';

interface Props {
  runs: readonly { letter: string; label: string; summary: Summary | null }[];
  /** The letter of the run that the others are measured against. */
  baseline: string;
}

export function MetricsTable({ runs, baseline }: Props) {
  const [flow, chooseFlow] = useState(0);
  const [link, chooseLink] = useState<string | null>(null);
  const summaries = runs.map(({ summary }) => summary);
  const place = runs.findIndex(({ letter }) => letter === baseline);
  const base = summaries[place];
  if (!base) return <p className="words">{t('The metrics appear when the baseline’s run has finished.')}</p>;
  const shownFlow = Math.min(flow, base.flows.length - 1);
  const links = base.links.map(({ name }) => name);
  const shownLink = link !== null && links.includes(link) ? link : fullestLink(base);
  const letters = runs.map(({ letter, label }) => ({ letter, label }));
  return (
    <>
      <p className="words">
        {t('{letter} is the baseline. The other columns show how much each run differs from it.', {
          letter: baseline,
        })}
      </p>
      <div className="compared-figures">
        <MetricTable
          label={t('Metrics of a flow')}
          what={t('Flow')}
          names={base.flows.map(({ name }) => name)}
          chosen={shownFlow}
          choose={chooseFlow}
          letters={letters}
          rows={flowRows(summaries, shownFlow, place)}
        />
        <MetricTable
          label={t('Metrics of a link')}
          what={t('Link')}
          names={links.map((name) => name.replace('>', ' → '))}
          chosen={links.indexOf(shownLink)}
          choose={(place) => chooseLink(links[place] ?? null)}
          letters={letters}
          rows={linkRows(summaries, shownLink, place)}
        />
      </div>
    </>
  );
}

interface MetricTableProps {
  label: string;
  /** Label of the menu: "Flow" or "Link". */
  what: string;
  names: string[];
  /** Index of the chosen flow or link. */
  chosen: number;
  choose(place: number): void;
  letters: { letter: string; label: string }[];
  rows: MetricRow[];
}

function MetricTable({ label, what, names, chosen, choose, letters, rows }: MetricTableProps) {
  return (
    <ScrollRegion label={label}>
      <table>
        <caption>
          <label>
            {what}{' '}
            <select value={chosen} onChange={(event) => choose(Number(event.target.value))}>
              {names.map((name, place) => (
                <option key={name} value={place}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </caption>
        <thead>
          <tr>
            <td />
            {letters.map((one) => (
              <th key={one.letter} scope="col">
                <Sign letter={one.letter} />
                <small>{one.label}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Rows rows={rows} letters={letters.map(({ letter }) => letter)} />
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Rows({ rows, letters }: { rows: MetricRow[]; letters: string[] }) {
  return rows.map(({ name, label, cells }) => (
    <tr key={name} data-metric={name}>
      <th scope="row">{label}</th>
      {cells.map((cell, place) => (
        <td key={letters[place]}>
          {cell.text}
          {cell.difference && <DifferenceNote difference={cell.difference} />}
        </td>
      ))}
    </tr>
  ));
}

function DifferenceNote({ difference: { words, percent, better } }: { difference: Difference }) {
  return (
    <small className="metric-difference" data-better={better ?? undefined}>
      {better !== null && <span className="visually-hidden">{better ? t('better:') : t('worse:')} </span>}
      {words}
      {percent !== '' && ` (${percent})`}
    </small>
  );
}
