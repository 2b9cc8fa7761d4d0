/** For tests: a screen whose frames the test advances, and a runner that runs scenarios synchronously. */
import { loadEngine } from '../../../scripts/engine.mjs';
import { Observable } from '../../base/observable';
import type { RunnerState } from '../../run/runner';
import { Trace } from '../../run/trace';
import type { Frames } from '../../time/playback';
import type { RunnerLike } from './sessions';

export function scriptedScreen() {
  let waiting: ((now_ms: number) => void) | null = null;
  let now = 1000;
  let hidden: (() => void) | null = null;
  const frames: Frames = {
    request: (callback) => {
      waiting = callback;
      return 1;
    },
    cancel: () => {
      waiting = null;
    },
    whenHidden: (callback) => {
      hidden = callback;
      return () => {
        hidden = null;
      };
    },
    reducedMotion: () => false,
  };
  /** Advances time by `total` in frames of length `frame`, ms. */
  const pass = (total: number, frame = 20) => {
    for (let passed = 0; passed < total; passed += frame) {
      now += frame;
      const next = waiting;
      waiting = null;
      next?.(now);
    }
  };
  return { frames, pass, hide: () => hidden?.(), waits: () => waiting !== null };
}

/** A runner that calls the real engine directly, without a worker. */
export async function instantRunner(): Promise<RunnerLike & { texts: string[] }> {
  const { engine, catalogue } = await loadEngine();
  const texts: string[] = [];
  const state = new Observable<RunnerState>({
    phase: 'idle',
    catalogue,
    accepted: null,
    problems: [],
    crash: null,
    progress: 0,
    shown: null,
  });
  const change = (next: Partial<RunnerState>) => state.set({ ...state.value, ...next });
  const run = (text: string) => {
    texts.push(text);
    const { scenario, problems } = JSON.parse(engine.check(text));
    if (scenario === null) {
      change({ phase: 'refused', problems });
      return;
    }
    const working = new engine.Run(text);
    const trace = new Trace(scenario);
    while (!working.step(50_000)) trace.append(working.take_chunk());
    trace.append(working.take_chunk());
    const summary = JSON.parse(working.summary());
    working.free();
    const shown = { id: texts.length, trace, scenario, prediction: null, summary, now_s: summary.ended_at_s };
    change({ phase: 'done', problems: [], shown });
  };
  return {
    texts,
    state,
    run,
    // A real runner publishes the catalogue when its worker has started.
    wake: () => change({}),
    again: () => run(texts.at(-1) ?? ''),
    dispose: () => {},
  };
}
