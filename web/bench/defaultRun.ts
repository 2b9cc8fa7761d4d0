/** The run of the bench's default scenario that the build stored: the bench's first picture, before the engine has loaded. */
import address from '../../content/scenarios/ahn-fig1-rr.json?run';
import { inflated } from '../base/bytes';
import { decodeRun, type StoredRun } from '../run/storedRun';

let loading: Promise<StoredRun | null> | undefined;

/** Loads the run once. Null if that fails: the picture comes from the engine then. */
export function defaultRun(): Promise<StoredRun | null> {
  loading ??= load().catch(() => null);
  return loading;
}

async function load(): Promise<StoredRun | null> {
  const response = await fetch(address);
  if (!response.ok) return null;
  return decodeRun(await inflated(new Uint8Array(await response.arrayBuffer())));
}
