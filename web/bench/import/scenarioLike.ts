/**
 * Builds a scenario like a captured transfer from the estimate of its path: one path with one bottleneck. Each value can be edited on the
 * bench afterwards.
 */
import type { Estimate } from '../../engine/schema';

/** The name of scenarios built from captures. */
export const LIKE_CAPTURE = 'like-capture';

/** Links at the hosts are this much faster than the bottleneck. */
const HOST_LINKS = 20;

/** Digits of estimated values in a scenario: more would suggest a precision that they don't have. */
const digits = (value: number, count = 3) => Number(value.toPrecision(count));

interface Built {
  estimate: Estimate;
  /** The estimate's RTT, or if the capture doesn't show it, the user's. */
  base_rtt_ms: number;
  /** The capture's name. */
  capture: string;
  about: string;
  preset: string;
}

/**
 * A scenario with the estimated path, as the text that the bench opens. What the capture doesn't show is left out, so that the
 * scenario has its default.
 */
export function scenarioLike({ estimate, base_rtt_ms, capture, about, preset }: Built): string {
  const { smss_bytes, header_bytes, buffer_bytes, random_loss, ack_every, initial_cwnd, rwnd_bytes } =
    estimate;
  const rate_bps = Math.round(digits(estimate.rate_bps));
  const host_bps = rate_bps * HOST_LINKS;
  // A segment on the way there, and its ACK on the way back.
  const both = smss_bytes + 2 * header_bytes;
  const transmission_ms = 8e3 * (both / rate_bps + both / host_bps);
  const delay_ms = digits(Math.max(0, (base_rtt_ms - transmission_ms) / 2), 4);
  const seconds = Math.max(1, estimate.duration_s);
  const scenario = {
    version: 1,
    name: LIKE_CAPTURE,
    title: `Like ${capture}`.slice(0, 120),
    about,
    seed: 1,
    // Time to finish for a sender that's slower than the captured one.
    duration_s: digits(1.5 * seconds, 3),
    links: [
      {
        name: 'sender-router',
        from: 'sender',
        to: 'router',
        rate_bps: host_bps,
        delay_ms: 0,
        queue: { kind: 'drop_tail_bytes', limit_bytes: 4_000_000 },
      },
      {
        name: 'router-receiver',
        from: 'router',
        to: 'receiver',
        rate_bps,
        delay_ms,
        queue: { kind: 'drop_tail_bytes', limit_bytes: buffer_bytes },
        loss:
          random_loss !== null && random_loss > 0
            ? { kind: 'bernoulli', rate: digits(random_loss) }
            : { kind: 'none' },
      },
    ],
    flows: [
      {
        name: 'transfer',
        from: 'sender',
        to: 'receiver',
        smss_bytes,
        header_bytes,
        ...(rwnd_bytes !== null && { rwnd_bytes }),
        traffic: { kind: 'transfer', bytes: estimate.transfer_bytes },
        sender: { preset, ...(initial_cwnd !== null && { initial_cwnd }) },
        receiver: ack_every === 1 ? { kind: 'every_packet' } : { kind: 'bsd_reno', ack_every },
      },
    ],
  };
  return `${JSON.stringify(scenario, null, 2)}\n`;
}
