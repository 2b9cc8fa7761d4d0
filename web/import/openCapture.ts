/** Opens the browser's file dialog, for menus and the command palette. */
import type { Bench } from '../run/bench';

/** The files that the page can open. */
export const ACCEPTED = '.json,.pcap,.pcapng,.cap,application/json';

/** Must be called in an event of the user's; the browser shows no file dialog otherwise. */
export function openCapture(bench: Bench): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = ACCEPTED;
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file !== undefined) void import('./open').then(({ openFile }) => openFile(bench, file));
  });
  input.click();
}
