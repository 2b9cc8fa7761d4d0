import type { Names } from '../../../web/lessons/lesson';

/** The flows of Low's chain as lessons name them, by their names in the paper. */
export const CHAIN_FLOWS: Names = {
  '1a': 'west and middle',
  '2a': 'middle and east',
  '3a': 'west',
  '4a': 'middle',
  '5a': 'east',
  '6a': 'long',
};

/** The hosts of its drawings: one sender has a name in the lesson, and the destinations are named after their routers. */
export const CHAIN_NODES: Names = {
  Host6a: 'long',
  Host3b: 'SF host',
  Host4b: 'CH host',
  Host6b: 'East host',
};
