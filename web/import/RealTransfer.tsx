/** Shows a real transfer from a capture in the panels of a simulation, with controls for stream, direction, tap and start time. */
import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import { usePart } from '../base/observable';
import { overlayLookup } from '../compare/Overlaid';
import { OriginContext } from '../export/provenance';
import { OverlayProvider } from '../panels/over';
import { TAP as RECEIVER_TAP } from '../panels/receiverSequence';
import { ROUND_TRIP } from '../panels/roundTrip';
import { SequencePanel } from '../panels/SequencePanel';
import { TAP as SENDER_TAP } from '../panels/senderSequence';
import type * as sequence from '../panels/sequence';
import { styleOf } from '../plot/runStyle';
import type { Bench } from '../run/bench';
import { ViewContext } from '../run/hooks';
import type { Run } from '../run/trace';
import { newView } from '../time/playback';
import { formatBytes, formatCount, formatTime } from '../words/format';
import { plural, t } from '../words/words';
import type { Stream, Streams } from './capture/streams';
import { estimateOf, flightOf } from './estimate';
import { FlightPanel } from './FlightPanel';
import { dismiss } from './incoming';
import { LikeCapture } from './LikeCapture';
import { guessTap, mainDirection, shifted, type Tap, type Transfer, transferOf } from './transfer';
import './import.css';

interface Props {
  bench: Bench;
  name: string;
  found: Streams;
}

/** The panels' taps without losses, because a capture doesn't record where packets were lost. */
const TAPS: Record<Tap, sequence.Tap> = {
  sender: withoutLosses(SENDER_TAP),
  receiver: withoutLosses(RECEIVER_TAP),
};

function withoutLosses(tap: sequence.Tap): sequence.Tap {
  return { ...tap, kinds: tap.kinds.filter((kind) => !kind.includes('drop')) };
}

const TITLES: Record<Tap, () => string> = {
  sender: () => t('Sequence numbers at the real sender'),
  receiver: () => t('Sequence numbers at the real receiver'),
};

/** Maximum number of streams to choose from. */
const OFFERED = 200;
const FLOWS = [0];

export function RealTransfer({ bench, name, found }: Props) {
  const heading = useId();
  const [chosen, setChosen] = useState(0);
  const sourceLine = useCallback(
    async () => ({
      scenario: name,
      title: t('A real transfer: {name}', { name }),
      seed: null,
      engine_version: '',
      link: window.location.href,
      flows: [],
      differs: () => [],
    }),
    [name],
  );
  const stream = found.streams[chosen] ?? found.streams[0];
  if (stream === undefined) return null;
  return (
    <section className="incoming real-transfer" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{t('A real transfer: {name}', { name })}</h2>
        <button type="button" onClick={dismiss}>
          {t('Remove')}
        </button>
      </header>
      {found.streams.length > 1 && (
        <label className="stream">
          {t('TCP stream')}{' '}
          <select value={chosen} onChange={(event) => setChosen(Number(event.target.value))}>
            {found.streams.slice(0, OFFERED).map(({ ends: [a, b], bytes }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two streams may have the same ends
              <option key={i} value={i}>
                {a} – {b}, {formatBytes(bytes[0] + bytes[1])}
              </option>
            ))}
          </select>
        </label>
      )}
      <OriginContext value={sourceLine}>
        <StreamView key={chosen} bench={bench} name={name} stream={stream} />
      </OriginContext>
    </section>
  );
}

/** A capture shares the run's time axis if it fills at least this much of it; otherwise it would be a line. */
const FILLS = 0.25;

function StreamView({ bench, name, stream }: { bench: Bench; name: string; stream: Stream }) {
  const [direction, setDirection] = useState(() => mainDirection(stream));
  const [tap, setTap] = useState<Tap>(() => guessTap(stream, direction));
  const [offset, setOffset] = useState<number | null>(null);
  const [own] = useState(() => newView());
  const [over, setOver] = useState(false);
  const transferAt0 = useMemo(() => transferOf(stream, direction, tap), [stream, direction, tap]);
  const begins = offset ?? transferAt0.begins_s;
  const transfer = useMemo(() => shifted(transferAt0, begins), [transferAt0, begins]);
  useEffect(() => own.setWhole(begins + transfer.duration_s, begins), [own, begins, transfer]);
  const [together, setTogether] = useState(() => {
    const { whole } = bench.view.looking.value;
    return begins + transferAt0.duration_s >= FILLS * (whole.to - whole.from) && begins <= whole.to;
  });
  const estimate = useMemo(() => estimateOf(stream, direction, tap), [stream, direction, tap]);
  const flight = useMemo(() => flightOf(stream, direction, begins), [stream, direction, begins]);
  const shown = usePart(bench.runner.state, 'shown');
  const other = useMemo(
    () =>
      over && shown !== null ? { run: shown, label: shown.scenario.title || shown.scenario.name } : null,
    [over, shown],
  );
  const overlays = useMemo(() => overlaysOf(other, tap), [other, tap]);
  const [a, b] = stream.ends;
  const bothWays = stream.bytes[0] > 0 && stream.bytes[1] > 0;
  return (
    <>
      <div className="choices">
        {bothWays && (
          <label>
            {t('Data from')}{' '}
            <select value={direction} onChange={(event) => setDirection(event.target.value === '0' ? 0 : 1)}>
              <option value={0}>{a}</option>
              <option value={1}>{b}</option>
            </select>
          </label>
        )}
        <label>
          {t('Captured at the')}{' '}
          <select value={tap} onChange={(event) => setTap(event.target.value as Tap)}>
            <option value="sender">{t('sender')}</option>
            <option value="receiver">{t('receiver')}</option>
          </select>
        </label>
        <label>
          {t('Begins at')}{' '}
          <input
            type="number"
            step="any"
            value={begins}
            onChange={(event) => {
              const { valueAsNumber } = event.target;
              if (Number.isFinite(valueAsNumber) && Math.abs(valueAsNumber) < 1e9) setOffset(valueAsNumber);
            }}
          />{' '}
          s
        </label>
        <label>
          <input type="checkbox" checked={together} onChange={(event) => setTogether(event.target.checked)} />{' '}
          {t('Use the time axis of the run on the bench')}
        </label>
        <label>
          <input type="checkbox" checked={over} onChange={(event) => setOver(event.target.checked)} />{' '}
          {t('Draw the run on the bench over it')}
        </label>
      </div>
      {estimate !== null && (
        <LikeCapture
          bench={bench}
          capture={name}
          estimate={estimate}
          captured={transferAt0.run}
          tap={tap}
          onBuilt={() => setOver(true)}
        />
      )}
      <ViewContext value={together ? bench.view : own}>
        <OverlayProvider value={overlays}>
          <SequencePanel
            run={transfer.run}
            flows={FLOWS}
            name={SEQUENCE}
            title={TITLES[tap]()}
            height={280}
            tap={TAPS[tap]}
            describe={useMemo(() => describing(transfer, tap), [transfer, tap])}
          />
          {tap === 'sender' && <FlightPanel flight={flight} other={other} />}
          {hasRtts(transfer.run) && (
            <ROUND_TRIP.Component
              run={transfer.run}
              flows={FLOWS}
              title={t('Round-trip times of the real transfer')}
            />
          )}
        </OverlayProvider>
      </ViewContext>
    </>
  );
}

/** The name of the panel with the capture's sequence numbers. */
const SEQUENCE = 'real-sequence';

/** Draws a run over the capture's panels, each like the bench's panel of the same kind. */
function overlaysOf(other: { run: Run; label: string } | null, tap: Tap) {
  const lookup = overlayLookup({
    own: { letter: 'A', label: t('capture') },
    others: other === null ? [] : [{ ...other, style: styleOf('B') }],
    flows: FLOWS,
    drawn: true,
    theory: false,
  });
  return (panel: string) => lookup(panel === SEQUENCE ? `${tap}-sequence` : panel);
}

function hasRtts(run: Run): boolean {
  return run.trace.rows('rtts', 0).time_s.length > 0;
}

function describing({ segments, retransmitted, largest, duration_s, run }: Transfer, tap: Tap) {
  const name = run.scenario.flows[0]?.name ?? '';
  const again =
    retransmitted === 0
      ? t('no bytes repeat')
      : plural(
          retransmitted,
          '{n} of them repeats bytes seen before',
          '{n} of them repeat bytes seen before',
        );
  const seen = plural(
    segments,
    '{name}: {n} segment of at most {bytes} bytes in {time}; {again}.',
    '{name}: {n} segments of at most {bytes} bytes in {time}; {again}.',
    { name, bytes: formatCount(largest), time: formatTime(duration_s), again },
  );
  const guessed =
    tap === 'sender' && retransmitted > 0
      ? ` ${t('A capture doesn’t record why a segment was retransmitted. We infer the causes from the ACKs before.')}`
      : '';
  return () => seen + guessed;
}
