/** The place from which parts of a page learn where their data comes from (`provenance.ts`, which loads when something is exported). */
import { createContext } from 'react';
import type { Thinned } from '../../run/thinned';

export interface Provenance {
  /** Name of the scenario. */
  scenario: string;
  title: string;
  /** Null if several runs with different seeds are shown. */
  seed: number | null;
  engine_version: string;
  /** Opens the same scenario on the bench. */
  link: string;
  /** Names of the flows, in the order of their numbers. */
  flows: string[];
  /** The times of which the file has every row, s; absent if it has none, or not all of them. */
  window_s?: readonly [from: number, to: number];
  /** Says which samples are missing, if the file shows a trace that lacks some. */
  thinned?: Thinned | null;
  /** Differences from the scenario's file and from presets, in the interface's language at the time of the call. */
  differs(): string[];
}

/** Returns the provenance of the shown data. */
export type Origin = () => Promise<Provenance>;

/** Default for pages without a bench: the page's title and address. */
export const OriginContext = createContext<Origin>(async () => ({
  scenario: document.title.replace(/ · .*/, ''),
  title: document.title,
  seed: null,
  engine_version: '',
  link: window.location.href,
  flows: [],
  differs: () => [],
}));
