/** All rows in one table, with filters, a search and an order. */
import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { formatCount } from '../base/words/format';
import { plural, t } from '../base/words/words';
import { ExportTable } from '../lab/export/ExportMenu';
import { paperAddress, papersAddress } from '../run/share/places';
import { replaceAddress } from '../run/share/route';
import { type Findings, type Paper, shortName } from '../scenario/content/papers';
import { English, inEnglish } from '../ui/InEnglish';
import { ScrollRegion } from '../ui/ScrollRegion';
import { exportedTable } from './exported';
import { KIND_WORDS, kindsIn } from './kinds';
import { placeLeft } from './placeLeft';
import { RowCells, RowHeads, runAddress } from './RowCells';
import {
  causeName,
  type Filter,
  filtered,
  filterIn,
  NO_FILTER,
  queryOf,
  type Row,
  rowsOf,
  SHOWN,
  type Shown,
  SORTS,
  type Sort,
} from './rows';
import { VERDICTS } from './words';
import './rows.css';

const SHOWN_WORDS: Record<Shown, () => string> = {
  counted: () => t('All that count'),
  agrees: () => VERDICTS.agrees.words,
  deviates: () => VERDICTS.deviates.words,
  holds: () => VERDICTS.holds.words,
  fails: () => VERDICTS.fails.words,
  not_simulated: () => VERDICTS.not_simulated.words,
  ours: () => t('ours, not counted'),
  all: () => t('All rows'),
};

const SORT_WORDS: Record<Sort, () => string> = {
  paper: () => t('As in the papers'),
  farthest: () => t('Farthest first'),
  nearest: () => t('Nearest first'),
};

/** Rows shown before "Show all". */
const FIRST = 25;

interface Props {
  papers: readonly Paper[];
  findings: Findings;
  /** The chosen paper, or undefined for all. */
  chosen: Paper | undefined;
  query: URLSearchParams;
}

export function RowsView({ papers, findings, chosen, query }: Props) {
  const all = useMemo(
    () => rowsOf(chosen === undefined ? papers : [chosen], findings),
    [papers, chosen, findings],
  );
  const kinds = useMemo(() => kindsIn(all.map(({ kind }) => kind)), [all]);
  const [filter, setFilter] = useState<Filter>(() => filterIn(query, kinds));
  const [expanded, setExpanded] = useState(() => placeLeft()?.whole ?? false);
  // A link to other filters has changed the address.
  const [address, setAddress] = useState(`${query}`);
  if (address !== `${query}`) {
    setAddress(`${query}`);
    setFilter(filterIn(query, kinds));
  }
  const found = useMemo(() => filtered(all, filter), [all, filter]);
  const change = (changed: Partial<Filter>) => {
    setFilter((before) => ({ ...before, ...changed }));
    setExpanded(false);
  };
  // The address follows the filter, so that it can be shared and survives a visit to a run.
  useEffect(() => {
    const query = { ...(chosen && { paper: chosen.name }), view: 'rows', ...queryOf(filter) };
    replaceAddress(papersAddress(query));
  }, [filter, chosen]);
  const shown = useDeferredValue(expanded ? found : found.slice(0, FIRST));
  return (
    <section className="rows-view" aria-label={t('All rows')} data-whole={expanded}>
      <Filters {...{ all, papers, chosen, kinds, filter, change }} />
      <div className="found">
        <p role="status">
          {plural(found.length, '{n} row', '{n} rows')}
          {JSON.stringify(filter) !== JSON.stringify({ ...NO_FILTER, sort: filter.sort }) && (
            <button type="button" className="quiet" onClick={() => change(NO_FILTER)}>
              {t('Clear filters')}
            </button>
          )}
        </p>
        <ExportTable title={t('Published numbers')} table={() => exportedTable(found, findings)} />
      </div>
      <RowTable rows={shown} />
      {found.length > shown.length && (
        <p>
          <button type="button" onClick={() => setExpanded(true)}>
            {t('Show all {count} rows', { count: formatCount(found.length) })}
          </button>
        </p>
      )}
      {found.length === 0 && (
        <p className="note">{t('No row matches. Remove a filter or shorten the search.')}</p>
      )}
    </section>
  );
}

interface FilterProps {
  all: readonly Row[];
  papers: readonly Paper[];
  chosen: Paper | undefined;
  kinds: ReturnType<typeof kindsIn>;
  filter: Filter;
  change(changed: Partial<Filter>): void;
}

function Filters({ all, papers, chosen, kinds, filter, change }: FilterProps) {
  const count = (test: Partial<Filter>) => formatCount(filtered(all, { ...NO_FILTER, ...test }).length);
  const causes = useMemo(() => {
    const found = new Map<string, string>();
    for (const row of all) {
      const name = causeName(row);
      if (name !== null) found.set(name, `${shortName(row.paper)}: ${row.cause?.title}`);
    }
    return [...found];
  }, [all]);
  return (
    <search className="filters">
      <label>
        {t('Search')}
        <input
          type="search"
          value={filter.search}
          placeholder={t('queue, Table 1, 20T …')}
          onChange={(event) => change({ search: event.target.value })}
        />
      </label>
      <Choice
        label={t('Paper')}
        value={chosen?.name ?? ''}
        options={[['', t('All papers')], ...papers.map((paper) => [paper.name, shortName(paper)] as const)]}
        onChange={(paper) => {
          window.location.hash = papersAddress({
            ...(paper !== '' && { paper }),
            view: 'rows',
            ...queryOf({ ...filter, cause: null }),
          });
        }}
      />
      <Choice
        label={t('Verdict')}
        value={filter.shown}
        options={SHOWN.map((shown) => [shown, `${SHOWN_WORDS[shown]()} (${count({ shown })})`])}
        onChange={(shown) => change({ shown: SHOWN.find((one) => one === shown) ?? NO_FILTER.shown })}
      />
      <Choice
        label={t('Quantity')}
        value={filter.kind ?? ''}
        options={[['', t('All quantities')], ...kinds.map((kind) => [kind, KIND_WORDS[kind]()] as const)]}
        onChange={(kind) => change({ kind: kinds.find((one) => one === kind) ?? null })}
      />
      <Choice
        label={t('Cause')}
        value={filter.cause ?? ''}
        options={[['', t('Any cause, or none')], ...causes]}
        onChange={(cause) => change({ cause: cause === '' ? null : cause })}
      />
      <Choice
        label={t('Order')}
        value={filter.sort}
        options={SORTS.map((sort) => [sort, SORT_WORDS[sort]()])}
        onChange={(sort) => change({ sort: SORTS.find((one) => one === sort) ?? NO_FILTER.sort })}
      />
    </search>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, words: string])[];
  onChange(value: string): void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <label htmlFor={id}>
      {label}
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function RowTable({ rows }: { rows: readonly Row[] }) {
  return (
    <ScrollRegion label={t('All rows')} className="rows">
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">{t('paper')}</th>
            <RowHeads />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ paper, entry, finding, cause }) => (
            <tr
              key={`${paper.name}/${entry.item}`}
              data-row={`${paper.name}/${entry.item}`}
              data-verdict={finding?.verdict}
            >
              <td className="source" {...inEnglish()}>
                {shortName(paper)}
                <span>
                  <English>{entry.place}</English>
                </span>
              </td>
              <RowCells
                paper={paper}
                entry={entry}
                finding={finding}
                cause={cause}
                address={runAddress(paper, entry)}
                rowAddress={paperAddress(paper.name, entry.item)}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
