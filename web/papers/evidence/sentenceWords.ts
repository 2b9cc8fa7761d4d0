/** Texts for the sentences of RFCs: verdicts, and what must be seen at a moment. */

import { formatPlain } from '../../base/words/format';
import { t } from '../../base/words/words';
import {
  type Moment,
  type Sentence,
  type SentenceVerdict,
  shownIn,
} from '../../scenario/content/evidence/sentences';

/** A sign for each verdict, so that verdicts differ by more than color. */
export const SENTENCE_SIGNS: Record<SentenceVerdict, string> = { holds: '✓', switch: '◐', differs: '✗' };

export const SENTENCE_VERDICT_WORDS: Record<SentenceVerdict, () => string> = {
  holds: () => t('holds'),
  switch: () => t('holds with a switch'),
  differs: () => t('doesn’t hold'),
};

const rangeInWords = (from: number, to: number) => (from === to ? `${from}` : `${from}–${to}`);

/** Numbers of segments, in order: "1–4, 7". */
export function numbersInWords(numbers: readonly number[]): string {
  const stretches: [number, number][] = [];
  for (const number of numbers) {
    const last = stretches.at(-1);
    if (last !== undefined && last[1] + 1 === number) last[1] = number;
    else stretches.push([number, number]);
  }
  return stretches.map(([from, to]) => rangeInWords(from, to)).join(', ');
}

const LISTS: readonly {
  list: 'new' | 'fast' | 'timeout' | 'acks' | 'marked';
  words(numbers: string): string;
}[] = [
  { list: 'new', words: (numbers) => t('sends {numbers}', { numbers }) },
  { list: 'fast', words: (numbers) => t('retransmits {numbers}', { numbers }) },
  { list: 'timeout', words: (numbers) => t('timer retransmits {numbers}', { numbers }) },
  { list: 'acks', words: (numbers) => t('receiver acknowledges {numbers}', { numbers }) },
  { list: 'marked', words: (numbers) => t('marks {numbers}', { numbers }) },
];

const VALUES = [
  ['cwnd', 'cwnd'],
  ['ssthresh', 'ssthresh'],
  ['srtt_ms', 'SRTT'],
  ['rto_ms', 'RTO'],
] as const;

/** The events at a moment in words: "sends 4–5, cwnd 5". */
export function momentInWords(moment: Moment): string {
  const lists = LISTS.flatMap(({ list, words }) => {
    const numbers = moment[list] ?? [];
    return numbers.length === 0 ? [] : [words(numbersInWords(numbers))];
  });
  const blocks = (moment.sacks ?? []).map(([, from, to]) => rangeInWords(from, to - 1));
  if (blocks.length > 0) lists.push(t('receiver reports {blocks}', { blocks: blocks.join('; ') }));
  const values = VALUES.flatMap(([name, label]) => {
    const value = moment[name];
    if (value === undefined) return [];
    if (value === null) return [`${label} ${name === 'ssthresh' ? '∞' : '–'}`];
    return [`${label} ${formatPlain(value)}${name.endsWith('_ms') ? ' ms' : ''}`];
  });
  return [...lists, ...values].join(', ') || t('nothing');
}

/** The moment that a run of a sentence leads to, in seconds. */
export function momentOf(sentence: Sentence, switched: boolean): number | null {
  const moment = shownIn(sentence, switched).at(-1);
  return moment === undefined ? null : moment.at_ms / 1000;
}
