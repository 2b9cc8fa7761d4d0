/** Tracks whether the page is being printed. */
import { Observable } from '../base/observable';

export const printing = new Observable(false);

/** Usable width of a sheet in CSS pixels: A4 or Letter, portrait, with normal margins. */
export const SHEET_WIDTH = 660;
