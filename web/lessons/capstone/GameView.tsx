/** The game: time, what the sender sees, and the hand. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useObservable } from '../../base/observable';
import { Legend } from '../../plot/Legend';
import { SCREEN } from '../../time/playback';
import { formatFixed } from '../../words/format';
import { rich } from '../../words/rich';
import { filled, t } from '../../words/words';
import { GAME_SPEEDS, type GamePhase } from './game';
import { Helm } from './Helm';
import type { HandSession } from './handSession';
import { Known } from './Known';
import { inSight, Scope } from './Scope';
import { inWords, knownAt, legend } from './senderView';
import { press } from './steeringKeys';

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
              window={inSight(now_s, duration_s, SCREEN.calm())}
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
