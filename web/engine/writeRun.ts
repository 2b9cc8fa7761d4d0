/** Runs a scenario with the wasm module that writes files, and collects the pieces of the file. */
import type * as module from './pkg/export.js';

export type FileFormat = 'pcapng' | 'qlog';

export interface FileRequest {
  format: FileFormat;
  /** The scenario's text. Every row of the run is kept, whatever it says about recording. */
  scenario: string;
  /** Opens the run on the bench. */
  link: string;
  /** Differences from the scenario's file, in English. */
  changes: string;
  /** True keeps whole packets in a capture, false only their headers. The default depends on the capture's size. */
  whole?: boolean;
}

export interface Written {
  /** Packets of a capture. */
  packets: number;
  headers_only: boolean;
}

/** Events between two reports of progress: some hundredths of a second. */
const EVENTS_PER_STEP = 1 << 16;

/** @param progress called with the share of the run that was simulated */
export function writeRun(
  { Export }: Pick<typeof module, 'Export'>,
  { format, scenario, link, changes, whole }: FileRequest,
  progress: (share: number) => void = () => {},
): Written & { pieces: Uint8Array<ArrayBuffer>[] } {
  const run = new Export(format, scenario, whole);
  while (!run.step(EVENTS_PER_STEP)) progress(run.progress());
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const written = run.write(link, changes, (piece: Uint8Array<ArrayBuffer>) => pieces.push(piece));
  return { ...(JSON.parse(written) as Written), pieces };
}
