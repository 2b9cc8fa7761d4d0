/** A link's price and, if it marks packets, the share that it marks, per interval of time. */
import { formatMs, formatShare, formatTime } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { Points } from '../../plot/ink';
import { busiest } from '../../run/bottleneck';
import { unrecorded } from '../../run/series';
import type { Run } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import { flowToken } from '../../ui/theme';
import type { Channel, Definition } from './definition';
import { type Interval, intervalOf, intervalRows, intervalsIn } from './intervals';
import { ALL, eventTimesAt, MARKED } from './linkEvents';
import { acceptedIn, countsPrice, meanPrice, pricesOf } from './linkPrice';
import { curve } from './marks';
import { useLink } from './queue';
import { type Field, type Rows, rowsOf } from './rows';

/** Compared runs show the link with the same name, in intervals of the same length. */
export interface Common {
  link: string;
  length_s: number;
}

interface Bin extends Interval {
  price_ms: number;
  /** NaN if the link accepted nothing. */
  share: number;
}

const markedShareIn = ({ trace }: Run, link: number, window: TimeWindow) =>
  eventTimesAt(trace, link, MARKED, window).length / acceptedIn(trace, link, window);

export function binsOf(run: Run, link: number, window: TimeWindow, length_s: number): Bin[] {
  const prices = pricesOf(run, link);
  return intervalsIn(run, window, length_s).map((interval) => ({
    ...interval,
    price_ms: meanPrice(prices, interval),
    share: markedShareIn(run, link, interval),
  }));
}

function pointsOf(bins: readonly Bin[], value: (bin: Bin) => number): Points {
  return { time_s: bins.map(({ from }) => from), value: bins.map(value) };
}

const most = (values: readonly number[]) => values.reduce((top, value) => (value > top ? value : top), 0);

const marksPackets = (run: Run, link: number) => eventTimesAt(run.trace, link, MARKED, ALL).length > 0;

export function describe(run: Run, link: number, marks = marksPackets(run, link)): string {
  const whole = { from: 0, to: run.now_s };
  const bins = binsOf(run, link, whole, intervalOf(run, [], whole));
  const highest = bins.reduce<Bin | undefined>(
    (best, bin) => (bin.price_ms > (best?.price_ms ?? -1) ? bin : best),
    undefined,
  );
  const name = run.trace.links[link] ?? t('this link');
  if (highest === undefined) return t('The price of {name} isn’t known.', { name });
  const words = { name, time: formatTime(highest.from), price: formatMs(highest.price_ms) };
  if (!countsPrice(run, link)) return t('The wait at {name} was longest from {time} on: {price}.', words);
  if (!marks) return t('The price of {name} was highest from {time} on: {price}.', words);
  const share = formatShare(markedShareIn(run, link, whole));
  return t(
    'The price of {name} was highest from {time} on: {price}. Over the run, {share} of the packets were marked.',
    { ...words, share },
  );
}

const markedShare = (): Field<Bin> => ({
  column: { name: 'marked share', label: () => t('marked share'), digits: 4 },
  value: ({ share }) => share,
  reads: t('marked'),
  format: formatShare,
  token: 'mark-drop',
});

function rows(run: Run, flows: readonly number[], link: number, marks: boolean): Rows {
  return rowsOf<Bin>(
    run,
    intervalRows(run, flows, (window, length_s) => binsOf(run, link, window, length_s)),
    [
      {
        column: { name: 'length (s)', label: () => t('length (s)'), digits: 6 },
        value: ({ from, to }) => to - from,
      },
      {
        column: { name: 'price (ms)', label: () => t('price (ms)'), digits: 3 },
        value: ({ price_ms }) => price_ms,
        reads: t('price'),
        format: formatMs,
        token: 'ink',
      },
      ...(marks ? [markedShare()] : []),
    ],
  );
}

export const PLOT: Definition<number, Common> = {
  height: 220,
  useChoice: useLink,
  choiceFor: ({ run }) => busiest(run),
  plot({ run, flows, choice, common, compared, without, among = false }) {
    const { trace } = run;
    const link = common ? trace.links.indexOf(common.link) : choice;
    if (link < 0) return null;
    const name = (trace.links[link] ?? '').replace('>', '→');
    const length: Channel<number> = ({ window }) => common?.length_s ?? intervalOf(run, flows, window);
    const bins: Channel<Bin[]> = (frame) => binsOf(run, link, frame.window, frame.of(length));
    const price: Channel<Points> = (frame) => pointsOf(frame.of(bins), ({ price_ms }) => price_ms);
    const share: Channel<Points> = (frame) => pointsOf(frame.of(bins), (bin) => 100 * bin.share);
    const marks = !without.includes('marked_share') && marksPackets(run, link);
    // Among several runs, one link may count what another one lets packets wait.
    const lane = among
      ? t('Price at {link} (ms)', { link: name })
      : countsPrice(run, link)
        ? t('Price counted at {link} (ms)', { link: name })
        : t('Wait at {link} (ms)', { link: name });
    return {
      lanes: (frame) => [
        {
          name: 'price',
          label: lane,
          domain: [0, 1.12 * Math.max(1, most(frame.of(price).value))],
          share: 3,
        },
        ...(marks
          ? [
              {
                name: 'share',
                label: t('Packets marked (%)'),
                domain: [0, 108] as [number, number],
                share: 2,
              },
            ]
          : []),
      ],
      unrecorded: ({ trace, window, columns }) => unrecorded(trace, 'queues', [link], window, columns),
      marks: [
        curve({
          kind: 'price',
          label: t('price'),
          points: price,
          token: among ? flowToken(0) : 'ink',
          width: 1.6,
          fill: 0.14,
          compared: 1.4,
        }),
        ...(marks
          ? [
              curve({
                kind: 'marked_share',
                label: t('share marked'),
                lane: 'share',
                points: share,
                token: 'mark-drop',
                width: 1.6,
                compared: 1.4,
              }),
            ]
          : []),
      ],
      legend: ['price', 'marked_share'],
      common: (frame) => ({ link: trace.links[link] ?? '', length_s: frame.of(length) }),
      rows: compared === null ? [rows(run, flows, link, marks)] : [],
      describe: () => describe(run, link, marks),
    };
  },
};
