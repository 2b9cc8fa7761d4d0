/** How many of the lab's files are stored on the device, for the footer; null where none are. `deliver/offline` sets it. */
import { Observable } from '../base/observable';

export const offlineProgress = new Observable<{ files: number; of: number } | null>(null);
