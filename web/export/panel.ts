/** A panel as a file: what is drawn, or the table behind it, of the time shown. */
import type { Table } from '../panels/TableView';
import type { TimeWindow } from '../run/window';
import { paperTheme } from './picture/paper';
import { type Drawing, pictureOf, pngOf } from './picture/picture';
import { fileName, type Provenance, stampOf } from './provenance';
import { save } from './save';
import { type BareTable, csvOf, jsonOf } from './table';

export type Form = 'svg' | 'png' | 'csv' | 'json';

export interface Takeable<Marks> extends Drawing<Marks> {
  /** Names the panel in file names. */
  name: string;
  table(window: TimeWindow, limit: number): Table;
}

export async function takePanel<Marks>(
  panel: Takeable<Marks>,
  form: Form,
  window: TimeWindow,
  about: Provenance,
): Promise<void> {
  const name = fileName(about, panel.name, form);
  if (form === 'csv' || form === 'json') {
    saveTable(panel.table(window, Number.POSITIVE_INFINITY), form, name, about);
    return;
  }
  const picture = pictureOf(panel, window, paperTheme(), stampOf(about));
  if (form === 'svg') save(name, 'image/svg+xml', [picture.svg]);
  else save(name, 'image/png', [await pngOf(picture)]);
}

export function saveTable(table: BareTable, form: 'csv' | 'json', name: string, about: Provenance): void {
  if (form === 'csv') save(name, 'text/csv', csvOf(table, about));
  else save(name, 'application/json', jsonOf(table, about));
}
