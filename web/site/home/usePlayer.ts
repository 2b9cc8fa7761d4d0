/** Plays the replay: moves the moment from frame to frame, outside of React. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { FIRST_S } from './firstFrame';
import { SHOWN_S } from './path';

/** Simulated seconds per second. Packets cross the bottleneck in 50 ms, too fast to see at full speed. */
const SPEED = 0.2;

interface HomePlayer {
  playing: boolean;
  /** True at the end, where playing begins again. */
  ended: boolean;
  play(): void;
  pause(): void;
  seek(moment: number): void;
  /** Draws the current moment again. */
  refresh(): void;
}

/** @param show draws a moment; it's called for every frame */
export function usePlayer(show: (moment: number) => void): HomePlayer {
  const moment = useRef(FIRST_S);
  const [playing, setPlaying] = useState(false);
  const [ended, setEnded] = useState(false);
  const latest = useRef(show);
  latest.current = show;

  useEffect(() => {
    if (!playing) return;
    let before: number | null = null;
    let frame = requestAnimationFrame(function step(now) {
      const seconds = before === null ? 0 : Math.min(0.1, (now - before) / 1000);
      before = now;
      moment.current = Math.min(SHOWN_S, moment.current + seconds * SPEED);
      latest.current(moment.current);
      if (moment.current < SHOWN_S) frame = requestAnimationFrame(step);
      else {
        setPlaying(false);
        setEnded(true);
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [playing]);

  const seek = useCallback((to: number) => {
    moment.current = Math.min(SHOWN_S, Math.max(0, to));
    setEnded(moment.current === SHOWN_S);
    latest.current(moment.current);
  }, []);
  const play = useCallback(() => {
    if (moment.current === SHOWN_S) moment.current = 0;
    setEnded(false);
    setPlaying(true);
  }, []);
  const pause = useCallback(() => setPlaying(false), []);
  const refresh = useCallback(() => latest.current(moment.current), []);
  return { playing, ended, play, pause, seek, refresh };
}
