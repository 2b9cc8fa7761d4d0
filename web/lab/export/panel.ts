/** Exports a panel or another drawing: the picture, or its table. */

import { sayInEnglish } from '../../base/words/words';
import type { Watch } from '../../engine/runFile';
import { lacksRows } from '../../run/thinned';
import type { TimeWindow } from '../../run/window';
import type { Table } from '../../ui/TableView';
import type { Theme } from '../../ui/theme';
import { everyRow, type Source } from './everyRow';
import type { Provenance } from './origin';
import { type Picture, pngOf, printTheme } from './picture/frame';
import { type Drawing, pictureOf } from './picture/picture';
import { fileName, stampOf } from './provenance';
import { save } from './save';
import { type BareTable, textOf, WRITERS } from './table';

export type Format = 'svg' | 'png' | 'csv' | 'json';

export interface ExportablePanel<Marks> extends Drawing<Marks> {
  /** The panel's name in file names. */
  name: string;
  table(window: TimeWindow, limit: number): Table;
  /** The run that the table is about, and the rows of its flows or links; absent if it isn't a simulation. */
  behind?: Source | undefined;
}

/** A drawing with a table behind it. */
export interface ExportableDrawing {
  /** Its name in file names. */
  name: string;
  picture(theme: Theme, stamp: readonly string[]): Picture | Promise<Picture>;
  table(): BareTable;
}

export async function exportPanel<Marks>(
  panel: ExportablePanel<Marks>,
  format: Format,
  window: TimeWindow,
  about: Provenance,
  screen: Theme,
  watch: Watch,
): Promise<void> {
  if (format === 'csv' || format === 'json') {
    await savePanelTable(panel, format, window, about, watch);
    return;
  }
  const picture = await pictureOf(panel, window, printTheme(screen), stampOf(about));
  await savePicture(picture, format, fileName(about, panel.name, format));
}

/** Saves every row of the shown time. Those that a long run's trace lacks are simulated again; without them the file says so. */
async function savePanelTable<Marks>(
  { name, table, behind }: ExportablePanel<Marks>,
  format: 'csv' | 'json',
  window: TimeWindow,
  about: Provenance,
  watch: Watch,
): Promise<void> {
  const file = fileName(about, name, format);
  const exact: Provenance = { ...about, thinned: null, window_s: [window.from, window.to] };
  const lacks = behind !== undefined && lacksRows(behind.run, window);
  if (lacks && behind.run.windows !== undefined && table(window, 0).thinned) {
    const writer = WRITERS[format];
    save(file, writer.type, await everyRow(behind, window, writer, exact, watch));
  } else saveTable(() => table(window, Number.POSITIVE_INFINITY), format, file, lacks ? about : exact);
}

/** Exports a drawing, on paper with the colors that it has in the screen's theme. */
export async function exportDrawing(
  drawing: ExportableDrawing,
  format: Format,
  about: Provenance,
  screen: Theme,
): Promise<void> {
  const name = fileName(about, drawing.name, format);
  if (format === 'csv' || format === 'json') {
    saveTable(() => drawing.table(), format, name, about);
    return;
  }
  await savePicture(await drawing.picture(printTheme(screen), stampOf(about)), format, name);
}

async function savePicture(picture: Picture, format: 'svg' | 'png', name: string): Promise<void> {
  if (format === 'svg') save(name, 'image/svg+xml', [picture.svg]);
  else save(name, 'image/png', [await pngOf(picture)]);
}

/** Saves a table for programs, so in English regardless of the interface language. */
export function saveTable(
  table: () => BareTable,
  format: 'csv' | 'json',
  name: string,
  about: Provenance,
): void {
  const writer = WRITERS[format];
  const pieces = sayInEnglish(() => textOf(writer, table(), about));
  save(name, writer.type, pieces);
}
