import { expect, it } from 'vitest';
import { SPEEDS, View } from '../../run/view';
import { withPlayback } from './playback';
import { scriptedFrames } from './scriptedFrames';

function screen(reducedMotion = false) {
  const scripted = scriptedFrames(reducedMotion);
  const view = withPlayback(new View(), scripted.frames);
  view.setWhole(20);
  return { view, ...scripted };
}

it('playing moves the cursor by the time that has passed, times the speed', () => {
  const { view, advance } = screen();
  view.speed.set(2);
  view.playing.set(true);
  advance(0, 16, 17);
  expect(view.cursor.value).toBeCloseTo(0.066, 12);
  view.speed.set(0.01);
  advance(50);
  expect(view.cursor.value).toBeCloseTo(0.0665, 12);
});

it('playing leaves a window that shows the whole as it is, to the last bit', () => {
  const { view } = screen();
  view.limitTo({ from: 0, to: 0.6 });
  for (let moment = 0.45; moment < 0.6; moment += 0.00015) {
    view.runTo(moment, false);
    expect(view.window).toEqual({ from: 0, to: 0.6 });
  }
});

it('playing does not jump after a late frame', () => {
  const { view, advance } = screen();
  view.playing.set(true);
  advance(0, 5000);
  expect(view.cursor.value).toBeCloseTo(0.1, 12);
});

it('playing stops at the end of the run, and then restarts from the beginning', () => {
  const { view, advance, waits } = screen();
  view.hold(19.95);
  view.playing.set(true);
  advance(0, 100);
  expect(view.cursor.value).toBe(20);
  expect(view.playing.value).toBe(false);
  expect(waits()).toBe(false);
  view.playing.set(true);
  expect(view.cursor.value).toBe(0);
});

it('playing continues from where the user points, and stops without a cursor', () => {
  const { view, advance } = screen();
  view.playing.set(true);
  advance(0);
  view.grab(7);
  advance(100);
  expect(view.cursor.value).toBeCloseTo(7.1, 12);
  view.release();
  advance(16);
  expect(view.playing.value).toBe(false);
});

it('playing leaves the cursor at its home once nothing holds it', () => {
  const view = new View();
  view.settleAt(3);
  view.hold(7);
  view.release();
  expect([view.cursor.value, view.held.value]).toEqual([3, false]);
  view.hover(5);
  expect(view.cursor.value).toBe(5);
  view.release();
  expect(view.cursor.value).toBe(3);
});

it('a home that moves takes the cursor along unless it’s held or at an event', () => {
  const view = new View();
  view.settleAt(3);
  view.settleAt(4);
  expect(view.cursor.value).toBe(4);
  view.hover(7);
  view.settleAt(5);
  expect(view.cursor.value, 'not chosen').toBe(5);
  for (const move of ['hover', 'grab', 'hold'] as const) {
    view[move](7, { time_s: 7, flow: 0, table: 'segments', row: 3 });
    view.settleAt(5);
    expect([view.cursor.value, view.event.value?.time_s], move).toEqual([7, 7]);
  }
  view.hold(5);
  view.settleAt(6);
  expect(view.cursor.value, 'held at a moment').toBe(5);
});

it('playing pauses while the user drags a zoom selection', () => {
  const { view, advance } = screen();
  view.playing.set(true);
  advance(0);
  view.grab(7);
  view.selecting.set({ from: 6, to: 7 });
  advance(100);
  expect(view.cursor.value).toBe(7);
  view.selecting.set(null);
  advance(100);
  expect(view.cursor.value).toBeCloseTo(7.1, 12);
});

it('playing pauses when the page is hidden, and stops listening', () => {
  const { view, advance, hide, listening } = screen();
  view.playing.set(true);
  advance(0, 16);
  hide();
  expect(view.playing.value).toBe(false);
  expect(listening()).toBe(false);
});

it('playing scrolls the window along, or turns pages for users who prefer reduced motion', () => {
  const gliding = screen();
  gliding.view.show({ from: 4, to: 6 });
  gliding.view.hold(5.45);
  gliding.view.playing.set(true);
  gliding.advance(0, 100);
  expect(gliding.view.window.from).toBeCloseTo(5.55 - 1.5, 9);
  const turned = screen(true);
  turned.view.show({ from: 4, to: 6 });
  turned.view.hold(5.45);
  turned.view.playing.set(true);
  turned.advance(0, 100);
  expect(turned.view.window).toEqual({ from: 4, to: 6 });
  turned.advance(100, 100, 100, 100, 100);
  expect(turned.view.window.from).toBeCloseTo(6.05, 9);
});

it('playing steps through the speeds and stops at either end', () => {
  const { view } = screen();
  view.changeSpeed(1);
  expect(view.speed.value).toBe(2);
  for (let i = 0; i < 20; i += 1) view.changeSpeed(1);
  expect(view.speed.value).toBe(100);
  for (let i = 0; i < 20; i += 1) view.changeSpeed(-1);
  expect(view.speed.value).toBe(0.01);
  expect(SPEEDS).toContain(1);
});

it('the cursor stays where playback or a step left it when a pointer passes, until the user drags it', () => {
  const { view } = screen();
  view.hover(1);
  expect(view.cursor.value).toBe(1);
  view.hold(5);
  view.hover(2);
  expect(view.cursor.value).toBe(5);
  view.grab(2);
  view.hover(3);
  expect(view.cursor.value).toBe(3);
});
