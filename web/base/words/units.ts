/**
 * The unit that the page shows rates in: a setting that the browser keeps. Files, links and result codes always have SI
 * values, so they don't depend on it.
 */
import { Observable } from '../observable';
import { onStoredElsewhere, readStored, writeStored } from '../storage/browserStorage';

export const RATE_UNITS = ['kbit/s', 'Mbit/s', 'KiB/s'] as const;

export type RateUnit = (typeof RATE_UNITS)[number];

const BITS: Record<RateUnit, number> = { 'kbit/s': 1e3, 'Mbit/s': 1e6, 'KiB/s': 8 * 1024 };

const STORAGE_KEY = 'rate-unit';

function stored(): RateUnit {
  const text = readStored(STORAGE_KEY);
  return RATE_UNITS.find((unit) => unit === text) ?? 'kbit/s';
}

export const rateUnit = new Observable<RateUnit>(stored());

onStoredElsewhere((key) => (key === null || key === STORAGE_KEY) && rateUnit.set(stored()));

export function chooseRateUnit(unit: RateUnit): void {
  // Without storage, the choice lasts until the page is closed.
  writeStored(STORAGE_KEY, unit);
  rateUnit.set(unit);
}

/** The number of bits per second in one of the current unit. */
export function bitsPerRateUnit(): number {
  return BITS[rateUnit.value];
}
