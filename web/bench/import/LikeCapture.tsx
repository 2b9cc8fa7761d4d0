/** Says how the path behind a capture was estimated, and puts a scenario like it on the bench. */
import { useState } from 'react';
import { usePart } from '../../base/observable';
import {
  formatBytes,
  formatCount,
  formatMs,
  formatPercent,
  formatRate,
  UNKNOWN,
} from '../../base/words/format';
import { plural, sayInEnglish, t } from '../../base/words/words';
import type { Estimate, Transfer } from '../../engine/schema';
import type { Bench } from '../../run/bench';
import type { Run } from '../../run/trace';
import { ClosestSender } from './ClosestSender';
import { windowInWords } from './happened';
import { Numbers, type Row } from './Numbers';
import { scenarioLike } from './scenarioLike';
import './import.css';

interface Props {
  bench: Bench;
  capture: string;
  data: Transfer['data'];
  estimate: Estimate;
  /** The transfer, with its first packet at 0 s. */
  captured: Run;
  /** Called when the scenario is on the bench. */
  onBuilt(): void;
}

export function LikeCapture({ bench, capture, data, estimate, captured, onBuilt }: Props) {
  const catalogue = usePart(bench.runner.state, 'catalogue');
  const [preset, setPreset] = useState('reno');
  const [ownRtt, setOwnRtt] = useState(Number.NaN);
  const base_rtt_ms = estimate.base_rtt_ms ?? ownRtt;
  const isReady = base_rtt_ms >= 0;
  const textWith = (preset: string, about: string) =>
    scenarioLike({ estimate, base_rtt_ms, capture, about, preset });
  const build = () => {
    const about = sayInEnglish(() =>
      rowsOf(estimate, data.window)
        .map(([name, value, how]) => `${name}: ${value} (${how})`)
        .join('. '),
    );
    bench.write(textWith(preset, `Estimated from ${capture}. ${about}.`), performance.now());
    onBuilt();
  };
  return (
    <details className="like-capture">
      <summary>{t('Build a scenario like this capture')}</summary>
      {estimate.base_rtt_ms === null && (
        <p>
          <label>
            {t('The capture doesn’t show the RTT. Enter it to build a scenario:')}{' '}
            <input
              type="number"
              min={0}
              step="any"
              onChange={({ target }) => setOwnRtt(target.valueAsNumber)}
            />{' '}
            ms
          </label>
        </p>
      )}
      <p>
        <label>
          {t('Sender')}{' '}
          <select value={preset} onChange={({ target }) => setPreset(target.value)}>
            {catalogue?.presets.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>{' '}
        <button type="button" className="primary" disabled={!isReady} onClick={build}>
          {t('Build and run')}
        </button>
      </p>
      {isReady && data.window !== null && (
        <ClosestSender
          captured={captured}
          tap={data.tap}
          candidates={() =>
            (catalogue?.presets ?? []).map(({ name, title }) => ({
              preset: name,
              title,
              text: textWith(name, ''),
            }))
          }
          choose={setPreset}
        />
      )}
      <Numbers caption={t('Estimated')} rows={rowsOf(estimate, data.window)} />
      <p className="words">
        {t(
          'The capture doesn’t say which algorithm sent it. Every value can be changed on the bench afterwards.',
        )}
      </p>
    </details>
  );
}

function rowsOf(estimate: Estimate, window: Transfer['data']['window']): Row[] {
  const hidden = t('it isn’t visible where the capture was taken');
  const { base_rtt_ms, overflowed, random_loss, initial_cwnd } = estimate;
  return [
    [
      t('Bottleneck rate'),
      formatRate(estimate.rate_bps),
      t('the fastest trains of 24 segments, with headers'),
    ],
    [
      t('RTT without a queue'),
      base_rtt_ms === null ? UNKNOWN : formatMs(base_rtt_ms),
      base_rtt_ms === null ? hidden : t('the shortest RTT'),
    ],
    [
      t('Buffer'),
      overflowed
        ? formatBytes(estimate.buffer_bytes)
        : t('at least {size}', { size: formatBytes(estimate.buffer_bytes) }),
      overflowed === null
        ? t('one segment; the queue isn’t visible where the capture was taken')
        : overflowed
          ? t('the longest queueing delay times the rate')
          : t('the longest queueing delay times the rate; it never overflowed'),
    ],
    [
      t('Random loss'),
      random_loss === null ? UNKNOWN : formatPercent(100 * random_loss),
      random_loss === null
        ? t('the queue isn’t visible where the capture was taken')
        : plural(
            estimate.retransmitted,
            '{n} retransmission, without those after a full queue',
            '{n} retransmissions, without those after a full queue',
          ),
    ],
    [
      t('Segment size'),
      `${formatCount(estimate.smss_bytes)} B`,
      t('and {size} B of headers', { size: estimate.header_bytes }),
    ],
    [t('Transfer'), formatBytes(estimate.transfer_bytes), t('the last byte sent')],
    [
      t('Initial window'),
      initial_cwnd === null ? UNKNOWN : plural(initial_cwnd, '{n} segment', '{n} segments'),
      initial_cwnd === null
        ? t('the capture doesn’t show the first round; the sender’s own is used')
        : t('segments before the first ACK'),
    ],
    [
      t('Receive window'),
      windowInWords(window),
      window === null ? t('no ACK was captured') : t('the largest that the receiver advertised'),
    ],
    [t('Segments per ACK'), formatCount(estimate.ack_every), t('the most common step of the ACKs')],
  ];
}
