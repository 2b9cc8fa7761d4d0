/** Exports a panel or another drawing: the picture, or its table. */
import type { TimeWindow } from '../run/window';
import type { Table } from '../ui/TableView';
import type { Theme } from '../ui/theme';
import { sayInEnglish } from '../words/words';
import { type Picture, pngOf, printTheme } from './picture/frame';
import { type Drawing, pictureOf } from './picture/picture';
import { fileName, type Provenance, stampOf } from './provenance';
import { save } from './save';
import { type BareTable, csvOf, jsonOf } from './table';

export type Form = 'svg' | 'png' | 'csv' | 'json';

export interface Takeable<Marks> extends Drawing<Marks> {
  /** The panel's name in file names. */
  name: string;
  table(window: TimeWindow, limit: number): Table;
}

/** A drawing with a table behind it. */
export interface Pictured {
  /** Its name in file names. */
  name: string;
  picture(theme: Theme, stamp: readonly string[]): Picture | Promise<Picture>;
  table(): BareTable;
}

export async function takePanel<Marks>(
  panel: Takeable<Marks>,
  form: Form,
  window: TimeWindow,
  about: Provenance,
): Promise<void> {
  const pictured: Pictured = {
    name: panel.name,
    picture: (theme, stamp) => pictureOf(panel, window, theme, stamp),
    table: () => panel.table(window, Number.POSITIVE_INFINITY),
  };
  await take(pictured, form, about);
}

export async function take(pictured: Pictured, form: Form, about: Provenance): Promise<void> {
  const name = fileName(about, pictured.name, form);
  if (form === 'csv' || form === 'json') {
    saveTable(() => pictured.table(), form, name, about);
    return;
  }
  const picture = await pictured.picture(printTheme(), stampOf(about));
  if (form === 'svg') save(name, 'image/svg+xml', [picture.svg]);
  else save(name, 'image/png', [await pngOf(picture)]);
}

/** Saves a table for programs, so in English regardless of the interface language. */
export function saveTable(
  table: () => BareTable,
  form: 'csv' | 'json',
  name: string,
  about: Provenance,
): void {
  const [type, format] =
    form === 'csv' ? (['text/csv', csvOf] as const) : (['application/json', jsonOf] as const);
  const pieces = sayInEnglish(() => format(table(), about));
  save(name, type, pieces);
}
