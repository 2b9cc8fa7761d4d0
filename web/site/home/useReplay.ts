/** Runs the setting in the engine and returns the replay to show, and the other sender's window next to it. */
import { useEffect, useRef, useState } from 'react';
import frames from '../../../content/scenarios/ahn-fig1-rr.json?frames';
import { Runner } from '../../run/runner';
import { DEFAULT, otherThan, type Setting, scenarioOf, settingOf } from './path';
import { type Picture, pictureOf, type Replay, replayOf } from './replay';

export interface Shown {
  setting: Setting;
  picture: Picture;
  /** Null until the engine has run a scenario: then the picture comes from the build. */
  replay: Replay | null;
}

/** The other sender's window with the same buffer. */
interface Ghost {
  setting: Setting;
  window: Picture['window'];
}

interface Replaying {
  shown: Shown;
  /** The window's line of the other sender, which is run once the setting's own run is shown; null until then. */
  ghost: Picture['window'] | null;
  failure: string | null;
  /** True once the engine has run. */
  started: boolean;
  again(): void;
}

export function useReplay(setting: Setting): Replaying {
  const runner = useRef<Runner | null>(null);
  const [ran, setRan] = useState<Shown | null>(null);
  const [ghost, setGhost] = useState<Ghost | null>(null);
  const wanted = useRef(setting);
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
      const done = settingOf(accepted.text);
      const { sender, limit_bytes } = wanted.current;
      if (done.sender !== sender) {
        setGhost({ setting: done, window: pictureOf(shown).window });
        return;
      }
      const replay = replayOf(shown);
      setRan({ setting: done, picture: replay, replay });
      // Nothing else is waiting to run.
      if (done.limit_bytes === limit_bytes) own.run(scenarioOf({ ...done, sender: otherThan(sender) }));
    });
    return () => {
      stop();
      own.dispose();
      runner.current = null;
    };
  }, []);
  useEffect(() => {
    wanted.current = setting;
    runner.current?.run(scenarioOf(setting), performance.now());
  }, [setting]);
  const first: Shown = {
    setting: { ...DEFAULT, sender: setting.sender },
    picture: frames[setting.sender],
    replay: null,
  };
  const shown = ran ?? first;
  return {
    shown,
    ghost: ghostOf(shown.setting, ghost),
    failure,
    started: ran !== null,
    again: () => runner.current?.run(scenarioOf(setting)),
  };
}

function ghostOf({ sender, limit_bytes }: Setting, ran: Ghost | null): Picture['window'] | null {
  const other = otherThan(sender);
  if (ran?.setting.sender === other && ran.setting.limit_bytes === limit_bytes) return ran.window;
  return limit_bytes === DEFAULT.limit_bytes ? frames[other].window : null;
}
