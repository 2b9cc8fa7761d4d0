/** Prepares each directed link of a run for the painter. */
import type { Run, Trace } from '../../run/trace';
import { rowAt } from '../../run/window';
import type { Drops } from './drops';
import { limitOf, type Network, stepAt } from './network';
import type { LinkContents } from './paint';

/** A limit more than this many times the longest queue is ignored; the queue's box would look empty. */
const REACH = 20;
/** Without a usable limit, the box holds a little more than the longest queue, and at least this many full packets. */
const SPARE = 1.25;
const LEAST_PACKETS = 8;

const NO_ROWS = { time_s: new Float64Array(), bytes: new Uint32Array(), packets: new Uint32Array() };

/** @param only the links whose queues are read; null: all. Reading the others would take a third of a drag's time. */
export function contentsOf(
  run: Run,
  network: Network,
  drops: readonly Drops[] | null,
  sizes: readonly (readonly number[])[],
  only: ReadonlySet<number> | null = null,
): LinkContents[] {
  const packet = sizes.reduce((most, own) => Math.max(most, ...own), 40);
  return network.links.map(({ steps }, link): LinkContents => {
    const most = run.summary?.links[link]?.max_queue_bytes ?? 0;
    // The box keeps its initial limit when the timeline changes the queue.
    const { value, unit } = limitOf(stepAt(steps, 0).queue);
    const bytes = value === null ? Number.POSITIVE_INFINITY : unit === 'bytes' ? value : value * packet;
    const reachable = value !== null && (run.summary === null || bytes <= REACH * Math.max(most, packet));
    const in_bytes = !reachable || unit === 'bytes';
    const isRead = only === null || only.has(link);
    const rowsOf = (trace: Trace) => (isRead ? trace.rows('queues', link) : NO_ROWS);
    const full = reachable ? (value ?? 1) : Math.max(SPARE * most, LEAST_PACKETS * packet);
    return {
      steps,
      passages: null,
      queue: rowsOf(run.trace),
      level(moment) {
        const rows = rowsOf(run.trace.within({ from: moment, to: moment }));
        return (in_bytes ? rows.bytes : rows.packets)[rowAt(rows.time_s, moment)] ?? 0;
      },
      full,
      limited: reachable,
      in_bytes,
      packets: in_bytes ? full / packet : full,
      drops: drops?.[link] ?? null,
      followed: [],
    };
  });
}
