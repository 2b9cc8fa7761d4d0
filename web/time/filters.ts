/** What the reader may step by and list. */
export type Filter = 'all' | 'telling' | 'losses' | 'repairs' | 'timeouts' | 'decisions';

/** In the words of a choice, and of a sentence that says that there is none. */
export const FILTERS: { filter: Filter; label: string; one: string }[] = [
  { filter: 'all', label: 'every event', one: 'event' },
  { filter: 'telling', label: 'all but plain segments and ACKs', one: 'such event' },
  { filter: 'losses', label: 'losses', one: 'loss' },
  { filter: 'repairs', label: 'retransmissions', one: 'retransmission' },
  { filter: 'timeouts', label: 'timeouts', one: 'timeout' },
  { filter: 'decisions', label: 'window decisions', one: 'window decision' },
];

/** The keys that step by one of them whatever is chosen; with Shift they step back. */
export const FILTER_KEYS: Record<string, Filter> = {
  l: 'losses',
  r: 'repairs',
  t: 'timeouts',
  d: 'decisions',
};
