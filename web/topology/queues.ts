/** A queue's name and limit in words. */
import { formatBytes, formatCount } from '../words/format';
import { t } from '../words/words';
import type { Queue } from './network';

export interface Limit {
  /** Null if there is no limit. */
  value: number | null;
  unit: 'bytes' | 'packets';
}

/** A buffer for at least this many packets counts as unlimited. */
const ENDLESS = 1e6;

export function limitOf(queue: Queue): Limit {
  if ('limit_packets' in queue)
    return { value: queue.limit_packets >= ENDLESS ? null : queue.limit_packets, unit: 'packets' };
  if ('limit_bytes' in queue) return { value: queue.limit_bytes, unit: 'bytes' };
  return { value: null, unit: 'packets' };
}

/** The discipline in its usual spelling: `drop-tail`, `RED`. The unit appears with the limit instead. */
export function disciplineOf(queue: Queue): string {
  const name = queue.kind.replace(/_(bytes|packets)$/, '').replaceAll('_', '-');
  return name.length <= 3 ? name.toUpperCase() : name;
}

export function queueInWords(queue: Queue): string {
  const { value, unit } = limitOf(queue);
  const discipline = disciplineOf(queue);
  if (value === null)
    return 'limit_packets' in queue ? t('{queue}, no limit', { queue: discipline }) : discipline;
  return `${discipline} ${unit === 'bytes' ? formatBytes(value) : t('{count} pkt', { count: formatCount(value) })}`;
}
