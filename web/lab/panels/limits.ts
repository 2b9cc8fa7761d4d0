/** The reasons why a sender sends no more, as a band above its curves. */
import { t } from '../../base/words/words';
import { limitsWithin, type SendLimit } from '../../run/limits';
import { isWhole } from '../../run/series';
import type { Run, Trace } from '../../run/trace';
import { band, type Looks, type Span } from './band';
import type { Channel, Frame, Mark } from './definition';

/** In drawing order: those that are often short come last. */
export const LIMITS: Looks<SendLimit> = {
  cwnd: { label: () => t('limited by cwnd'), token: 'limit-cwnd', explains: 'limit_cwnd' },
  application: {
    label: () => t('nothing to send'),
    token: 'state-over',
    explains: 'limit_application',
  },
  receiver: {
    label: () => t('limited by the receiver'),
    token: 'limit-receiver',
    explains: 'limit_receiver',
  },
  pacing: { label: () => t('limited by pacing'), token: 'limit-pacing', explains: 'limit_pacing' },
  flight: { label: () => t('flight above cwnd'), token: 'limit-flight', explains: 'limit_flight' },
  timer: {
    label: () => t('only the timer can help'),
    token: 'state-timeout',
    explains: 'limit_timer',
    strong: true,
  },
};

/** The trace from which to read the reasons: that of the run, unless they change so often that it lacks some, else that of a shown window. */
export function traceOfLimits({ trace }: Run, flow: number, shown: Trace): Trace {
  return isWhole(trace, 'limits', flow) ? trace : shown;
}

/** A flow's reasons in the shown window. */
export function limitSpans(run: Run, flow: number): Channel<Span<SendLimit>[]> {
  return ({ trace, window }: Frame) =>
    limitsWithin(traceOfLimits(run, flow, trace), flow, run.now_s, window).map(({ limit, from, to }) => ({
      name: limit,
      from,
      to,
    }));
}

/** A flow's band; `signed` if a mark in the flow's color is next to it. */
export function limitBand(
  { trace, now_s }: Run,
  flow: number,
  lane: string,
  spans: Channel<Span<SendLimit>[]>,
  signed: boolean,
): Mark {
  const all = { from: 0, to: Number.POSITIVE_INFINITY };
  const present = () => new Set(limitsWithin(trace, flow, now_s, all).map(({ limit }) => limit));
  return band(LIMITS, { flow, lane, spans, present, signed });
}
