/** The class list of an open collection. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GRADING } from './gradingSession';
import { ASSIGNMENT } from './sampleTask';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

it('looks up the names of a class list once typing pauses', () => {
  GRADING.open(ASSIGNMENT);
  const before = GRADING.state.value.graded;
  expect(before).not.toBeNull();
  for (const typed of ['A', 'Ad', 'Ada']) {
    GRADING.changeClassList(typed);
    vi.advanceTimersByTime(100);
    expect(GRADING.state.value.collection.classList).toBe(typed);
    expect(GRADING.state.value.graded).toBe(before);
  }
  vi.advanceTimersByTime(1000);
  expect(GRADING.state.value.graded).not.toBe(before);
});
