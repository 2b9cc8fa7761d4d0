import { expect, it } from 'vitest';
import { scriptedFrames } from '../../lab/time/scriptedFrames';
import { simulatedText } from '../../run/simulated';
import { byHandSender } from './game';
import { PATHS, withSender } from './paths';
import { inlineWorkers, ran } from './ranSession';
import { readRunCode, runAddress, runCode } from './runCode';
import { scoreOf } from './score';
import { HandSession } from './sessions';

const [path] = PATHS;
if (path === undefined) throw new Error('There are no paths.');

const problemOf = (code: string) => {
  const read = readRunCode(code, PATHS);
  return 'problem' in read ? read.problem : null;
};

it('the code of a run is short and gives the moves back exactly', () => {
  const moves = [
    { at_s: 0, cwnd: 22 },
    { at_s: 9.95, cwnd: 10 },
    { at_s: 20.001, cwnd: 21 },
  ];
  const code = runCode(path.name, moves);
  expect(code).toBe('window-quiet~0-m.7oe-a.7r7-l');
  expect(new URLSearchParams(`run=${code}`).get('run')).toBe(code);
  expect(readRunCode(code, PATHS)).toEqual({ path, moves });
  expect(readRunCode(runCode(path.name, []), PATHS)).toEqual({ path, moves: [] });
});

it('the code of a run says what is wrong with a code that no game makes', () => {
  expect(problemOf('window-quiet~0-m.7o')).toContain('cut off');
  expect(problemOf('window-moon~0-m')).toContain('window-moon');
  expect(problemOf('window-quiet~0-m.0-a')).toContain('Move 2');
  expect(problemOf('window-quiet~0-zz')).toContain('1 to 80 segments');
  expect(problemOf('window-quiet~zzzz-m')).toContain('within 30 s');
  const many = Array.from({ length: 3001 }, (_, at) => ({ at_s: (at + 1) / 1000, cwnd: 1 + (at % 2) }));
  expect(problemOf(runCode(path.name, many))).toContain('3000 are allowed');
});

it('the code of a run re-simulates a game, steered at any moment, to the same score and the same trace', async () => {
  const { frames, pass } = scriptedFrames();
  const session = new HandSession(path, frames, null, inlineWorkers());
  await ran(session);
  session.game.play();
  for (const cwnd of [9, 17, 23, 60, 20, 11]) {
    pass(1237, 13);
    session.game.steer(cwnd);
    await ran(session);
  }
  session.game.setSpeed(4);
  pass(9000);
  const outcome = session.outcome();
  if (outcome?.run.summary == null) throw new Error('The game has no outcome.');
  const address = new URL(runAddress(path.name, outcome.moves), 'https://lab.example/');
  const read = readRunCode(address.searchParams.get('run') ?? '', PATHS);
  if ('problem' in read) throw new Error(read.problem);
  const again = await simulatedText(withSender(read.path, byHandSender(read.moves, read.path.firstCwnd)));
  expect(again.summary?.digest).toBe(outcome.run.summary.digest);
  expect(again.summary && scoreOf(read.path, again.summary)).toEqual(scoreOf(path, outcome.run.summary));
});

it('the code of a run opens as a finished game that can be watched and taken over', async () => {
  const { frames, pass } = scriptedFrames();
  const moves = [
    { at_s: 0, cwnd: 22 },
    { at_s: 10, cwnd: 12 },
  ];
  const session = new HandSession(path, frames, moves, inlineWorkers());
  await ran(session);
  expect(session.outcome()?.moves).toBe(moves);
  session.game.replay();
  pass(1000);
  expect(session.game.state.value).toMatchObject({ phase: 'playing', cwnd: 22, moves });
  pass(40_000);
  expect(session.outcome()?.moves).toBe(moves);
  session.game.play();
  expect(session.game.state.value).toMatchObject({ phase: 'playing', moves: [], takeovers: 0 });
});
