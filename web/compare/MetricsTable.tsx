/** The metrics of runs A to F in columns, each with its difference from A. */
import { useState } from 'react';
import type { Summary } from '../engine/schema';
import { ScrollRegion } from '../ui/ScrollRegion';
import { t } from '../words/words';
import { Sign } from './KeptCards';
import { type Cell, flowRows, fullestLink, linkRows, type MetricRow } from './metrics';
import './MetricsTable.css';

interface Props {
  runs: readonly { letter: string; label: string; summary: Summary | null }[];
}

export function MetricsTable({ runs }: Props) {
  const [flow, chooseFlow] = useState(0);
  const [link, chooseLink] = useState<string | null>(null);
  const summaries = runs.map(({ summary }) => summary);
  const base = summaries[0];
  if (!base) return <p className="words">{t('The figures come when the run on the bench is over.')}</p>;
  const shownFlow = Math.min(flow, base.flows.length - 1);
  const links = base.links.map(({ name }) => name);
  const shownLink = link !== null && links.includes(link) ? link : fullestLink(base);
  const letters = runs.map(({ letter, label }) => ({ letter, label }));
  return (
    <>
      <p className="words">{t('Behind each figure its difference to A. ▲ is better than A, ▼ is worse.')}</p>
      <div className="compared-figures">
        <FigureTable
          label={t('Figures of a flow')}
          what={t('Flow')}
          names={base.flows.map(({ name }) => name)}
          chosen={shownFlow}
          choose={chooseFlow}
          letters={letters}
          rows={flowRows(summaries, shownFlow)}
        />
        <FigureTable
          label={t('Figures of a link')}
          what={t('Link')}
          names={links.map((name) => name.replace('>', ' → '))}
          chosen={links.indexOf(shownLink)}
          choose={(place) => chooseLink(links[place] ?? null)}
          letters={letters}
          rows={linkRows(summaries, shownLink)}
        />
      </div>
    </>
  );
}

interface FigureTableProps {
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

function FigureTable({ label, what, names, chosen, choose, letters, rows }: FigureTableProps) {
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
          {cell.difference && <Difference difference={cell.difference} />}
        </td>
      ))}
    </tr>
  ));
}

function Difference({ difference }: { difference: NonNullable<Cell['difference']> }) {
  const { text, percent, better } = difference;
  return (
    <small className="difference-to-a" data-better={better ?? undefined}>
      {better !== null && (
        <>
          <span aria-hidden="true">{better ? '▲ ' : '▼ '}</span>
          <span className="visually-hidden">{better ? t('better:') : t('worse:')} </span>
        </>
      )}
      {text} {percent !== '' && `(${percent})`}
    </small>
  );
}
