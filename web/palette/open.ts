/** Opens the command palette. */
import { Observable } from '../base/observable';

export const paletteOpen = new Observable(false);

export function showPalette(): void {
  paletteOpen.set(true);
}

export function closePalette(): void {
  paletteOpen.set(false);
}
