/** Exports a panel or another drawing: the picture, or its table. */

import { sayInEnglish } from '../../base/words/words';
import type { TimeWindow } from '../../run/window';
import type { Table } from '../../ui/TableView';
import type { Theme } from '../../ui/theme';
import type { Provenance } from './origin';
import { type Picture, pngOf, printTheme } from './picture/frame';
import { type Drawing, pictureOf } from './picture/picture';
import { fileName, stampOf } from './provenance';
import { save } from './save';
import { type BareTable, csvOf, jsonOf } from './table';

export type Format = 'svg' | 'png' | 'csv' | 'json';

export interface ExportablePanel<Marks> extends Drawing<Marks> {
  /** The panel's name in file names. */
  name: string;
  table(window: TimeWindow, limit: number): Table;
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
): Promise<void> {
  const drawing: ExportableDrawing = {
    name: panel.name,
    picture: (theme, stamp) => pictureOf(panel, window, theme, stamp),
    table: () => panel.table(window, Number.POSITIVE_INFINITY),
  };
  await exportDrawing(drawing, format, about, screen);
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
  const picture = await drawing.picture(printTheme(screen), stampOf(about));
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
  const [type, write] =
    format === 'csv' ? (['text/csv', csvOf] as const) : (['application/json', jsonOf] as const);
  const pieces = sayInEnglish(() => write(table(), about));
  save(name, type, pieces);
}
