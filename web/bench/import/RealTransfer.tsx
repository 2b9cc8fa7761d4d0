/**
 * Shows a real transfer from a capture: first its numbers, then how to build a scenario like it, then the panels of a simulation. What
 * decides about the numbers is above them: connection, direction, and where the capture was taken.
 */
import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import { usePart } from '../../base/observable';
import { formatBytes, formatCount, formatTime } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import type { CaptureReader } from '../../engine/captureReader';
import type { CaptureView, Choice } from '../../engine/captureView';
import type { Tap } from '../../engine/schema';
import { overlayLookup } from '../../lab/compare/Overlaid';
import { OriginContext } from '../../lab/export/origin';
import { definePanel } from '../../lab/panels/define';
import { OverlayProvider } from '../../lab/panels/over';
import { TAP as RECEIVER_TAP } from '../../lab/panels/receiverSequence';
import { ROUND_TRIP } from '../../lab/panels/roundTrip';
import { TAP as SENDER_TAP } from '../../lab/panels/senderSequence';
import { type Tap as SequenceTap, sequencePlot } from '../../lab/panels/sequence';
import { newView } from '../../lab/time/playback';
import { styleOf } from '../../plot/runStyle';
import type { Bench } from '../../run/bench';
import { ViewContext } from '../../run/hooks';
import type { Run } from '../../run/trace';
import { FlightPanel } from './FlightPanel';
import { happened } from './happened';
import { dismiss } from './incoming';
import { LikeCapture } from './LikeCapture';
import { Numbers } from './Numbers';
import { oddityInWords, skippedInWords } from './oddities';
import { messageOf } from './problems';
import { LateProgress } from './ReadingProgress';
import { beginsAt, choiceOf, flightAt, nameOf, retransmitted, runOf } from './transfer';
import './import.css';

interface Props {
  bench: Bench;
  name: string;
  reader: CaptureReader;
  /** The reader's first view. */
  first: CaptureView;
}

/** The name of the panel with the capture's sequence numbers. */
const SEQUENCE = 'real-sequence';

/** The panels of a tap, without losses, because a capture doesn't record where packets were lost. */
const PANELS: Record<Tap, ReturnType<typeof sequencePanel>> = {
  sender: sequencePanel(SENDER_TAP, () => t('Sequence numbers at the real sender')),
  between: sequencePanel(SENDER_TAP, () => t('Sequence numbers where the capture was taken')),
  receiver: sequencePanel(RECEIVER_TAP, () => t('Sequence numbers at the real receiver')),
};

function sequencePanel(tap: SequenceTap, title: () => string) {
  const kinds = tap.kinds.filter((kind) => !kind.includes('drop'));
  const plot = sequencePlot(280, { ...tap, kinds }, () => '');
  return definePanel({ name: SEQUENCE, title, choice: title }, plot);
}

const PLACES: Record<Tap, () => string> = {
  sender: () => t('at the sender'),
  between: () => t('in the network'),
  receiver: () => t('at the receiver'),
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
      (error: unknown) => setShown((before) => ({ ...before, pending: null, problem: messageOf(error) })),
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
  const chosen = { ...choiceOf(view), ...pending?.choice };
  const { overview } = view;
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
      {overview.names.length > 1 && (
        <label className="stream">
          {t('TCP stream')}{' '}
          <select
            value={chosen.connection}
            onChange={(event) => choose({ connection: Number(event.target.value) })}
          >
            {overview.names.map(({ ends: [a, b], bytes }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two streams may have the same ends
              <option key={i} value={i}>
                {a} – {b}, {formatBytes(bytes[0] + bytes[1])}
              </option>
            ))}
          </select>
        </label>
      )}
      {overview.connections > overview.names.length && (
        <p className="words">
          {plural(
            overview.connections - overview.names.length,
            '{n} stream with less data isn’t listed.',
            '{n} streams with less data aren’t listed.',
          )}
        </p>
      )}
      {pending !== null && <LateProgress name={name} share={pending.share} cancel={cancel} />}
      {problem !== null && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <OriginContext value={sourceLine}>
        <StreamView
          key={view.transfer.connection}
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
  const { transfer, overview, span_s } = view;
  const { data, ends } = transfer;
  const { tap, estimate } = data;
  const [offset, setOffset] = useState<number | null>(null);
  const [own] = useState(() => newView());
  const [over, setOver] = useState(false);
  const begins = offset ?? beginsAt(view);
  const runAt0 = useMemo(() => runOf(view, 0), [view]);
  const run = useMemo(() => runOf(view, begins), [view, begins]);
  useEffect(() => own.setWhole(begins + span_s, begins), [own, begins, span_s]);
  const [together, setTogether] = useState(() => {
    const { whole } = bench.view.looking.value;
    return begins + span_s >= FILLS * (whole.to - whole.from) && begins <= whole.to;
  });
  const flight = useMemo(() => flightAt(view, begins), [view, begins]);
  const shown = usePart(bench.runner.state, 'shown');
  const other = useMemo(
    () =>
      over && shown !== null ? { run: shown, label: shown.scenario.title || shown.scenario.name } : null,
    [over, shown],
  );
  const overlays = useMemo(() => overlaysOf(other, tap), [other, tap]);
  const { bytes } = overview.names[transfer.connection] ?? { bytes: [0, 0] };
  const bothWays = bytes.every((count) => count > 0);
  const notes = [...overview.oddities, ...transfer.oddities].map(oddityInWords);
  const skipped = skippedInWords(overview);
  const SequencePanel = PANELS[tap].Component;
  return (
    <>
      <div className="choices">
        {bothWays ? (
          <label>
            {t('Data from')}{' '}
            <select
              value={chosen.direction}
              onChange={(event) => choose({ direction: Number(event.target.value) })}
            >
              {ends.map((end, direction) => (
                <option key={end} value={direction}>
                  {end}
                </option>
              ))}
            </select>
          </label>
        ) : (
          <span translate="no">{nameOf(view)}</span>
        )}
        <label>
          {t('Captured')}{' '}
          <select value={chosen.tap} onChange={(event) => choose({ tap: event.target.value as Tap })}>
            {Object.entries(PLACES).map(([place, words]) => (
              <option key={place} value={place}>
                {words()}
              </option>
            ))}
          </select>{' '}
          {data.tap_guessed && t('(a guess)')}
        </label>
      </div>
      <Numbers caption={t('What happened')} rows={happened(view)} />
      {(notes.length > 0 || skipped !== '') && (
        <ul className="notes">
          {[...notes, ...(skipped === '' ? [] : [skipped])].map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {estimate === null ? (
        <p className="words">
          {t(
            'A scenario like this can’t be built: the capture has too few segments or no ACKs, or its clock was set during the transfer.',
          )}
        </p>
      ) : (
        <LikeCapture
          bench={bench}
          capture={name}
          data={data}
          estimate={estimate}
          captured={runAt0}
          onBuilt={() => setOver(true)}
        />
      )}
      <div className="choices">
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
      <ViewContext value={together ? bench.view : own}>
        <OverlayProvider value={overlays}>
          <SequencePanel run={run} flows={FLOWS} describe={useMemo(() => describing(view), [view])} />
          {flight !== null && <FlightPanel flight={flight} window={data.window} other={other} />}
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

/** Draws a run over the capture's panels, each like the bench's panel of the same kind. */
function overlaysOf(other: { run: Run; label: string } | null, tap: Tap) {
  const lookup = overlayLookup({
    own: { letter: 'A', label: t('capture') },
    others: other === null ? [] : [{ ...other, style: styleOf('B') }],
    flows: FLOWS,
    drawn: true,
    theory: false,
  });
  const own = tap === 'receiver' ? 'receiver-sequence' : 'sender-sequence';
  return (panel: string) => lookup(panel === SEQUENCE ? own : panel);
}

function hasRtts(run: Run): boolean {
  return run.trace.rows('rtts', 0).time_s.length > 0;
}

function describing(view: CaptureView) {
  const { data } = view.transfer;
  const again = retransmitted(view);
  const repeated =
    again === 0
      ? t('none was retransmitted')
      : plural(again, '{n} of them was a retransmission', '{n} of them were retransmissions');
  const seen = plural(
    data.segments,
    '{name}: {n} segment of at most {bytes} bytes in {time}; {again}.',
    '{name}: {n} segments of at most {bytes} bytes in {time}; {again}.',
    {
      name: nameOf(view),
      bytes: formatCount(data.segment_size?.bytes ?? 0),
      time: formatTime(view.span_s),
      again: repeated,
    },
  );
  const guessed =
    data.tap !== 'receiver' && again > 0
      ? ` ${t('A capture doesn’t record why a segment was retransmitted. We infer the causes from the ACKs before.')}`
      : '';
  return () => seen + guessed;
}
