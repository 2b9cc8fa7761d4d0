/** For tests: small networks, as the engine reads them. */
import { read } from '../../engine/nodeEngine';
import type { Scenario } from '../../engine/schema';

export function scenarioWith(parts: object): Scenario {
  return read({ version: 1, name: 'network', duration_s: 1, ...parts });
}

export function flows(copies: number, from: string, to: string, name = 'f{n}') {
  return {
    ...{ name, copies, from, to, sender: { preset: 'reno' } },
    ...{ receiver: { kind: 'every_packet' }, traffic: { kind: 'bulk' } },
  };
}

export function link(from: string, to: string) {
  const queue = { kind: 'drop_tail_packets', limit_packets: 10 };
  return { name: `${from}-${to}`, from, to, rate_bps: 1e6, delay_ms: 1, queue };
}
