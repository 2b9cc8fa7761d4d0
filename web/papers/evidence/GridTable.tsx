/** The grid for one receiver and company: a row per sender, a column per path. Each cell links to its run. */
import { memo, type PointerEvent, useMemo, useRef } from 'react';
import { formatGrouped } from '../../base/words/format';
import { t } from '../../base/words/words';
import { evidenceRunAddress } from '../../run/share/places';
import type { GridFile } from '../../scenario/content/evidence/data';
import type { CellName } from '../../scenario/content/reference';
import { GridHead } from './GridHead';
import { pictureOf } from './grid';
import { moveFocus } from './moveFocus';
import { byFamily, CELL_VERDICTS, pathInWords, SIGNS } from './words';
import './GridTable.css';

type Place = Pick<CellName, 'preset' | 'path'>;

interface Props {
  grid: GridFile;
  receiver: string;
  company: string;
  /** Called to show a cell's numbers. */
  onShow(place: Place): void;
  /** Called before a cell's run opens. */
  onOpen(place: Place): void;
  /** The cell that Tab moves to; null for the first cell. */
  tabStop: Place | null;
}

/** A cell's numbers appear once the pointer has stayed this long, so that it can cross other cells on its way to the card. */
const HOVER_MS = 90;

export function GridTable({ grid, receiver, company, onShow, onOpen, tabStop }: Props) {
  const hoverTimer = useRef(0);
  // On a touch screen, the first tap on a cell shows its numbers, and the second opens its run.
  const isFirstTap = useRef(false);
  // Its attribute is set directly, because rendering hundreds of cells on each move would be slow.
  const shown = useRef<HTMLElement | null>(null);
  const showNow = (link: HTMLElement, place: Place) => {
    window.clearTimeout(hoverTimer.current);
    shown.current?.removeAttribute('data-shown');
    link.setAttribute('data-shown', '');
    shown.current = link;
    onShow(place);
  };
  const onPointerOver = (event: PointerEvent) => {
    const link = linkAt(event.target);
    window.clearTimeout(hoverTimer.current);
    if (link !== null && event.pointerType !== 'touch')
      hoverTimer.current = window.setTimeout(() => showNow(link, placeOf(link)), HOVER_MS);
  };
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move between its cells
      role="grid"
      className="grid-table"
      aria-label={t('Utilization in percent, a row per sender, a column per path')}
      onPointerOver={onPointerOver}
      onPointerLeave={() => window.clearTimeout(hoverTimer.current)}
      onPointerDown={(event) => {
        isFirstTap.current = event.pointerType === 'touch' && linkAt(event.target) !== shown.current;
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
        if (isFirstTap.current) {
          event.preventDefault();
          showNow(link, placeOf(link));
          link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        } else onOpen(placeOf(link));
        isFirstTap.current = false;
      }}
    >
      <GridHead paths={grid.paths} />
      <GridBody grid={grid} receiver={receiver} company={company} tabStop={tabStop} />
    </table>
  );
}

/** The link of the cell that contains the event's target. */
function linkAt(target: EventTarget): HTMLElement | null {
  return (target as HTMLElement).closest<HTMLElement>('a[data-preset]');
}

function placeOf({ dataset: { preset = '', path = '' } }: HTMLElement): Place {
  return { preset, path };
}

/** Memoized, so that moving between cells doesn't render it again. */
const GridBody = memo(function GridBody({
  grid,
  receiver,
  company,
  tabStop,
}: Pick<Props, 'grid' | 'receiver' | 'company' | 'tabStop'>) {
  const paths = useMemo(() => grid.paths.map(pathInWords), [grid]);
  const pixels = useMemo(() => pictureOf(grid, receiver, company), [grid, receiver, company]);
  const families = byFamily(grid.presets);
  const [firstPreset, firstPath] = [families[0]?.presets[0], grid.paths[0]?.name];
  const { preset: stopPreset, path: stopPath } = tabStop ?? { preset: firstPreset, path: firstPath };
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
          {grid.paths.map((path, column) => {
            const name = { preset, receiver, path: path.name, company };
            const pixel = pixels[grid.presets.indexOf(preset)]?.[column];
            if (pixel === undefined) return <td key={path.name} />;
            const percent = formatGrouped(100 * pixel.utilization, 0);
            return (
              <td key={path.name} data-verdict={pixel.verdict}>
                <a
                  href={evidenceRunAddress({ kind: 'cell', cell: name })}
                  data-preset={preset}
                  data-path={path.name}
                  tabIndex={preset === stopPreset && path.name === stopPath ? 0 : -1}
                  aria-label={t('{preset}, {path}: utilization {percent} %, {verdict}', {
                    preset,
                    path: paths[column] ?? '',
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
