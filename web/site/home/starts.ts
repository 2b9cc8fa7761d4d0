/** Scenarios to start from. content/home.json says what each runs, for its picture and for its link. */
import home from '../../../content/home.json';
import { t } from '../../base/words/words';
import { putChanges } from '../../run/share/address';
import { benchAddress } from '../../run/share/route';
import type { Atom } from '../../scenario/changes';

interface Start {
  name: keyof typeof home;
  question(): string;
  shows(): string;
}

export const STARTS: readonly Start[] = [
  {
    name: 'experiment-stall',
    question: () => t('Why does Reno stall?'),
    shows: () => t('Figure 1 of the paper: one transfer, one timeout, two lost seconds.'),
  },
  {
    name: 'experiment-share',
    question: () => t('Do two flows share fairly?'),
    shows: () => t('Two transfers meet at one router.'),
  },
  {
    name: 'experiment-loss',
    question: () => t('What if the link loses packets?'),
    shows: () => t('CUBIC on a path with random loss.'),
  },
  {
    name: 'experiment-today',
    question: () => t('CUBIC or BBR?'),
    shows: () => t("Today's two senders on one link."),
  },
  {
    name: 'experiment-late',
    question: () => t('Who gets more, early or late?'),
    shows: () => t('Five Vegas flows start 20 seconds apart.'),
  },
  {
    name: 'experiment-path',
    question: () => t('What if the path gets longer?'),
    shows: () => t('Vegas and Reno when the delay changes during a run.'),
  },
];

/** The bench with the scenario of a picture. */
export function addressOf(name: keyof typeof home): string {
  const { scenario, set = {} }: { scenario: string; set?: Record<string, Atom> } = home[name];
  const query = new URLSearchParams();
  putChanges(query, Object.entries(set));
  return [benchAddress(scenario), ...(query.size > 0 ? [query] : [])].join('&');
}
