/** One picture of the grid: a row per sender, a column per path. Each cell is a link to its run; arrow keys move between them. */
import { memo, type PointerEvent, useMemo, useRef } from 'react';
import type { GridFile } from '../content/evidence/data';
import type { CellName } from '../content/reference';
import { formatGrouped } from '../words/format';
import { t } from '../words/words';
import { runAddress } from './addresses';
import { byFamily } from './families';
import { GridHead } from './GridHead';
import { pictureOf } from './grid';
import { moveFocus } from './moveFocus';
import { CELL_VERDICTS, pathInWords, SIGNS } from './words';
import './GridTable.css';

type Place = Pick<CellName, 'preset' | 'path'>;

interface Props {
  grid: GridFile;
  receiver: string;
  company: string;
  /** Shows a cell's numbers. It must keep its identity. */
  show(place: Place): void;
  /** A cell's run is about to open. */
  opening(place: Place): void;
  /** The cell that Tab enters; null for the first. */
  stop: Place | null;
}

/** The pointer must rest this long, so that it can cross other cells on its way to the card. */
const REST_MS = 90;

export function GridTable({ grid, receiver, company, show, opening, stop }: Props) {
  const resting = useRef(0);
  // By touch the first tap shows the numbers, the second opens the run.
  const touched = useRef(false);
  // Marked by hand, because drawing hundreds of cells again would slow the pointer down.
  const shown = useRef<HTMLElement | null>(null);
  const showNow = (link: HTMLElement, place: Place) => {
    window.clearTimeout(resting.current);
    shown.current?.removeAttribute('data-shown');
    link.setAttribute('data-shown', '');
    shown.current = link;
    show(place);
  };
  const onPointerOver = (event: PointerEvent) => {
    const link = linkAt(event.target);
    window.clearTimeout(resting.current);
    if (link !== null && event.pointerType !== 'touch')
      resting.current = window.setTimeout(() => showNow(link, placeOf(link)), REST_MS);
  };
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move between its cells
      role="grid"
      className="grid-table"
      aria-label={t('Utilization in percent, a row per sender, a column per path')}
      onPointerOver={onPointerOver}
      onPointerLeave={() => window.clearTimeout(resting.current)}
      onPointerDown={(event) => {
        touched.current = event.pointerType === 'touch' && linkAt(event.target) !== shown.current;
      }}
      onFocus={(event) => {
        const link = linkAt(event.target);
        if (link === null) return;
        for (const other of event.currentTarget.querySelectorAll<HTMLElement>('a[tabindex="0"]'))
          other.tabIndex = -1;
        link.tabIndex = 0;
        showNow(link, placeOf(link));
      }}
      onKeyDown={moveFocus}
      onClick={(event) => {
        const link = linkAt(event.target);
        if (link === null) return;
        if (touched.current) {
          event.preventDefault();
          showNow(link, placeOf(link));
          link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        } else opening(placeOf(link));
        touched.current = false;
      }}
    >
      <GridHead paths={grid.paths} />
      <GridBody grid={grid} receiver={receiver} company={company} stop={stop} />
    </table>
  );
}

/** The cell that an event is about. */
function linkAt(target: EventTarget): HTMLElement | null {
  return (target as HTMLElement).closest<HTMLElement>('a[data-preset]');
}

function placeOf({ dataset: { preset = '', path = '' } }: HTMLElement): Place {
  return { preset, path };
}

/** Drawn once per choice: moving between cells changes nothing in it. */
const GridBody = memo(function GridBody({
  grid,
  receiver,
  company,
  stop,
}: Pick<Props, 'grid' | 'receiver' | 'company' | 'stop'>) {
  const paths = useMemo(() => grid.paths.map(pathInWords), [grid]);
  const pixels = useMemo(() => pictureOf(grid, receiver, company), [grid, receiver, company]);
  const families = byFamily(grid.presets);
  const [firstPreset, firstPath] = [families[0]?.presets[0], grid.paths[0]?.name];
  const { preset: stopPreset, path: stopPath } = stop ?? { preset: firstPreset, path: firstPath };
  return families.map(({ title, presets }) => (
    <tbody key={presets[0]}>
      <tr className="family">
        <th scope="rowgroup" colSpan={grid.paths.length + 1}>
          <span>{title()}</span>
        </th>
      </tr>
      {presets.map((preset) => (
        <tr key={preset}>
          <th scope="row" translate="no">
            {preset}
          </th>
          {grid.paths.map((path, at) => {
            const name = { preset, receiver, path: path.name, company };
            const pixel = pixels[grid.presets.indexOf(preset)]?.[at];
            if (pixel === undefined) return <td key={path.name} />;
            const percent = formatGrouped(100 * pixel.utilization, 0);
            return (
              <td key={path.name} data-verdict={pixel.verdict}>
                <a
                  href={runAddress({ kind: 'cell', cell: name })}
                  data-preset={preset}
                  data-path={path.name}
                  tabIndex={preset === stopPreset && path.name === stopPath ? 0 : -1}
                  aria-label={t('{preset}, {path}: utilization {percent} %, {verdict}', {
                    preset,
                    path: paths[at] ?? '',
                    percent,
                    verdict: CELL_VERDICTS[pixel.verdict](),
                  })}
                >
                  {percent}
                  {pixel.verdict !== 'agrees' && <i>{SIGNS[pixel.verdict]}</i>}
                </a>
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  ));
});
