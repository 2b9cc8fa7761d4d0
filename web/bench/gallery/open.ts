/** Opens the gallery over the bench. */
import { Observable } from '../../base/observable';

/** Null while the gallery is closed. `note` says why it opened by itself. */
export const openGallery = new Observable<{ note: string | null } | null>(null);

export function showGallery(note: string | null = null): void {
  openGallery.set({ note });
}

export function closeGallery(): void {
  openGallery.set(null);
}
