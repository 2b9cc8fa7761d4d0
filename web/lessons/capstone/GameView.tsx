/** The game: time, what the sender sees, and the hand. */
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useObservable } from '../../base/observable';
import { drawAxes } from '../../plot/axes';
import { Legend } from '../../plot/Legend';
import { layOut, MARGIN } from '../../plot/layout';
import { densityOf, paint } from '../../plot/moving';
import { useWidth } from '../../plot/onScreen';
import type { Trace } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import { SCREEN } from '../../time/playback';
import { useTheme } from '../../ui/theme';
import { formatFixed } from '../../words/format';
import { rich } from '../../words/rich';
import { filled, t } from '../../words/words';
import { GAME_SPEEDS, type GamePhase, type Move } from './game';
import { Helm, Known, press } from './Helm';
import { draw, inWords, knownAt, lanes, legend, select } from './senderView';
import type { HandSession } from './sessions';
import '../../plot/plot.css';

export function GameView({ session }: { session: HandSession }) {
  const { game, path } = session;
  const state = useObservable(game.state);
  const shown = useObservable(session.shown);
  const { phase, now_s, reached_s, cwnd, moves, speed } = state;
  const { duration_s, first, most } = path;
  const back = phase !== 'playing' && now_s < reached_s;

  const root = useRef<HTMLElement>(null);
  // The button goes away when it is pressed; the keys go on to the hand.
  const takeOver = () => {
    game.takeOver();
    root.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || hasKeysOfItsOwn(event.target)) return;
    if (press(game, event.key, event.shiftKey)) event.preventDefault();
  };
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
              b: (words) => <b data-figure="now">{words}</b>,
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
            onChange={(event) => game.look(Number(event.target.value))}
          />
        </label>
      </div>
      <Trouble session={session} waiting={shown === null} />
      {shown && (
        <>
          <Known known={knownAt(shown.run.trace, now_s)} />
          <div className="capstone-picture">
            <Scope
              trace={shown.run.trace}
              moves={moves}
              first={first}
              now_s={now_s}
              window={inSight(now_s, duration_s, SCREEN.reducedMotion())}
            />
            {phase === 'ready' && (
              <p className="capstone-hint">
                {rich(
                  'Start, then hold the window where it sends as much as the path carries and no more. <kbd>↑</kbd> <kbd>↓</kbd> move it by one, with <shift>Shift</shift> by five; <kbd>h</kbd> halves, <kbd>d</kbd> doubles it, <kbd>p</kbd> pauses. Or use the slider, the buttons, or the wheel over them.',
                  { kbd: key, shift: key },
                )}
              </p>
            )}
          </div>
        </>
      )}
      {back && (
        <p className="capstone-back">
          {rich(
            'You look at {moment} s. <again>Take over again from here</again> or play on to see your moves again.',
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
      <Helm cwnd={cwnd} most={most} disabled={phase === 'over'} steer={(next) => game.steer(next)} />
      <Legend entries={legend()} />
      <Spoken session={session} />
    </section>
  );
}

/** A key of the keyboard in a text. */
function key(words: string) {
  return <kbd>{words}</kbd>;
}

const LABELS: Record<GamePhase, () => string> = {
  ready: () => t('Start'),
  playing: () => t('Pause'),
  paused: () => t('Go on'),
  over: () => t('Play again'),
};

function hasKeysOfItsOwn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-own-keys]') !== null;
}

/** Reports that the engine is loading or has failed. */
function Trouble({ session, waiting }: { session: HandSession; waiting: boolean }) {
  const { phase, crash, problems } = useObservable(session.rerun.runner.state);
  if (phase !== 'refused' && phase !== 'crashed')
    return waiting ? <p className="waiting">{t('The engine is loading.')}</p> : null;
  return (
    <div className="failure" role="alert">
      <p>
        <b>{t('The engine stopped:')}</b>{' '}
        <code>{crash ?? problems.map(({ problem }) => problem).join('; ')}</code>
      </p>
      <button type="button" onClick={() => session.rerun.again()}>
        {t('Try again')}
      </button>
    </div>
  );
}

/** Seconds of the reader's between two sentences. */
const SAY_EVERY_S = 5;

/** Describes the state for screen readers, every few seconds and when the game pauses. */
function Spoken({ session }: { session: HandSession }) {
  const [said, say] = useState('');
  useEffect(() => {
    const { game, shown } = session;
    let beat = 0;
    let before: GamePhase = 'ready';
    return game.state.subscribe(() => {
      const { phase, played_s, now_s, cwnd } = game.state.value;
      const next = Math.floor(played_s / SAY_EVERY_S);
      const still = phase !== before && phase !== 'playing';
      if (next === beat && !still) {
        before = phase;
        return;
      }
      beat = next;
      before = phase;
      const { value } = shown;
      if (value === null || phase === 'ready') return;
      const stands = phase === 'paused' ? t('Paused.') : phase === 'over' ? t('The run is over.') : '';
      say([stands, inWords(knownAt(value.run.trace, now_s), cwnd, now_s)].filter(Boolean).join(' '));
    });
  }, [session]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}

/** A sender's view of its path, redrawn over time. It ignores gestures, because the student steers the window. */
const HEIGHT = 400;
/** On a narrow screen, the controls of the window must be visible below it. */
const NARROW = { below: 480, height: 310 };

/** Seconds that are in sight, and how many of them lie behind the present. */
const LENGTH_S = 10;
const BEHIND_S = 8.5;

/** The seconds in sight: they glide with the present, or are turned like pages for readers who want no motion. */
export function inSight(now_s: number, duration_s: number, calm: boolean): TimeWindow {
  const length = Math.min(LENGTH_S, duration_s);
  const last = duration_s - length;
  const page = Math.floor(Math.min(now_s, duration_s - 1e-6) / length) * length;
  const from = Math.min(Math.max(calm ? page : now_s - BEHIND_S, 0), last);
  return { from, to: from + length };
}

interface Props {
  trace: Trace;
  moves: readonly Move[];
  first: number;
  now_s: number;
  window: TimeWindow;
}

export function Scope({ trace, moves, first, now_s, window }: Props) {
  const [frame, room] = useWidth();
  const theme = useTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = room / theme.scale;
  const height = width < NARROW.below ? NARROW.height : HEIGHT;
  const inner = width - MARGIN.left - MARGIN.right;
  const { from, to } = window;
  const picture = useMemo(() => {
    if (inner <= 0) return null;
    const seconds = { from, to };
    const marks = select(trace, moves, first, now_s, seconds, inner);
    return { marks, layout: layOut(lanes(marks), seconds, width, height) };
  }, [trace, moves, first, now_s, from, to, inner, width, height]);
  useLayoutEffect(() => {
    if (canvas.current === null || picture === null) return;
    paint(canvas.current, { width, height, density: densityOf(theme) }, (context) => {
      drawAxes(context, picture.layout, theme);
      draw(context, picture.marks, picture.layout, theme);
    });
  }, [picture, width, height, theme]);
  return (
    <div className="capstone-scope">
      <div className="plot" ref={frame} style={{ height: height * theme.scale }}>
        {picture && (
          <div className="plot-shown" style={{ width, height, zoom: theme.scale }}>
            <canvas ref={canvas} style={{ width, height }} />
          </div>
        )}
      </div>
    </div>
  );
}
