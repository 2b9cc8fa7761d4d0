/** The titles of the details' tabs; loaded with what shows them. */
import { t } from '../base/words/words';
import type { DetailsTab } from './useDetails';

export const DETAILS_TITLES: Readonly<Record<DetailsTab, () => string>> = {
  results: () => t('Results'),
  comparison: () => t('Comparison'),
  events: () => t('Events'),
  paper: () => t('Paper'),
  capture: () => t('Capture'),
  about: () => t('About'),
  json: () => t('JSON'),
  sound: () => t('Sound'),
};
