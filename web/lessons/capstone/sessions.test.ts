import { describe, expect, it } from 'vitest';
import { Observable } from '../../base/observable';
import type { Summary } from '../../engine/schema';
import type { RunnerState } from '../../run/runner';
import type { Run } from '../../run/trace';
import { Rerun } from './sessions';

function setUp() {
  const state = new Observable<RunnerState>({
    phase: 'idle',
    catalogue: null,
    accepted: null,
    origin: null,
    refused: null,
    problems: [],
    crash: null,
    progress: 0,
    shown: null,
  });
  const started: string[] = [];
  const delivered: [string, number][] = [];
  const nothing = () => {};
  const run = (text: string) => {
    started.push(text);
    state.set({ ...state.value, phase: 'running' });
  };
  const rerun = new Rerun<number>(({ text, tag }) => delivered.push([text, tag]), {
    state,
    run,
    wake: nothing,
    again: nothing,
    dispose: nothing,
  });
  const publish = (change: Partial<RunnerState>) => state.set({ ...state.value, ...change });
  const finish = () => publish({ phase: 'done', shown: { summary: {} as Summary } as Run });
  return { rerun, started, delivered, publish, finish };
}

describe('Rerun', () => {
  it('finishes the current run, and then starts only the latest request', () => {
    const { rerun, started, delivered, finish } = setUp();
    rerun.request('a', 1);
    rerun.request('b', 2);
    rerun.request('c', 3);
    expect(started).toEqual(['a']);
    finish();
    expect(delivered).toEqual([['a', 1]]);
    expect(started).toEqual(['a', 'c']);
    finish();
    expect(delivered).toEqual([
      ['a', 1],
      ['c', 3],
    ]);
    expect(started).toEqual(['a', 'c']);
  });

  it('reports nothing about an unfinished run', () => {
    const { rerun, delivered, publish } = setUp();
    rerun.request('a', 1);
    publish({ phase: 'running', shown: { summary: null } as Run });
    expect(delivered).toEqual([]);
  });

  it('continues after a refusal with the latest request, and retries on request', () => {
    const { rerun, started, delivered, publish, finish } = setUp();
    rerun.request('wrong', 1);
    rerun.request('right', 2);
    publish({ phase: 'refused' });
    expect(started).toEqual(['wrong', 'right']);
    publish({ phase: 'crashed' });
    rerun.again();
    expect(started).toEqual(['wrong', 'right', 'right']);
    finish();
    expect(delivered).toEqual([['right', 2]]);
  });
});
