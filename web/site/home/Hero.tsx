/** The top of the home page: a connection that runs, a switch for its sender, and a slider for the buffer. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import frames from '../../../content/scenarios/ahn-fig1-rr.json?frames';
import { plural, t } from '../../base/words/words';
import { EngineFailure } from '../../ui/Boundary';
import { useHydrated, useMedia } from '../../ui/hooks';
import { packageKind } from '../../ui/package';
import { FIRST_S } from './firstFrame';
import { packetsInWords, secondsInWords } from './numbers';
import { moveTo, Plot } from './Plot';
import { BUFFERS_KIB, benchAddressOf, DEFAULT, SENDERS, type Sender, type Setting, SHOWN_S } from './path';
import { redraw, Stage } from './Stage';
import { NARROW, sceneAt, slotsOf, WIDE } from './scene';
import { storyInWords } from './storyWords';
import { noteUsable } from './usable';
import { usePlayer } from './usePlayer';
import { useReplay } from './useReplay';
import './hero.css';

export function Hero() {
  const hydrated = useHydrated();
  const [setting, setSetting] = useState<Setting>(DEFAULT);
  const { shown, ghost, failure, started, again } = useReplay(setting);
  const wide = useRef<SVGGElement>(null);
  const narrow = useRef<SVGGElement>(null);
  const lanes = useRef<HTMLDivElement>(null);
  const cwnd = useRef<HTMLElement>(null);
  const queued = useRef<HTMLElement>(null);
  const time = useRef<HTMLInputElement>(null);
  const clock = useRef<HTMLElement>(null);

  const { replay } = shown;
  const player = usePlayer((moment) => {
    if (lanes.current !== null) moveTo(lanes.current, moment);
    if (time.current !== null) time.current.value = `${moment}`;
    setText(clock.current, secondsInWords(moment));
    if (replay === null) return;
    const drawings = [
      [wide.current, WIDE],
      [narrow.current, NARROW],
    ] as const;
    // The other drawing has no boxes.
    for (const [moving, place] of drawings)
      if (moving?.getClientRects().length)
        redraw(moving, sceneAt(replay, moment, place, shown.setting.limit_bytes));
    const readings = replay.at(moment);
    setText(cwnd.current, packetsInWords(readings.cwnd));
    setText(queued.current, packetsInWords(readings.queued));
  });
  const { playing, ended, play, pause, seek, refresh } = player;

  // A frame drawn from a replay stays until the next replay replaces it.
  const frame = frames[shown.setting.sender];
  // biome-ignore lint/correctness/useExhaustiveDependencies: each replay draws the same moment anew
  useLayoutEffect(refresh, [shown]);

  const stillness = useMedia('(prefers-reduced-motion: reduce)');
  const alive = replay !== null;
  useEffect(() => {
    if (!alive) return;
    noteUsable();
    if (!stillness) play();
  }, [alive, stillness, play]);

  const choose = (sender: Sender) => {
    setSetting({ ...setting, sender });
    seek(stillness ? FIRST_S : 0);
    if (!stillness) play();
  };
  const story = storyInWords(shown.setting.sender, shown.picture.story);
  const playingWords = playing ? t('Pause') : ended ? t('Play again') : t('Play');
  return (
    <section className="hero" aria-labelledby="hero-title">
      <header className="hero-head">
        <h1 id="hero-title">{t('Watch TCP find its speed')}</h1>
        <p>
          {t(
            'For students, teachers and researchers of networking: every packet of a TCP connection, simulated in your browser. Switch the sender, resize the buffer, and see what happens.',
          )}
        </p>
      </header>
      <div className="hero-controls" data-replay={alive}>
        <fieldset className="hero-switch">
          <legend className="visually-hidden">{t('Sender')}</legend>
          {(Object.keys(SENDERS) as Sender[]).map((sender) => (
            <label key={sender}>
              <input
                type="radio"
                name="sender"
                value={sender}
                checked={setting.sender === sender}
                disabled={!hydrated}
                onChange={() => choose(sender)}
              />
              <span>{SENDERS[sender]}</span>
            </label>
          ))}
        </fieldset>
        <label className="hero-buffer">
          {t('Buffer')}
          <input
            type="range"
            min={BUFFERS_KIB.least}
            max={BUFFERS_KIB.most}
            step={1}
            value={setting.limit_bytes / 1024}
            disabled={!hydrated}
            aria-valuetext={bufferInWords(setting)}
            onChange={(event) => setSetting({ ...setting, limit_bytes: 1024 * Number(event.target.value) })}
          />
          <span className="hero-size" aria-hidden="true">
            {bufferInWords(setting)}
          </span>
        </label>
        <button type="button" className="hero-play" disabled={!alive} onClick={playing ? pause : play}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={playing ? 'M3 2h3.5v12H3zM9.5 2H13v12H9.5z' : 'M4 2l9 6-9 6z'} />
          </svg>
          {playingWords}
        </button>
      </div>
      {failure !== null && (
        <EngineFailure started={started} reason={failure} label={t('Try again')} again={again} />
      )}
      <figure className="hero-figure" aria-label={t('A connection over a slow link, simulated')}>
        <Stage place={WIDE} scene={frame.scenes.wide} setting={shown.setting} moving={wide} wide />
        <Stage
          place={NARROW}
          scene={frame.scenes.narrow}
          setting={shown.setting}
          moving={narrow}
          wide={false}
        />
        <p role="status" className="hero-story">
          {story}
        </p>
        <Plot
          picture={shown.picture}
          ghost={ghost}
          setting={shown.setting}
          drops_s={replay === null ? [] : [...replay.drops_s].filter((moment) => moment <= SHOWN_S)}
          readings={frame.readings}
          moment={FIRST_S}
          refs={{ lanes, cwnd, queued }}
        />
        <label className="hero-time">
          <span className="visually-hidden">{t('Time')}</span>
          <input
            ref={time}
            type="range"
            min={0}
            max={SHOWN_S}
            step={0.01}
            defaultValue={FIRST_S}
            disabled={!alive}
            onChange={(event) => {
              pause();
              seek(Number(event.target.value));
            }}
          />
        </label>
      </figure>
      <p className="hero-actions">
        <span className="hero-clock">
          <b ref={clock}>{secondsInWords(FIRST_S)}</b> {t('at a fifth of the real speed')}
        </span>
        <Shortcut />
        {packageKind() === null && (
          <a className="hero-game" href="lessons/play/">
            {t('Play: beat Reno in 30 seconds')}
          </a>
        )}
        <a className="hero-open" href={benchAddressOf(setting)}>
          {t('Open this on the bench')}
        </a>
      </p>
    </section>
  );
}

function bufferInWords({ limit_bytes }: Setting): string {
  return plural(slotsOf(limit_bytes), '{size} KiB, {n} packet', '{size} KiB, {n} packets', {
    size: limit_bytes / 1024,
  });
}

function setText(element: HTMLElement | null, text: string): void {
  if (element !== null && element.textContent !== text) element.textContent = text;
}

/** The keys that find everything; prerendered for keyboards that have no Command key. */
function Shortcut() {
  const hydrated = useHydrated();
  const apple = hydrated && /Mac|iPhone|iPad/.test(navigator.platform);
  return (
    <span className="hero-keys">
      <kbd translate="no">{apple ? '⌘K' : 'Ctrl K'}</kbd> {t('finds every scenario, field and lesson')}
    </span>
  );
}
