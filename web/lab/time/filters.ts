/** Filters for stepping through events and listing them. */

import { t } from '../../base/words/words';
import type { Filter } from '../../run/event';
import type { ViewState } from '../../run/view';

/** The events to step through and to list. */
export const FILTER: ViewState<Filter> = { usual: 'all', until: 'address' };

/** `label` is for menus; `one` is for the sentence that there is no such event. */
export const FILTERS: { filter: Filter; label(): string; one(): string }[] = [
  { filter: 'all', label: () => t('every event'), one: () => t('event') },
  { filter: 'notable', label: () => t('all but plain segments and ACKs'), one: () => t('notable event') },
  { filter: 'losses', label: () => t('losses'), one: () => t('loss') },
  { filter: 'repairs', label: () => t('retransmissions'), one: () => t('retransmission') },
  { filter: 'timeouts', label: () => t('timeouts'), one: () => t('timeout') },
  { filter: 'decisions', label: () => t('window decisions'), one: () => t('window decision') },
];

/** Keys that step by a filter whichever is chosen. With Shift they step back. */
export const FILTER_KEYS: Record<string, Filter> = {
  l: 'losses',
  r: 'repairs',
  t: 'timeouts',
  d: 'decisions',
};
