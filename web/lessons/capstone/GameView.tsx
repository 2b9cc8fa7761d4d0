/** The game: its time bar, the sender's view of the path, and the window's controls. */
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useObservable, useReading } from '../../base/observable';
import { formatFixed } from '../../base/words/format';
import { rich } from '../../base/words/rich';
import { filled, t } from '../../base/words/words';
import { SCREEN } from '../../lab/time/playback';
import { drawAxes, nameLanes } from '../../plot/axes';
import { Legend } from '../../plot/Legend';
import { layOut, MARGIN } from '../../plot/layout';
import { densityOf, paint } from '../../plot/moving';
import { useWidth } from '../../plot/onScreen';
import { styleOf } from '../../plot/runStyle';
import type { Run, Trace } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import { EngineFailure } from '../../ui/Boundary';
import { useTheme } from '../../ui/theme';
import { GAME_SPEEDS, type GamePhase, type Move } from './game';
import type { CapstonePath } from './paths';
import { pointsAt } from './race';
import { Bars, type Entrant, letterOf, RIVALS, SHARED } from './ranking';
import { draw, inWords, lanes, legend, type OtherRun, select, senderStatsAt } from './senderView';
import type { HandSession } from './sessions';
import { handleKey, SenderNumbers, WindowControls } from './WindowControls';
import '../../plot/plot.css';

/** Senders whose windows are drawn next to the student's, and raced against; the first one leads the list. */
const RACED = [SHARED, 'vegas', 'reno'];

interface GameProps {
  session: HandSession;
  /** Starts the game without its button. */
  autoPlay: boolean;
  /** Runs of other senders on the path. */
  rivals: readonly Entrant[];
  /** Who steers. */
  label: string;
  /** Replaces the window's controls, where the student looks, when the run is over. */
  result: ReactNode;
}

export function GameView({ session, autoPlay, rivals, label, result }: GameProps) {
  const { game, path } = session;
  const state = useObservable(game.state);
  const shown = useObservable(session.shown);
  const { phase, now_s, reached_s, cwnd, moves, speed } = state;
  const { duration_s, firstCwnd, maxCwnd } = path;
  const lookingBack = phase !== 'playing' && now_s < reached_s;

  // Without the engine there's nothing to steer: no button may promise it.
  const failed =
    useReading(session.rerun.state, ({ failure, problems }) => failure !== null && problems.length === 0) &&
    shown === null;
  useEffect(() => {
    if (failed) game.pause();
  }, [failed, game]);

  const raced = useMemo(
    () => RACED.flatMap((name) => rivals.find((one) => one.name === name) ?? []),
    [rivals],
  );
  const others = useMemo(
    () =>
      raced.map(
        ({ name, label, run }): OtherRun => ({ style: styleOf(letterOf(name)), label, trace: run.trace }),
      ),
    [raced],
  );
  const root = useRef<HTMLElement>(null);
  // A game that starts by itself can be steered with keys at once. The page may learn late that its link was pressed.
  useEffect(() => {
    if (!autoPlay || game.state.value.phase !== 'ready') return;
    game.play();
    root.current?.focus({ preventScroll: true });
  }, [game, autoPlay]);
  // The pressed button disappears, so move the focus to the game, which handles the keys.
  const takeOver = () => {
    game.takeOver();
    root.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || handlesOwnKeys(event.target)) return;
    if (handleKey(game, event.key, event.shiftKey)) event.preventDefault();
  };
  if (failed)
    return (
      <section ref={root} tabIndex={-1} className="capstone-game" aria-label={t('Steer the window')}>
        <EngineStatus session={session} waiting />
      </section>
    );
  return (
    <section
      ref={root}
      tabIndex={-1}
      className="capstone-game"
      aria-label={t('Steer the window')}
      onKeyDown={onKeyDown}
      data-phase={phase}
    >
      <div className="capstone-bar">
        <button type="button" className="capstone-start" onClick={() => game.toggle()}>
          {LABELS[phase]()}
        </button>
        <button type="button" disabled={phase === 'ready'} onClick={() => game.restart()}>
          {t('Start over')}
        </button>
        <label>
          <span className="capstone-speed">{t('speed')} </span>
          <select
            aria-label={t('Speed, simulated seconds per second')}
            data-own-keys
            value={speed}
            onChange={(event) => game.setSpeed(Number(event.target.value))}
          >
            {GAME_SPEEDS.map((one) => (
              <option key={one} value={one}>
                {filled('{one}×', { one })}
              </option>
            ))}
          </select>
        </label>
        <label className="capstone-time">
          <span>
            {rich('<b>{moment}</b> of {end} s', {
              b: (words) => <b data-metric="now">{words}</b>,
              moment: formatFixed(now_s, 1),
              end: duration_s,
            })}
          </span>
          <input
            type="range"
            data-own-keys
            min={0}
            max={duration_s}
            step={0.1}
            value={now_s}
            disabled={phase === 'ready'}
            aria-label={t('Moment shown; going back pauses')}
            aria-valuetext={t('{moment} of {end} seconds', {
              moment: formatFixed(now_s, 1),
              end: duration_s,
            })}
            onChange={(event) => game.seek(Number(event.target.value))}
          />
        </label>
      </div>
      <EngineStatus session={session} waiting={shown === null} />
      {shown && (
        <>
          <Race path={path} label={label} own={shown.run} others={raced} now_s={now_s} />
          <SenderNumbers stats={senderStatsAt(shown.run.trace, now_s)} />
          <div className="capstone-picture">
            <SenderPlot
              trace={shown.run.trace}
              moves={moves}
              firstCwnd={firstCwnd}
              now_s={now_s}
              others={others}
              window={visibleWindow(now_s, duration_s, SCREEN.reducedMotion())}
            />
            {phase === 'ready' && (
              <p className="capstone-hint">
                {t(
                  'Keep the window just large enough to fill the path. Drag the slider, or press the buttons.',
                )}{' '}
                <span className="capstone-keys">
                  {rich(
                    'Keys: <kbd>↑</kbd> <kbd>↓</kbd> change it by one, with <shift>Shift</shift> by five, <kbd>h</kbd> halves it, <kbd>d</kbd> doubles it, <kbd>p</kbd> pauses.',
                    { kbd: keyLabel, shift: keyLabel },
                  )}
                </span>
              </p>
            )}
          </div>
        </>
      )}
      {lookingBack && (
        <p className="capstone-back">
          {rich(
            'You’re at {moment} s. <again>Take over from here</again>, or play on to see your moves again.',
            {
              moment: formatFixed(now_s, 1),
              again: (words) => (
                <button type="button" onClick={takeOver}>
                  {words}
                </button>
              ),
            },
          )}
        </p>
      )}
      {result ?? (
        <WindowControls
          cwnd={cwnd}
          maxCwnd={maxCwnd}
          disabled={phase === 'over'}
          steer={(next) => game.steer(next)}
        />
      )}
      <Legend entries={legend(others)} />
      <LiveRegion session={session} />
    </section>
  );
}

interface RaceProps {
  path: CapstonePath;
  label: string;
  own: Run;
  others: readonly Entrant[];
  now_s: number;
}

/** The points so far, as bars. */
function Race({ path, label: ownLabel, own, others, now_s }: RaceProps) {
  const racers = [
    { name: 'hand', label: ownLabel, style: styleOf('A'), run: own },
    ...RACED.flatMap((name) => {
      const one = others.find((other) => other.name === name);
      // Vegas and Reno have a place before they have run.
      const label = one?.label ?? RIVALS.find((rival) => rival.name === name)?.label;
      return label === undefined ? [] : [{ name, label, style: styleOf(letterOf(name)), run: one?.run }];
    }),
  ];
  return (
    <Bars
      label={t('Points so far')}
      bars={racers.map(({ name, label, style, run }) => {
        const percent = run ? Math.round(pointsAt(path, run, now_s)) : 0;
        return { name, label, percent, value: String(percent), color: style.token };
      })}
    />
  );
}

/** Renders the name of a key in a text. */
function keyLabel(words: string) {
  return <kbd>{words}</kbd>;
}

const LABELS: Record<GamePhase, () => string> = {
  ready: () => t('Start'),
  playing: () => t('Pause'),
  paused: () => t('Resume'),
  over: () => t('Play again'),
};

function handlesOwnKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-own-keys]') !== null;
}

/** Reports that the engine is loading or has failed. */
function EngineStatus({ session, waiting }: { session: HandSession; waiting: boolean }) {
  const { failure, catalogue } = useObservable(session.rerun.state);
  if (failure === null) return waiting ? <p className="waiting">{t('Loading the engine …')}</p> : null;
  return (
    <EngineFailure
      started={catalogue !== null}
      reason={failure}
      label={t('Try again')}
      again={() => void session.rerun.again()}
    />
  );
}

/** Seconds of playing time between two announcements. */
const ANNOUNCE_EVERY_S = 5;

/** Describes the state for screen readers, every few seconds and when the game pauses. */
function LiveRegion({ session }: { session: HandSession }) {
  const [message, setMessage] = useState('');
  useEffect(() => {
    const { game, shown } = session;
    let interval = 0;
    let previous: GamePhase = 'ready';
    return game.state.subscribe(() => {
      const { phase, played_s, now_s, cwnd } = game.state.value;
      const next = Math.floor(played_s / ANNOUNCE_EVERY_S);
      const stopped = phase !== previous && phase !== 'playing';
      if (next === interval && !stopped) {
        previous = phase;
        return;
      }
      interval = next;
      previous = phase;
      const { value } = shown;
      if (value === null || phase === 'ready') return;
      const status = phase === 'paused' ? t('Paused.') : phase === 'over' ? t('The run has finished.') : '';
      setMessage(
        [status, inWords(senderStatsAt(value.run.trace, now_s), cwnd, now_s)].filter(Boolean).join(' '),
      );
    });
  }, [session]);
  return (
    <p className="visually-hidden" role="status">
      {message}
    </p>
  );
}

/** Low enough that the window's controls are visible below the plot. */
const HEIGHT = 320;
const NARROW = { below: 480, height: 280 };

/** Seconds shown, and how many of them are in the past. */
const LENGTH_S = 10;
const BEHIND_S = 8.5;

/** The part of the run shown. It scrolls with the present, or page by page for users who prefer reduced motion. */
export function visibleWindow(now_s: number, duration_s: number, calm: boolean): TimeWindow {
  const length = Math.min(LENGTH_S, duration_s);
  const last = duration_s - length;
  const page = Math.floor(Math.min(now_s, duration_s - 1e-6) / length) * length;
  const from = Math.min(Math.max(calm ? page : now_s - BEHIND_S, 0), last);
  return { from, to: from + length };
}

interface Props {
  trace: Trace;
  moves: readonly Move[];
  firstCwnd: number;
  now_s: number;
  others: readonly OtherRun[];
  window: TimeWindow;
}

/** Plots a sender's view of its path. It ignores gestures, because the student steers the window. */
function SenderPlot({ trace, moves, firstCwnd, now_s, others, window }: Props) {
  const [frame, available] = useWidth();
  const theme = useTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = available / theme.scale;
  const height = width < NARROW.below ? NARROW.height : HEIGHT;
  const inner = width - MARGIN.left - MARGIN.right;
  const { from, to } = window;
  const drawing = useMemo(() => {
    if (inner <= 0) return null;
    const seconds = { from, to };
    const marks = select(trace, moves, firstCwnd, now_s, seconds, inner, others);
    return { marks, layout: layOut(lanes(marks), seconds, width, height) };
  }, [trace, moves, firstCwnd, now_s, others, from, to, inner, width, height]);
  useLayoutEffect(() => {
    if (canvas.current === null || drawing === null) return;
    paint(canvas.current, { width, height, density: densityOf(theme), margin: MARGIN }, (context) => {
      drawAxes(context, drawing.layout, theme);
      nameLanes(context, drawing.layout, theme);
      draw(context, drawing.marks, drawing.layout, theme);
    });
  }, [drawing, width, height, theme]);
  return (
    <div className="capstone-plot">
      <div className="plot" ref={frame} style={{ height: height * theme.scale }}>
        {drawing && (
          <div className="plot-shown" style={{ width, height, zoom: theme.scale }}>
            <canvas ref={canvas} style={{ width, height }} />
          </div>
        )}
      </div>
    </div>
  );
}
