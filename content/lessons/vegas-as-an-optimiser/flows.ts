import type { Names } from '../../../web/lessons/lesson';

/** The five flows of Low's single link as lessons name them, by their names in the paper. */
export const FIVE_FLOWS: Names = {
  '1a': 'near',
  '2a': 'near twin',
  '3a': 'middle',
  '4a': 'distant',
  '5a': 'far',
};

/** The senders' hosts in its drawings, likewise. */
export const FIVE_HOSTS: Names = {
  Host1a: 'near',
  Host2a: 'twin',
  Host3a: 'middle',
  Host4a: 'distant',
  Host5a: 'far',
};

/** Their round trips without a queue, ms. */
export const LATENCIES_MS = [15, 15, 20, 30, 40];
