/** Exports a panel or another drawing: the picture, or its table. */
import type { TimeWindow } from '../run/window';
import type { Table } from '../ui/TableView';
import type { Theme } from '../ui/theme';
import { sayInEnglish } from '../words/words';
import { type Picture, pngOf } from './picture/frame';
import { type Drawing, pictureOf } from './picture/picture';
import { paperTheme } from './picture/printTheme';
import { fileName, type Provenance, stampOf } from './provenance';
import { save } from './save';
import { type BareTable, csvOf, jsonOf } from './table';

export type Form = 'svg' | 'png' | 'csv' | 'json';

export interface Takeable<Marks> extends Drawing<Marks> {
  /** Names the panel in file names. */
  name: string;
  table(window: TimeWindow, limit: number): Table;
}

/** Whatever is drawn and has a table behind it. */
export interface Pictured {
  /** Names it in file names. */
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
  const picture = await pictured.picture(paperTheme(), stampOf(about));
  if (form === 'svg') save(name, 'image/svg+xml', [picture.svg]);
  else save(name, 'image/png', [await pngOf(picture)]);
}

/** Saves a table for programs: what it says is in English for every reader. */
export function saveTable(
  table: () => BareTable,
  form: 'csv' | 'json',
  name: string,
  about: Provenance,
): void {
  const [type, written] =
    form === 'csv' ? (['text/csv', csvOf] as const) : (['application/json', jsonOf] as const);
  const pieces = sayInEnglish(() => written(table(), about));
  save(name, type, pieces);
}
