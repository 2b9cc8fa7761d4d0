/** The order of the course: its chapters, and their lessons. */
import { t } from '../base/words/words';

export interface Chapter {
  /** Its name in addresses. */
  name: string;
  title(): string;
  /** Names of its lessons in order. A lesson's number is its place in all chapters. */
  lessons: readonly string[];
}

export const CHAPTERS: readonly Chapter[] = [
  {
    name: 'network',
    title: () => t('Reading the network'),
    lessons: ['packets-on-a-pipe', 'reading-a-trace', 'two-seconds', 'the-other-end'],
  },
  {
    name: 'vegas',
    title: () => t('Vegas'),
    lessons: ['listening-to-the-queue', 'utilisation-delay-drops', 'head-to-head'],
  },
  {
    name: 'evidence',
    title: () => t('Is it better?'),
    lessons: ['is-it-significant', 'vegas-in-parts', 'one-to-four-drops', 'in-a-real-kernel'],
  },
  {
    name: 'theory',
    title: () => t('The theory'),
    lessons: [
      'vegas-as-an-optimiser',
      'many-links',
      'red-and-long-paths',
      'persistent-congestion',
      'rem',
      'how-much-buffer',
    ],
  },
  {
    name: 'today',
    title: () => t('Wireless, trials and today'),
    lessons: ['was-it-congestion', 'on-trial', 'recovery-does-the-work', 'since-then', 'you-are-the-window'],
  },
  { name: 'appendix', title: () => t('Appendix'), lessons: ['a-network-in-one-room'] },
];

/**
 * Lessons that have become part of another one, by name. They're off the course, but their addresses, frames, assignments and codes open
 * what they always opened.
 */
export const FORMER: Readonly<Record<string, string>> = { 'what-the-time-was-saved-on': 'two-seconds' };
