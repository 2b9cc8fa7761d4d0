/** Messages about the outcome of an export. */
import { t } from '../words/words';

export function handedOver(name: string): string {
  return t('{name} was handed to your browser.', { name });
}

export function notMade(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return t('No file was made: {why}', { why });
}
