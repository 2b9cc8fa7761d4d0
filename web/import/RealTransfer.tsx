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
import type { CaptureReader } from './captureReader';
import type { CaptureView, Choice } from './captureView';
import { flightAt } from './estimate';
import { FlightPanel } from './FlightPanel';
import { dismiss } from './incoming';
import { LikeCapture } from './LikeCapture';
import { LateProgress } from './ReadingProgress';
import { runOf, type Tap, type TransferRows } from './transfer';
import './import.css';

interface Props {
  bench: Bench;
  name: string;
  reader: CaptureReader;
  /** The reader's first view. */
  first: CaptureView;
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

const FLOWS = [0];

/** The view that's shown, and the choice that's being read. */
interface Shown {
  view: CaptureView;
  pending: { choice: Partial<Choice>; share: number } | null;
  problem: string | null;
}

/** Views of the reader's capture, of which a new one replaces the one before when it's complete. */
function useViews(reader: CaptureReader, first: CaptureView) {
  const [shown, setShown] = useState<Shown>({ view: first, pending: null, problem: null });
  const choose = (choice: Partial<Choice>) => {
    const report = (share: number) =>
      setShown((before) => ({ ...before, pending: { choice, share }, problem: null }));
    report(0);
    reader.read(choice, report).then(
      (view) => view !== null && setShown({ view, pending: null, problem: null }),
      (error: Error) => setShown((before) => ({ ...before, pending: null, problem: error.message })),
    );
  };
  const cancel = () => {
    reader.cancel();
    setShown((before) => ({ ...before, pending: null }));
  };
  return { ...shown, choose, cancel };
}

export function RealTransfer({ bench, name, reader, first }: Props) {
  const heading = useId();
  const { view, pending, problem, choose, cancel } = useViews(reader, first);
  const chosen = { ...view.choice, ...pending?.choice };
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
  return (
    <section className="incoming real-transfer" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{t('A real transfer: {name}', { name })}</h2>
        <button type="button" onClick={dismiss}>
          {t('Remove')}
        </button>
      </header>
      {view.streams.length > 1 && (
        <label className="stream">
          {t('TCP stream')}{' '}
          <select value={chosen.stream} onChange={(event) => choose({ stream: Number(event.target.value) })}>
            {view.streams.map(({ ends: [a, b], bytes }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two streams may have the same ends
              <option key={i} value={i}>
                {a} – {b}, {formatBytes(bytes[0] + bytes[1])}
              </option>
            ))}
          </select>
        </label>
      )}
      {pending !== null && <LateProgress name={name} share={pending.share} cancel={cancel} />}
      {problem !== null && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <OriginContext value={sourceLine}>
        <StreamView
          key={view.choice.stream}
          bench={bench}
          name={name}
          view={view}
          chosen={chosen}
          choose={(part) => choose({ ...chosen, ...part })}
        />
      </OriginContext>
    </section>
  );
}

/** A capture shares the run's time axis if it fills at least this much of it; otherwise it would be a line. */
const FILLS = 0.25;

interface StreamProps {
  bench: Bench;
  name: string;
  view: CaptureView;
  /** The user's latest choice; the view may still be of the one before. */
  chosen: Choice;
  choose(part: Partial<Choice>): void;
}

function StreamView({ bench, name, view, chosen, choose }: StreamProps) {
  const { transfer, estimate, choice } = view;
  const { tap } = choice;
  const [offset, setOffset] = useState<number | null>(null);
  const [own] = useState(() => newView());
  const [over, setOver] = useState(false);
  const begins = offset ?? transfer.begins_s;
  const runAt0 = useMemo(() => runOf(transfer, 0), [transfer]);
  const run = useMemo(() => runOf(transfer, begins), [transfer, begins]);
  useEffect(() => own.setWhole(begins + transfer.duration_s, begins), [own, begins, transfer]);
  const [together, setTogether] = useState(() => {
    const { whole } = bench.view.looking.value;
    return begins + transfer.duration_s >= FILLS * (whole.to - whole.from) && begins <= whole.to;
  });
  const flight = useMemo(() => view.flight && flightAt(view.flight, begins), [view, begins]);
  const shown = usePart(bench.runner.state, 'shown');
  const other = useMemo(
    () =>
      over && shown !== null ? { run: shown, label: shown.scenario.title || shown.scenario.name } : null,
    [over, shown],
  );
  const overlays = useMemo(() => overlaysOf(other, tap), [other, tap]);
  const { ends, bytes } = view.streams[choice.stream] ?? { ends: ['', ''], bytes: [0, 0] };
  const [a, b] = ends;
  const bothWays = (bytes[0] ?? 0) > 0 && (bytes[1] ?? 0) > 0;
  return (
    <>
      <div className="choices">
        {bothWays && (
          <label>
            {t('Data from')}{' '}
            <select
              value={chosen.direction}
              onChange={(event) => choose({ direction: event.target.value === '0' ? 0 : 1 })}
            >
              <option value={0}>{a}</option>
              <option value={1}>{b}</option>
            </select>
          </label>
        )}
        <label>
          {t('Captured at the')}{' '}
          <select value={chosen.tap} onChange={(event) => choose({ tap: event.target.value as Tap })}>
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
          captured={runAt0}
          tap={tap}
          onBuilt={() => setOver(true)}
        />
      )}
      <ViewContext value={together ? bench.view : own}>
        <OverlayProvider value={overlays}>
          <SequencePanel
            run={run}
            flows={FLOWS}
            name={SEQUENCE}
            title={TITLES[tap]()}
            height={280}
            tap={TAPS[tap]}
            describe={useMemo(() => describing(transfer, tap), [transfer, tap])}
          />
          {flight !== null && <FlightPanel flight={flight} other={other} />}
          {hasRtts(run) && (
            <ROUND_TRIP.Component
              run={run}
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

function describing({ name, segments, retransmitted, largest, duration_s }: TransferRows, tap: Tap) {
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
