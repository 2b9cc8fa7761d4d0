/** Finds where the followed packet waits, once the packets around it are known. */
import { useEffect } from 'react';
import type { Packet } from '../../run/event';
import { useView } from '../../run/hooks';
import { FOLLOWED } from '../../run/selection';
import type { Wait } from '../../run/story';
import type { Run } from '../../run/trace';
import type { ViewState } from '../../run/view';
import type { Closeup, KnownPackets } from './closeup';
import { type Network, networkOf } from './network';
import { ACK } from './passages';

/** Times are whole nanoseconds, so a smaller difference is a rounding error, s. */
const LEAST_S = 5e-10;

/** The waits of a packet and of its retransmissions in the known time window, in order. */
export function waitsOf({ passages, window }: KnownPackets, network: Network, { flow, seq }: Packet): Wait[] {
  const found: Wait[] = [];
  passages.forEach((one, link) => {
    const { from, to } = network.links[link] ?? { from: '', to: '' };
    for (let at = 0; at < one.count; at += 1) {
      if (one.flow[at] !== flow || one.seq[at] !== seq || one.kind[at] === ACK) continue;
      const time_s = one.offered[at] as number;
      const wait_s = (one.starts[at] as number) - time_s;
      if (wait_s < LEAST_S || time_s < window.from || time_s > window.to) continue;
      let ahead = 0;
      // One that leaves at the moment at which this one joins is no longer there.
      while (ahead < at && (one.leaves[at - ahead - 1] as number) > time_s + LEAST_S) ahead += 1;
      found.push({ time_s, wait_s, link: `${from}>${to}`, ahead });
    }
  });
  return found.sort((a, b) => a.time_s - b.time_s);
}

const NONE: readonly Wait[] = [];

/** The places at which the followed packet waits, as far as they're known: the run's own trace doesn't have them, the live path finds them. */
export const WAITS: ViewState<readonly Wait[]> = { usual: NONE, until: 'scenario' };

/** Keeps the view's waits of the followed packet up to date. */
export function useWaits(run: Run, closeup: Closeup | null): void {
  const view = useView();
  useEffect(() => {
    if (closeup === null) return;
    const network = networkOf(run.scenario);
    let packet: Packet | null = null;
    let known: KnownPackets | null = null;
    const update = () => {
      const [nextPacket, nextKnown] = [view.of(FOLLOWED).value, closeup.state.value.known];
      if (nextPacket === packet && nextKnown === known) return;
      // Waits in a window that was known before stay.
      const before = nextPacket === packet ? view.of(WAITS).value : NONE;
      packet = nextPacket;
      known = nextKnown;
      if (packet === null || known?.run !== run.id) {
        view.of(WAITS).set(before);
        return;
      }
      const { window } = known;
      const elsewhere = before.filter(({ time_s }) => time_s < window.from || time_s > window.to);
      const all = [...elsewhere, ...waitsOf(known, network, packet)];
      view.of(WAITS).set(all.sort((a, b) => a.time_s - b.time_s));
    };
    update();
    const stops = [view.of(FOLLOWED).subscribe(update), closeup.state.subscribe(update)];
    return () => {
      for (const stop of stops) stop();
      view.of(WAITS).set(NONE);
    };
  }, [run, closeup, view]);
}
