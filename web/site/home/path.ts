/** The path of the home page: Figure 1's, with a choice of sender and a buffer of any size. */
import text from '../../../content/scenarios/ahn-fig1-rr.json?raw';
import { benchAddress } from '../../run/share/route';

/** The bench's scenario for each sender. Their files differ by nothing else. */
const SCENARIOS = { reno: 'ahn-fig1-rr', vegas: 'ahn-fig1-vr' } as const;

export const SENDERS = { reno: 'Reno', vegas: 'Vegas' } as const;

export type Sender = keyof typeof SENDERS;

/** The sender that isn't chosen. */
export function otherThan(sender: Sender): Sender {
  return sender === 'reno' ? 'vegas' : 'reno';
}

export interface Setting {
  sender: Sender;
  /** Buffer of the router before the bottleneck. */
  limit_bytes: number;
}

export const DEFAULT: Setting = { sender: 'reno', limit_bytes: 16384 };

/** Buffers offered, in KiB. A larger one would change nothing, because the receiver's window keeps the queue shorter than that. */
export const BUFFERS_KIB = { least: 4, most: 36 };

/** Simulated seconds that are shown. */
export const SHOWN_S = 8;

/** The bench with the same scenario. The code for changes of any kind would load before the page is usable. */
export function benchAddressOf({ sender, limit_bytes }: Setting): string {
  const change = limit_bytes === DEFAULT.limit_bytes ? '' : `&links.1.queue.limit_bytes=${limit_bytes}`;
  return benchAddress(SCENARIOS[sender]) + change;
}

/** The scenario's text, which also records the packets of the seconds shown. */
export function scenarioOf({ sender, limit_bytes }: Setting): string {
  const scenario = JSON.parse(text);
  scenario.flows[0].sender = { preset: sender };
  scenario.links[1].queue.limit_bytes = limit_bytes;
  scenario.record = { hops: { from_s: 0, to_s: SHOWN_S } };
  return JSON.stringify(scenario);
}

/** The setting of a text made by `scenarioOf`. */
export function settingOf(text: string): Setting {
  const { flows, links } = JSON.parse(text);
  return { sender: flows[0].sender.preset, limit_bytes: links[1].queue.limit_bytes };
}
