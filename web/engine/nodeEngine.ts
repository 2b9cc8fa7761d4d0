/** For tests: the browser's engine, its reader of captures and its writer of files under Node, and scenarios as it reads them, with presets and defaults written out. */
import { loadEngine, readEngine, scenarioText } from '../../scripts/engine.mjs';
import { LARGEST_CAPTURE } from './captureView';
import { withCopies } from './copies';
import type { Change } from './protocol';
import type { Scenario, Summary } from './schema';
import type { TrackEngine } from './track';
import { problemInWords } from './translate';
import { type FileFormat, type FileRequest, writeRun } from './writeRun';

export const { engine, theory, capture, exporter, catalogue } = await loadEngine();

/** The engine once more, with memory of its own. */
export async function loadTrack(): Promise<TrackEngine> {
  const second = await import('./pkg/vegaslab.js?track');
  const { memory } = await second.default({
    module_or_path: await readEngine(),
  });
  return { memory, open: second.open };
}

/** Reads a scenario, given as text or as a value, with a link's changes. */
export function read(given: unknown, changes: readonly Change[] = []): Scenario {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const opened = engine.open(text).changed(JSON.stringify(changes));
  const { scenario, problems } = JSON.parse(opened.verdict());
  opened.free();
  if (scenario === null) throw new Error(problems.map(problemInWords).join('; '));
  return withCopies(scenario);
}

export function scenarioOf(name: string): Scenario {
  return read(scenarioText(name));
}

export function summaryOf(text: string): Summary {
  const run = new engine.Run(text);
  while (!run.step(200_000)) run.forget_rows();
  const summary = JSON.parse(run.summary());
  run.free();
  return summary;
}

/** Reads a capture at once. */
export function captureIn(file: Uint8Array) {
  const reader = new capture.Reader(LARGEST_CAPTURE);
  reader.push(file);
  return reader.finish();
}

/** Runs a scenario and writes the run as a file. */
export function fileOf(scenario: Scenario, format: FileFormat, options: Partial<FileRequest> = {}) {
  const request = { format, scenario: JSON.stringify(scenario), link: '', changes: '', ...options };
  const { pieces, ...written } = writeRun(exporter, request);
  return { ...written, bytes: Buffer.concat(pieces) };
}
