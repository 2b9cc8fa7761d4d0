import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { observeSize } from './size';

let resized: () => void;
let frames: Map<number, () => void>;
const observe = vi.fn();
const disconnect = vi.fn();

/** Runs the callbacks that wait for the next frame. */
function nextFrame(): void {
  const due = [...frames.values()];
  frames.clear();
  for (const callback of due) callback();
}

beforeEach(() => {
  frames = new Map();
  let last = 0;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = observe;
      disconnect = disconnect;
      constructor(callback: () => void) {
        resized = callback;
      }
    },
  );
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    last += 1;
    frames.set(last, callback);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.delete(frame));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const element = {} as Element;

it('a size is reported in the next frame, once for all changes before it', () => {
  const report = vi.fn();
  observeSize(element, report);
  expect(observe).toHaveBeenCalledWith(element);
  resized();
  resized();
  expect(report).not.toHaveBeenCalled();
  nextFrame();
  expect(report).toHaveBeenCalledTimes(1);
  nextFrame();
  expect(report).toHaveBeenCalledTimes(1);
  resized();
  nextFrame();
  expect(report).toHaveBeenCalledTimes(2);
});

it('a size isn’t reported any more after the end, not even a change before it', () => {
  const report = vi.fn();
  const stop = observeSize(element, report);
  resized();
  stop();
  nextFrame();
  expect(report).not.toHaveBeenCalled();
  expect(disconnect).toHaveBeenCalledTimes(1);
});
