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
    problems: [],
    crash: null,
    progress: 0,
    shown: null,
  });
  const started: string[] = [];
  const told: [string, number][] = [];
  const nothing = () => {};
  const run = (text: string) => {
    started.push(text);
    state.set({ ...state.value, phase: 'running' });
  };
  const rerun = new Rerun<number>(({ text, tag }) => told.push([text, tag]), {
    state,
    run,
    wake: nothing,
    again: nothing,
    dispose: nothing,
  });
  const say = (change: Partial<RunnerState>) => state.set({ ...state.value, ...change });
  const finish = () => say({ phase: 'done', shown: { summary: {} as Summary } as Run });
  return { rerun, started, told, say, finish };
}

describe('running again and again', () => {
  it('lets a run come to its end, and then starts only the latest', () => {
    const { rerun, started, told, finish } = setUp();
    rerun.want('a', 1);
    rerun.want('b', 2);
    rerun.want('c', 3);
    expect(started).toEqual(['a']);
    finish();
    expect(told).toEqual([['a', 1]]);
    expect(started).toEqual(['a', 'c']);
    finish();
    expect(told).toEqual([
      ['a', 1],
      ['c', 3],
    ]);
    expect(started).toEqual(['a', 'c']);
  });

  it('reports nothing about an unfinished run', () => {
    const { rerun, told, say } = setUp();
    rerun.want('a', 1);
    say({ phase: 'running', shown: { summary: null } as Run });
    expect(told).toEqual([]);
  });

  it('continues after a refusal with the latest request, and retries on request', () => {
    const { rerun, started, told, say, finish } = setUp();
    rerun.want('wrong', 1);
    rerun.want('right', 2);
    say({ phase: 'refused' });
    expect(started).toEqual(['wrong', 'right']);
    say({ phase: 'crashed' });
    rerun.again();
    expect(started).toEqual(['wrong', 'right', 'right']);
    finish();
    expect(told).toEqual([['right', 2]]);
  });
});
