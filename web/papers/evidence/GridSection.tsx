/** The plausibility grid: the choice of receiver and company, the cells, and a card with the details of one cell. */
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { t } from '../../base/words/words';
import { evidenceAddress } from '../../run/share/places';
import { replaceAddress } from '../../run/share/route';
import { type Evidence, VERDICTS } from '../../scenario/content/evidence/data';
import type { CellName } from '../../scenario/content/reference';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { CellCard } from './CellCard';
import { GridChooser } from './GridChooser';
import { GridTable } from './GridTable';
import { findCell } from './grid';
import { CELL_VERDICTS, companyInWords, receiverInWords, SIGNS } from './words';

type Props = Pick<Evidence, 'grid' | 'explanations' | 'warmUp_s'> & { query: URLSearchParams };

export function GridSection({ grid, explanations, warmUp_s, query }: Props) {
  const heading = useId();
  const [receiver, setReceiver] = useState(
    allowedOr(query.get('receiver'), grid.receivers, DEFAULT_RECEIVER),
  );
  const [company, setCompany] = useState(
    allowedOr(query.get('company'), grid.company, grid.company[0] ?? ''),
  );
  const [place, setPlace] = useState(() => placeOf(query));
  const cell = useMemo(
    () => (place === null ? null : findCell(grid, { ...place, receiver, company })),
    [grid, place, receiver, company],
  );
  const frame = useRef<HTMLDivElement>(null);
  const initialPlace = useRef(place);
  useEffect(() => {
    // The address contains a cell after the user returns from its run. Focus it and scroll to it.
    if (initialPlace.current === null) return;
    const { preset, path } = initialPlace.current;
    const link = frame.current?.querySelector<HTMLElement>(
      `[data-preset="${CSS.escape(preset)}"][data-path="${CSS.escape(path)}"]`,
    );
    link?.focus({ preventScroll: true });
    link?.scrollIntoView({ block: 'center', inline: 'center' });
  }, []);
  const choose = (next: { receiver: string; company: string }) => {
    setReceiver(next.receiver);
    setCompany(next.company);
    replaceAddress(evidenceAddress(next));
  };
  return (
    <section className="grid-section" aria-labelledby={heading}>
      <h2 id={heading}>{t('Every sender, on paths that no paper measured')}</h2>
      <p className="words">
        {t(
          'The papers cover a few paths. This grid runs every sender on {paths} more and checks six rules: utilization reaches the floor that theory gives a sender of its kind, timeouts and retransmissions stay within bounds, nothing gets stuck, seeds agree, and no flow starves. Where packets are lost at random, that floor can be low.',
          { paths: grid.paths.length },
        )}
      </p>
      <GridChooser grid={grid} receiver={receiver} company={company} choose={choose} />
      <div className="grid-and-card" ref={frame}>
        <figure className="panel grid-figure">
          <figcaption>
            <b>
              {t('Utilization in percent, {company}. The receiver acknowledges {receiver}.', {
                company: companyInWords(company),
                receiver: receiverInWords(receiver),
              })}
            </b>
            <Legend />
          </figcaption>
          <ScrollRegion label={t('Cells of the grid')} className="grid-scroll">
            <GridTable
              grid={grid}
              receiver={receiver}
              company={company}
              onShow={setPlace}
              onOpen={(opened) => replaceAddress(evidenceAddress({ ...opened, receiver, company }))}
              tabStop={initialPlace.current}
            />
          </ScrollRegion>
        </figure>
        <CellCard
          cell={cell}
          explanations={explanations}
          seeds={grid.seeds}
          warmUp_s={warmUp_s[cell?.path.name ?? ''] ?? 0}
        />
      </div>
    </section>
  );
}

/** The receiver of most TCP stacks, which the papers assume. */
const DEFAULT_RECEIVER = 'bsd_reno';

function allowedOr(value: string | null, allowed: readonly string[], fallback: string): string {
  if (value !== null && allowed.includes(value)) return value;
  return allowed.includes(fallback) ? fallback : (allowed[0] ?? '');
}

function placeOf(query: URLSearchParams): Pick<CellName, 'preset' | 'path'> | null {
  const [preset, path] = [query.get('preset'), query.get('path')];
  return preset === null || path === null ? null : { preset, path };
}

function Legend() {
  return (
    <ul className="legend">
      {VERDICTS.map((verdict) => (
        <li key={verdict}>
          <span className="cell-sample" data-verdict={verdict} aria-hidden="true">
            {verdict === 'agrees' ? '97' : SIGNS[verdict]}
          </span>
          {CELL_VERDICTS[verdict]()}
        </li>
      ))}
    </ul>
  );
}
