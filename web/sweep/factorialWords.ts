/** Names of factors' effects, and a sentence about them. */
import { formatPercent } from '../base/words/format';
import { t } from '../base/words/words';
import type { Effect, Factorial } from './factorial';

/** A factor's letter in tables: A, B, C. */
export function factorLetter(place: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + place);
}

/** "A", "AC"; "mean" for no factors. */
export function effectName(factors: number, count: number): string {
  const letters = Array.from({ length: count }, (_, bit) => ((factors >> bit) & 1 ? factorLetter(bit) : ''));
  return letters.join('') || 'mean';
}

/** Describes each effect's share of the variation; pass the largest first. */
export function factorialInWords(effects: readonly Effect[], { error }: Factorial, count: number): string {
  const [first, second] = effects;
  if (!first || first.variation === null || error === null)
    return t('Nothing varies: neither the factors nor the seed change this metric.');
  const name = ({ factors }: Effect) => {
    const letters = effectName(factors, count);
    return letters.length > 1 ? t('the interaction {letters}', { letters }) : letters;
  };
  const values = {
    first: name(first),
    share: formatPercent(first.variation),
    seeds: formatPercent(error),
  };
  if (!second) return t('{first} explains {share} of the variation, the seeds {seeds}.', values);
  const rest = {
    second: name(second),
    next: second.variation === null ? '–' : formatPercent(second.variation),
  };
  return t('{first} explains {share} of the variation, {second} {next}, the seeds {seeds}.', {
    ...values,
    ...rest,
  });
}
