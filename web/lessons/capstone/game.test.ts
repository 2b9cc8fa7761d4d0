import { expect, it } from 'vitest';
import { scriptedFrames } from '../../lab/time/scriptedFrames';
import { visibleWindow } from './GameView';
import { byHandSender, Game, windowAt } from './game';
import { handleKey } from './WindowControls';

const RULES = { duration_s: 30, firstCwnd: 4, maxCwnd: 80 };

/** A game whose engine is always up to date. */
function setUp(rules = RULES) {
  const screen = scriptedFrames();
  const game = new Game(rules, screen.frames);
  game.confirm([]);
  game.state.subscribe(() => game.confirm(game.state.value.moves));
  return { game, ...screen };
}

it('the clock of the game advances with real time at the chosen speed', () => {
  const { game, pass } = setUp();
  game.play();
  pass(2020);
  expect(game.state.value.now_s).toBeCloseTo(2, 1);
  game.pause();
  game.setSpeed(0.25);
  const paused = game.state.value.now_s;
  pass(500);
  expect(game.state.value.now_s).toBe(paused);
  game.play();
  pass(4020);
  expect(game.state.value.now_s).toBeCloseTo(paused + 1, 1);
});

it('the clock of the game updates the picture twenty times a second, not every frame', () => {
  const { game, pass } = setUp();
  game.play();
  let pictures = 0;
  game.state.subscribe(() => {
    pictures += 1;
  });
  pass(1000, 10);
  expect(pictures).toBeGreaterThanOrEqual(19);
  expect(pictures).toBeLessThanOrEqual(20);
});

it('the clock of the game stops at the end, from where a new game can start', () => {
  const { game, pass, waits } = setUp({ ...RULES, duration_s: 1 });
  game.play();
  game.steer(9);
  pass(1200);
  expect(game.state.value).toMatchObject({ phase: 'over', now_s: 1, reached_s: 1, cwnd: 9 });
  expect(waits()).toBe(false);
  game.play();
  expect(game.state.value).toMatchObject({ phase: 'playing', now_s: 0, moves: [], cwnd: 4 });
});

it('the clock of the game pauses while the page is hidden', () => {
  const { game, pass, hide, waits } = setUp();
  game.play();
  pass(400);
  hide();
  expect(game.state.value.phase).toBe('paused');
  expect(waits()).toBe(false);
});

it('the clock of the game waits until the engine has run the latest move', () => {
  const screen = scriptedFrames();
  const game = new Game(RULES, screen.frames);
  game.confirm([]);
  game.play();
  screen.pass(1000);
  game.steer(10);
  const { now_s, moves } = game.state.value;
  screen.pass(3000);
  expect(game.state.value.now_s).toBeLessThan(now_s + 0.4);
  expect(game.state.value.now_s).toBeGreaterThan(now_s + 0.2);
  game.confirm(moves);
  screen.pass(1000);
  expect(game.state.value.now_s).toBeGreaterThan(now_s + 1);
});

it("the clock of the game doesn't start before the engine has run the first window", () => {
  const screen = scriptedFrames();
  const game = new Game(RULES, screen.frames);
  game.play();
  screen.pass(2000);
  expect(game.state.value.now_s).toBeLessThan(0.4);
});

it('a move changes the window at the moment shown, within its limits', () => {
  const { game, pass } = setUp();
  game.play();
  pass(1020);
  game.steer(20);
  const at_s = game.state.value.now_s;
  pass(1000);
  game.steer(500);
  pass(1000);
  game.steer(-3);
  const { moves, cwnd } = game.state.value;
  expect(moves.map((move) => move.cwnd)).toEqual([20, 80, 1]);
  expect(moves[0]).toEqual({ at_s: Math.floor(1000 * at_s) / 1000, cwnd: 20 });
  expect(cwnd).toBe(1);
  expect(windowAt(moves, at_s - 0.001, 4)).toBe(4);
  expect(windowAt(moves, at_s, 4)).toBe(20);
});

it('a move merges with others at the same moment, and is dropped if it changes nothing', () => {
  const { game, pass } = setUp();
  game.play();
  pass(520);
  for (const cwnd of [5, 6, 7, 8]) game.steer(cwnd);
  expect(game.state.value.moves).toHaveLength(1);
  expect(game.state.value.moves[0]?.cwnd).toBe(8);
  const { moves } = game.state.value;
  game.steer(8);
  expect(game.state.value.moves).toBe(moves);
});

it('a move never exceeds the number of moves that the engine accepts', () => {
  const { game, pass } = setUp();
  game.setSpeed(0.25);
  game.play();
  for (let i = 0; i < 8000 && game.state.value.phase === 'playing'; i += 1) {
    pass(20);
    game.steer(i % 2 === 0 ? 10 : 20);
  }
  expect(game.state.value.phase).toBe('over');
  expect(game.state.value.moves.length).toBeGreaterThan(1000);
  expect(game.state.value.moves.length).toBeLessThanOrEqual(3000);
});

it('a move can set the first window before the start', () => {
  const { game } = setUp();
  game.steer(12);
  expect(byHandSender(game.state.value.moves, 4)).toMatchObject({ initial_cwnd: 12, preset: 'by-hand' });
  expect(byHandSender([], 4).initial_cwnd).toBe(4);
});

it('a move is ignored when the run is over', () => {
  const { game, pass } = setUp({ ...RULES, duration_s: 1 });
  game.play();
  pass(1200);
  game.steer(50);
  expect(game.state.value.moves).toEqual([]);
});

function played() {
  const all = setUp();
  all.game.play();
  all.pass(2020);
  all.game.steer(20);
  all.pass(2000);
  all.game.steer(30);
  all.pass(2000);
  return all;
}

it('looking back shows the moment and its window, but no moment after the latest one reached', () => {
  const { game, pass } = played();
  game.seek(3);
  expect(game.state.value).toMatchObject({ phase: 'paused', now_s: 3, cwnd: 20 });
  pass(500);
  expect(game.state.value.now_s).toBe(3);
  game.seek(99);
  expect(game.state.value.now_s).toBe(game.state.value.reached_s);
});

it('looking back repeats the moves when the game resumes', () => {
  const { game, pass } = played();
  const { moves } = game.state.value;
  game.seek(3);
  game.play();
  pass(2020);
  expect(game.state.value).toMatchObject({ moves, cwnd: 30, takeovers: 0 });
});

it('looking back drops later moves when the student takes over', () => {
  const { game, pass } = played();
  game.seek(3);
  game.takeOver();
  expect(game.state.value).toMatchObject({ phase: 'playing', reached_s: 3, cwnd: 20, takeovers: 1 });
  expect(game.state.value.moves.map(({ cwnd }) => cwnd)).toEqual([20]);
  pass(3000);
  expect(game.state.value.cwnd).toBe(20);
});

it('looking back takes over by steering too', () => {
  const { game } = played();
  game.seek(1);
  game.steer(7);
  expect(game.state.value).toMatchObject({ moves: [{ at_s: 1, cwnd: 7 }], reached_s: 1, takeovers: 1 });
});

it('keys move the window by one or by five, halve it and double it, and pause', () => {
  const { game, pass } = setUp();
  game.play();
  const pressed = (key: string, shift = false) => {
    pass(100);
    expect(handleKey(game, key, shift)).toBe(true);
    return game.state.value.cwnd;
  };
  expect(pressed('ArrowUp')).toBe(5);
  expect(pressed('ArrowUp', true)).toBe(10);
  expect(pressed('ArrowDown')).toBe(9);
  expect(pressed('h')).toBe(4);
  expect(pressed('d')).toBe(8);
  expect(pressed('ArrowDown', true)).toBe(3);
  pressed('p');
  expect(game.state.value.phase).toBe('paused');
  expect(handleKey(game, 'x', false)).toBe(false);
});

it('the visible seconds scroll with the present, within the run', () => {
  expect(visibleWindow(3, 30, false)).toEqual({ from: 0, to: 10 });
  expect(visibleWindow(12.5, 30, false)).toEqual({ from: 4, to: 14 });
  expect(visibleWindow(30, 30, false)).toEqual({ from: 20, to: 30 });
  expect(visibleWindow(2, 5, false)).toEqual({ from: 0, to: 5 });
});

it('the visible seconds advance like pages for users who prefer reduced motion', () => {
  for (const now_s of [10, 12.5, 19.9]) expect(visibleWindow(now_s, 30, true)).toEqual({ from: 10, to: 20 });
  expect(visibleWindow(30, 30, true)).toEqual({ from: 20, to: 30 });
});
