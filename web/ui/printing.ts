/** Whether the page is being put on paper. */
import { Observable } from '../base/observable';

export const printing = new Observable(false);

/** What a sheet has room for, in CSS pixels: A4 or Letter, upright, within usual margins. */
export const SHEET_WIDTH = 660;
