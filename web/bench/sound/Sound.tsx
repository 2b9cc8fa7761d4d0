/** Plays cwnd and the queue as sound: the visible time window in a few seconds, or single moments as the cursor moves. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { maxValue, minValue, pipe } from 'valibot';
import { NUMBER } from '../../base/schema';
import { formatTime } from '../../base/words/format';
import { formatSegments } from '../../base/words/segments';
import { t } from '../../base/words/words';
import { busiest } from '../../run/bottleneck';
import { useTimeWindow, useView } from '../../run/hooks';
import { usePlace } from '../../run/tabStorage';
import type { Run } from '../../run/trace';
import { Instrument } from './Instrument';
import { HIGHEST_HZ, LOWEST_HZ, scoreOf, voiceOf } from './score';
import './sound.css';

/** Seconds that the sound of the visible time window lasts. */
const SECONDS = 8;

const VOLUME = pipe(NUMBER, minValue(0), maxValue(1));

interface Props {
  run: Run;
  flows: number[];
}

export function Sound({ run, flows }: Props) {
  const view = useView();
  const window = useTimeWindow();
  const [chosen, setChosen] = useState<number | null>(null);
  const flow = chosen !== null && flows.includes(chosen) ? chosen : (flows[0] ?? 0);
  const link = useMemo(() => busiest(run), [run]);
  const voice = useMemo(() => voiceOf(run.trace, flow, link), [run, flow, link]);
  const [volume, setVolume] = usePlace('volume', 0.5, VOLUME);
  const [following, setFollowing] = useState(false);
  const [playing, setPlaying] = useState(false);
  const instrument = useRef<Instrument | null>(null);

  const readyInstrument = async (): Promise<Instrument> => {
    instrument.current ??= new Instrument();
    instrument.current.setVolume(volume);
    await instrument.current.resume();
    return instrument.current;
  };

  useEffect(() => () => instrument.current?.dispose(), []);
  useEffect(() => instrument.current?.setVolume(volume), [volume]);

  // While the sound plays, the cursor moves along with it. Choosing another run, flow or time window stops both.
  useEffect(() => {
    if (!playing) return;
    const player = instrument.current;
    if (player === null) return;
    view.playing.set(false);
    const start = player.play(scoreOf(voice, window, SECONDS));
    let frame = 0;
    const move = () => {
      const share = (player.now - start) / SECONDS;
      if (share >= 1) return setPlaying(false);
      view.hold(window.from + Math.max(0, share) * (window.to - window.from));
      frame = requestAnimationFrame(move);
    };
    frame = requestAnimationFrame(move);
    return () => {
      cancelAnimationFrame(frame);
      player.silence();
      setPlaying(false);
    };
  }, [playing, voice, window, view]);

  useEffect(() => {
    if (!following || playing) return;
    let previous = view.cursor.value;
    return view.cursor.subscribe(() => {
      const moment = view.cursor.value;
      const player = instrument.current;
      if (moment === null || player === null) return;
      const losses =
        previous !== null && moment > previous ? voice.losses({ from: previous, to: moment }) : [];
      player.playMoment(voice.pitch(moment), voice.hum(moment), losses.length > 0);
      previous = moment;
    });
  }, [following, playing, voice, view]);

  const queue = run.trace.links[link] ?? '';
  return (
    <div className="sound">
      <div className="sound-tools">
        <button
          type="button"
          onClick={() => (playing ? setPlaying(false) : void readyInstrument().then(() => setPlaying(true)))}
        >
          {playing ? t('Stop the sound') : t('Play the shown time')}
        </button>
        <label>
          <input
            type="checkbox"
            checked={following}
            onChange={(event) => {
              const on = event.target.checked;
              void readyInstrument().then((player) => {
                if (!on) player.silence();
                setFollowing(on);
              });
            }}
          />{' '}
          {t('Sound as the cursor moves')}
        </label>
        {flows.length > 1 && (
          <label>
            {t('Flow')}{' '}
            <select value={flow} onChange={(event) => setChosen(Number(event.target.value))}>
              {flows.map((one) => (
                <option key={one} value={one}>
                  {run.scenario.flows[one]?.name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          {t('Volume')}{' '}
          <input
            type="range"
            min={0}
            max={1}
            step={0.05}
            value={volume}
            onChange={(event) => setVolume(Number(event.target.value))}
          />
        </label>
      </div>
      <p className="words">
        {t(
          '{time} in {seconds} s. The tone’s pitch is cwnd: {lowest} Hz is one segment, {highest} Hz is {top}, the largest. Doubling the window always raises the pitch by the same step. The low hum gets louder as the queue at {queue} fills. A click is a lost segment.',
          {
            time: formatTime(window.to - window.from),
            seconds: SECONDS,
            lowest: LOWEST_HZ,
            highest: HIGHEST_HZ,
            top: formatSegments(voice.largestCwnd),
            queue,
          },
        )}
      </p>
    </div>
  );
}
