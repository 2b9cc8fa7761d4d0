/**
 * Values that are dragged on the path: the scenario's fields behind them, and the arithmetic from pixels and keys to values.
 */

import { formatCount, formatPlain } from '../../base/words/format';
import { formatRateLabel } from '../../base/words/rateLabel';
import { plural } from '../../base/words/words';
import type { Catalogue, Scenario } from '../../engine/schema';
import { fieldAt } from '../../scenario/path';
import { limitOf, type Network, type Queue } from './network';

export type Quantity = 'rate' | 'delay' | 'buffer';

/** A field of the scenario that a handle changes. */
export interface Dragged {
  quantity: Quantity;
  path: string;
  value: number;
  unit: 'bit/s' | 'ms' | 'bytes' | 'packets';
  min: number;
  max: number;
}

/** The field behind a quantity of a directed link; null if the link has none, for example no limit of its queue. */
export function draggedField(
  scenario: Scenario,
  network: Network,
  link: number,
  quantity: Quantity,
  catalogue: Catalogue,
): Dragged | null {
  const directed = network.links[link];
  const entry = scenario.links[directed?.entry ?? -1];
  if (directed === undefined || entry === undefined) return null;
  const returning = directed.from !== entry.from;
  const base = `links.${directed.entry}`;
  const { back } = entry;
  const own = <T>(theirs: T | null | undefined) => returning && theirs !== null && theirs !== undefined;
  const fields = {
    rate: own(back?.rate_bps)
      ? { path: `${base}.back.rate_bps`, value: back?.rate_bps ?? 0, unit: 'bit/s' as const }
      : { path: `${base}.rate_bps`, value: entry.rate_bps, unit: 'bit/s' as const },
    delay: own(back?.delay_ms)
      ? { path: `${base}.back.delay_ms`, value: back?.delay_ms ?? 0, unit: 'ms' as const }
      : { path: `${base}.delay_ms`, value: entry.delay_ms, unit: 'ms' as const },
    buffer: bufferField(
      own(back?.queue) ? `${base}.back.queue` : `${base}.queue`,
      (own(back?.queue) ? back?.queue : null) ?? entry.queue,
    ),
  };
  const field = fields[quantity];
  const shape = field && fieldAt(catalogue, scenario, field.path)?.shape;
  if (field === null || shape?.type !== 'number') return null;
  return { quantity, ...field, min: shape.min, max: shape.max };
}

function bufferField(path: string, queue: Queue): Pick<Dragged, 'path' | 'value' | 'unit'> | null {
  const { unit } = limitOf(queue);
  const name = `limit_${unit}`;
  const value = (queue as unknown as Record<string, unknown>)[name];
  return typeof value === 'number' ? { path: `${path}.${name}`, value, unit } : null;
}

/** Pixels by which a drag multiplies a value by e. */
const PIXELS = 110;
/** Below this value, a drag is linear, so that it reaches zero. */
const LINEAR = { 'bit/s': 1000, ms: 1, bytes: 1024, packets: 4 };

/** The value after a horizontal drag of `pixels` that began at `start`. */
export function scrubbed(field: Dragged, start: number, pixels: number): number {
  const linear = LINEAR[field.unit];
  return rounded(field, linear * Math.sinh(Math.asinh(start / linear) + pixels / PIXELS));
}

/** The value after one press of an arrow key. */
export function nudged(field: Dragged, direction: 1 | -1): number {
  const { value, unit } = field;
  const step = stepOf(direction > 0 ? value : value - stepOf(value, unit) / 2, unit);
  const next = (Math.floor(value / step + 1e-9) + direction) * step;
  // A value between two steps first moves to the nearer one in that direction.
  const between = Math.abs(value / step - Math.round(value / step)) > 1e-6;
  return rounded(field, between && direction < 0 ? Math.floor(value / step) * step : next);
}

/** A value that people would type, within the field's range. */
export function rounded({ unit, min, max }: Dragged, value: number): number {
  const step = stepOf(value, unit);
  const even = Number((Math.round(value / step) * step).toPrecision(12));
  return Math.min(max, Math.max(min, even));
}

function stepOf(value: number, unit: Dragged['unit']): number {
  if (unit === 'packets') return value < 100 ? 1 : value < 1000 ? 10 : 100;
  if (unit === 'bytes')
    return value < 4096 ? 256 : value < 65_536 ? 1024 : value < 1024 * 1024 ? 8192 : 131_072;
  const least = unit === 'ms' ? 0.1 : 1000;
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(Math.abs(value), least)) + 1e-9);
  // Steps of about 2 to 5 percent.
  return Math.max(least, Math.abs(value) < 3 * magnitude ? magnitude / 20 : magnitude / 10);
}

export function valueInWords({ unit }: Pick<Dragged, 'unit'>, value: number): string {
  switch (unit) {
    case 'bit/s':
      return formatRateLabel(value);
    case 'ms':
      return `${formatPlain(value)} ms`;
    case 'packets':
      return plural(value, '{n} packet', '{n} packets');
    case 'bytes':
      return value < 4096 && value % 1024 !== 0
        ? `${formatCount(Math.round(value))} B`
        : `${formatPlain(Number((value / 1024).toFixed(1)))} KiB`;
  }
}
