/** Names of blocks on the authoring page. */

import { t } from '../../base/words/words';
import type { Block } from '../../lessons/copy/format';

export const KIND_WORDS: Readonly<Record<Block['kind'], () => string>> = {
  text: () => t('Text'),
  step: () => t('Step'),
  predict: () => t('Prediction'),
  check: () => t('Task'),
  experiment: () => t('Experiment'),
  fold: () => t('Fold'),
  notebook: () => t('Lab notebook'),
  reading: () => t('Further reading'),
  note: () => t('Model and assumptions'),
  part: () => t('Picture or table'),
};

/** "Step first-ack": unique on the page, for screen readers. */
export function blockTitle(block: Block, number: number): string {
  return 'id' in block
    ? t('{number}. {kind} {id}', { number, kind: KIND_WORDS[block.kind](), id: block.id })
    : t('{number}. {kind}', { number, kind: KIND_WORDS[block.kind]() });
}
