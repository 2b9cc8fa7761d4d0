import { expect, it } from 'vitest';
import { View } from '../../run/view';
import { Playback } from './playback';
import { scriptedFrames } from './scriptedFrames';
import { SPEEDS } from './speeds';

function screen(reducedMotion = false) {
  const view = new View();
  view.setWhole(20);
  const scripted = scriptedFrames(reducedMotion);
  return { view, playback: new Playback(view, scripted.frames), ...scripted };
}

it('playing moves the cursor by the time that has passed, times the speed', () => {
  const { view, playback, advance } = screen();
  playback.speed.set(2);
  playback.play();
  advance(0, 16, 17);
  expect(view.cursor.value).toBeCloseTo(0.066, 12);
  playback.speed.set(0.01);
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
  const { view, playback, advance } = screen();
  playback.play();
  advance(0, 5000);
  expect(view.cursor.value).toBeCloseTo(0.1, 12);
});

it('playing stops at the end of the run, and then restarts from the beginning', () => {
  const { view, playback, advance, waits } = screen();
  view.hold(19.95);
  playback.play();
  advance(0, 100);
  expect(view.cursor.value).toBe(20);
  expect(playback.playing.value).toBe(false);
  expect(waits()).toBe(false);
  playback.play();
  expect(view.cursor.value).toBe(0);
});

it('playing continues from where the user points, and stops without a cursor', () => {
  const { view, playback, advance } = screen();
  playback.play();
  advance(0);
  view.grab(7);
  advance(100);
  expect(view.cursor.value).toBeCloseTo(7.1, 12);
  view.release();
  advance(16);
  expect(playback.playing.value).toBe(false);
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

it('playing pauses while the user drags a zoom selection', () => {
  const { view, playback, advance } = screen();
  playback.play();
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
  const { playback, advance, hide, listening } = screen();
  playback.play();
  advance(0, 16);
  hide();
  expect(playback.playing.value).toBe(false);
  expect(listening()).toBe(false);
});

it('playing scrolls the window along, or turns pages for users who prefer reduced motion', () => {
  const gliding = screen();
  gliding.view.show({ from: 4, to: 6 });
  gliding.view.hold(5.45);
  gliding.playback.play();
  gliding.advance(0, 100);
  expect(gliding.view.window.from).toBeCloseTo(5.55 - 1.5, 9);
  const turned = screen(true);
  turned.view.show({ from: 4, to: 6 });
  turned.view.hold(5.45);
  turned.playback.play();
  turned.advance(0, 100);
  expect(turned.view.window).toEqual({ from: 4, to: 6 });
  turned.advance(100, 100, 100, 100, 100);
  expect(turned.view.window.from).toBeCloseTo(6.05, 9);
});

it('playing steps through the speeds and stops at either end', () => {
  const { playback } = screen();
  playback.changeSpeed(1);
  expect(playback.speed.value).toBe(2);
  for (let i = 0; i < 20; i += 1) playback.changeSpeed(1);
  expect(playback.speed.value).toBe(100);
  for (let i = 0; i < 20; i += 1) playback.changeSpeed(-1);
  expect(playback.speed.value).toBe(0.01);
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
