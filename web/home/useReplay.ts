/** Runs the setting in the engine and returns the replay to show. */
import { useEffect, useRef, useState } from 'react';
import frames from '../../content/scenarios/ahn-fig1-rr.json?frames';
import { Runner } from '../run/runner';
import { DEFAULT, type Setting, scenarioOf, settingOf } from './path';
import { type Picture, type Replay, replayOf } from './replay';

export interface Shown {
  setting: Setting;
  picture: Picture;
  /** Null until the engine has run a scenario: then the picture comes from the build. */
  replay: Replay | null;
}

export function useReplay(setting: Setting): { shown: Shown; failure: string | null; again(): void } {
  const runner = useRef<Runner | null>(null);
  const [ran, setRan] = useState<Shown | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const own = new Runner();
    runner.current = own;
    let seen = 0;
    const stop = own.state.subscribe(() => {
      const { phase, shown, accepted, crash, problems } = own.state.value;
      const why = crash ?? problems.map(({ problem }) => problem).join(' ');
      setFailure(phase === 'crashed' || phase === 'refused' ? why : null);
      if (phase !== 'done' || shown === null || accepted === null || shown.id === seen) return;
      seen = shown.id;
      const replay = replayOf(shown);
      setRan({ setting: settingOf(accepted.text), picture: replay, replay });
    });
    return () => {
      stop();
      own.dispose();
      runner.current = null;
    };
  }, []);
  useEffect(() => {
    runner.current?.run(scenarioOf(setting), performance.now());
  }, [setting]);
  const first: Shown = {
    setting: { ...DEFAULT, sender: setting.sender },
    picture: frames[setting.sender],
    replay: null,
  };
  return { shown: ran ?? first, failure, again: () => runner.current?.again() };
}
