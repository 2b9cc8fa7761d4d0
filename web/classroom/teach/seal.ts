/**
 * The question that opens the answers of the teachers' pages. A teacher computes it in a moment; a student who can has done the lesson
 * about it. Its numbers are drawn, so that no answer can be passed on. A teacher's link carries a question with its right answer, so nothing
 * has to be kept secret in the program.
 */
import { Observable } from '../../base/observable';

/** How many of a Vegas sender's own segments wait? */
export interface Question {
  /** Segments. */
  window: number;
  base_rtt_ms: number;
  rtt_ms: number;
}

export interface SolvedQuestion extends Question {
  waiting: number;
}

/** The answer that opened the pages in this tab; null while they're sealed. */
export const opened = new Observable<SolvedQuestion | null>(null);

/** The parameter of a teacher's link. */
export const OPEN = 'open';

/** A number that is drawn, from 0 up to and without 1. */
type Draw = () => number;

/** A question whose answer, and whose numbers, are whole. */
export function drawQuestion(draw: Draw = Math.random): Question {
  const oneOf = (list: readonly number[]) => list[Math.floor(draw() * list.length)] ?? 0;
  const inPipe = oneOf([10, 20]);
  const base_rtt_ms = oneOf([40, 60, 80, 100, 120, 140, 160]);
  const waiting = oneOf([3, 4, 5, 6, 7, 8]);
  return { window: inPipe + waiting, base_rtt_ms, rtt_ms: base_rtt_ms * (1 + waiting / inPipe) };
}

/** Brakmo and Peterson's diff, in segments: what the window has more than the empty path holds. */
export function isSolved({ window, base_rtt_ms, rtt_ms, waiting }: SolvedQuestion): boolean {
  return waiting > 0 && Math.abs(window * (1 - base_rtt_ms / rtt_ms) - waiting) < 0.05;
}

export function writeSolved({ window, base_rtt_ms, rtt_ms, waiting }: SolvedQuestion): string {
  return [window, base_rtt_ms, rtt_ms, waiting].join('-');
}

/** The solved question in a link; null if there's none, or if its answer is wrong. */
export function readSolved(text: string): SolvedQuestion | null {
  if (!/^\d{1,4}(-\d{1,4}){3}$/.test(text)) return null;
  const [window = 0, base_rtt_ms = 0, rtt_ms = 0, waiting = 0] = text.split('-').map(Number);
  const solved = { window, base_rtt_ms, rtt_ms, waiting };
  return isSolved(solved) ? solved : null;
}
