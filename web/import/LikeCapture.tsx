/** Estimates the path behind a capture, says how, and puts a scenario like it on the bench. */
import { useState } from 'react';
import { usePart } from '../base/observable';
import type { Bench } from '../run/bench';
import type { Run } from '../run/trace';
import { formatBytes, formatCount, formatMs, formatPercent, formatRate } from '../words/format';
import { plural, sayInEnglish, t } from '../words/words';
import { ClosestSender } from './ClosestSender';
import { type Estimate, scenarioLike } from './estimate';
import type { Tap } from './transfer';
import './import.css';

interface Props {
  bench: Bench;
  capture: string;
  estimate: Estimate;
  /** The transfer, with its first packet at 0 s. */
  captured: Run;
  tap: Tap;
  /** Called when the scenario is on the bench. */
  onBuilt(): void;
}

export function LikeCapture({ bench, capture, estimate, captured, tap, onBuilt }: Props) {
  const catalogue = usePart(bench.runner.state, 'catalogue');
  const [preset, setPreset] = useState('reno');
  const build = () => {
    const about = sayInEnglish(() =>
      rowsOf(estimate)
        .map(([name, value, how]) => `${name}: ${value} (${how})`)
        .join('. '),
    );
    bench.write(
      scenarioLike(estimate, capture, `Estimated from ${capture}. ${about}.`, preset),
      performance.now(),
    );
    onBuilt();
  };
  return (
    <details className="like-capture">
      <summary>{t('Build a scenario like this capture')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Estimated')}</th>
            <th scope="col">{t('Value')}</th>
            <th scope="col">{t('From')}</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(estimate).map(([name, value, how]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
              <td>{how}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
        <button type="button" className="primary" onClick={build}>
          {t('Build and run')}
        </button>
      </p>
      <ClosestSender
        captured={captured}
        tap={tap}
        candidates={() =>
          (catalogue?.presets ?? []).map(({ name, title }) => ({
            preset: name,
            title,
            text: scenarioLike(estimate, capture, '', name),
          }))
        }
        choose={setPreset}
      />
      <p className="words">
        {t(
          'The capture doesn’t say which algorithm sent it. Every value can be changed on the bench afterwards.',
        )}
      </p>
    </details>
  );
}

type Row = [name: string, value: string, how: string];

function rowsOf(estimate: Estimate): Row[] {
  return [
    [
      t('Bottleneck rate'),
      formatRate(estimate.rate_bps),
      t('the fastest trains of 24 segments, with headers'),
    ],
    [t('RTT without a queue'), formatMs(estimate.base_rtt_ms), t('the shortest RTT')],
    [
      t('Buffer'),
      estimate.overflowed
        ? formatBytes(estimate.buffer_bytes)
        : t('at least {size}', { size: formatBytes(estimate.buffer_bytes) }),
      estimate.overflowed
        ? t('the longest queueing delay times the rate')
        : t('the longest queueing delay times the rate; it never overflowed'),
    ],
    [
      t('Random loss'),
      formatPercent(100 * estimate.random_loss),
      plural(
        estimate.retransmitted,
        '{n} retransmission, without those after a full queue',
        '{n} retransmissions, without those after a full queue',
      ),
    ],
    [t('Segment size'), `${formatCount(estimate.smss_bytes)} B`, t('the most common payload')],
    [t('Transfer'), formatBytes(estimate.transfer_bytes), t('the last byte sent')],
    [
      t('Initial window'),
      plural(estimate.initial_cwnd, '{n} segment', '{n} segments'),
      t('segments before the first ACK'),
    ],
    [t('Receive window'), formatBytes(estimate.rwnd_bytes), t('the largest that the receiver advertised')],
    [t('Segments per ACK'), formatCount(estimate.ack_every), t('the most common step of the ACKs')],
  ];
}
