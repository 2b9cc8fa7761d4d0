/** For tests: a runner that calls the real engine directly, without a worker. */
import { Observable } from '../../base/observable';
import { catalogue, engine } from '../../engine/nodeEngine';
import type { RunnerState } from '../../run/runner';
import { Trace } from '../../run/trace';
import type { RunnerLike } from './sessions';

export function instantRunner(): RunnerLike & { texts: string[] } {
  const texts: string[] = [];
  const state = new Observable<RunnerState>({
    phase: 'idle',
    catalogue,
    accepted: null,
    origin: null,
    refused: null,
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
