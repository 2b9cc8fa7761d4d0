/** Finds fields by what people call them: by label, name, description, or another word for the same thing. */
import { t } from '../base/words/words';

/** Words for the same thing, one group a line. A query that begins one of them finds the others. */
function synonyms(): string[][] {
  return [
    t('buffer, queue, queue limit, queue size, router memory'),
    t('bandwidth, rate, capacity, speed, throughput'),
    t('rtt, delay, latency, propagation, ping'),
    t('window, cwnd, rwnd, ssthresh'),
    t('mss, smss, segment size, packet size, mtu'),
    t('timeout, timer, rto, tick'),
    t('loss, drop, error, lossy, wireless'),
    t('sender, algorithm, preset, variant, congestion control'),
    t('delayed ack, acknowledgment, receiver'),
    t('random, seed, jitter'),
    t('length, duration, end, stop'),
    t('file, transfer, traffic, bytes to send'),
    t('aqm, red, rem, drop-tail, queue discipline'),
    t('duplicate ack, dupack, fast retransmit, detection'),
    t('trace, recording, rows'),
    t('copies, number of flows, users'),
  ].map((line) => line.split(',').map((word) => word.trim().toLowerCase()));
}

/** A field's texts for a search: `names` are its label, code name and path, `about` is longer text. */
export interface Findable {
  names: string;
  about: string;
}

/**
 * A test for fields that match a query: by their names or a synonym of the query, or by their descriptions. Each word of the query must be
 * found.
 */
export function matcher(query: string): (field: Findable) => 'named' | 'mentioned' | null {
  const typed = query.trim().toLowerCase();
  const groups = synonyms();
  const phrase = othersFor(typed, groups);
  const words = typed.split(/\s+/).map((word) => ({ word, others: othersFor(word, groups) }));
  return ({ names, about }) => {
    const own = spaced(names);
    const all = `${own} ${spaced(about)}`;
    const isIn = (text: string) =>
      words.every(({ word, others }) => text.includes(word) || others.some((other) => has(own, other)));
    if (phrase.some((other) => has(own, other)) || isIn(own)) return 'named';
    return isIn(all) ? 'mentioned' : null;
  };
}

/** The items that a query names; if it names none, those whose descriptions mention it. */
export function bestMatches<Item>(
  items: readonly Item[],
  query: string,
  findable: (item: Item) => Findable,
): Item[] {
  const match = matcher(query);
  const found = items.map((item) => ({ item, how: match(findable(item)) }));
  const needed = found.some(({ how }) => how === 'named') ? 'named' : 'mentioned';
  return found.flatMap(({ item, how }) => (how === needed ? [item] : []));
}

/** All synonyms of the words in a field's names. */
export function synonymsOf(names: string): string[] {
  const own = spaced(names);
  return synonyms().flatMap((group) => (group.some((word) => has(own, word)) ? group : []));
}

/** Names with and without underscores, so that both ways of typing find them. */
function spaced(text: string): string {
  const lower = text.toLowerCase();
  return lower.includes('_') ? `${lower} ${lower.replaceAll('_', ' ')}` : lower;
}

/** True if the text has the whole word. */
function has(text: string, word: string): boolean {
  return ` ${text.replace(/[^\p{L}\p{N}-]+/gu, ' ')} `.includes(` ${word} `);
}

/** Shortest beginning of a synonym that counts. */
const SHORTEST = 3;

function othersFor(word: string, groups: readonly string[][]): string[] {
  if (word.length < SHORTEST) return [];
  return groups.filter((group) => group.some((one) => one.startsWith(word))).flat();
}
