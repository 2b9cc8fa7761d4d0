/** The stops of the demo for a lecture: a step of a lesson's stage each, with a sentence and the minutes to spend on it. */
import { t } from '../../base/words/words';

export interface Stop {
  lesson: string;
  step: string;
  minutes: number;
  says(): string;
}

export const STOPS: readonly Stop[] = [
  {
    lesson: 'packets-on-a-pipe',
    step: 'full',
    minutes: 1,
    says: () =>
      t('With too few packets under way, the slow link rests. With too many, they wait in front of it.'),
  },
  {
    lesson: 'reading-a-trace',
    step: 'grows',
    minutes: 1,
    says: () =>
      t('Reno doesn’t know the path. It starts with one segment, and its window grows faster and faster.'),
  },
  {
    lesson: 'two-seconds',
    step: 'stops',
    minutes: 1,
    says: () =>
      t('Then the buffer overflows. The repair runs dry, and Reno waits for a timer on an empty path.'),
  },
  {
    lesson: 'listening-to-the-queue',
    step: 'asks',
    minutes: 1,
    says: () =>
      t('A long queue makes the round trip long. Vegas compares each one with the shortest it has seen.'),
  },
  {
    lesson: 'head-to-head',
    step: 'squeeze',
    minutes: 1,
    says: () => t('Next to Reno, Vegas gives way: it slows down for a queue that Reno keeps filling.'),
  },
  {
    lesson: 'is-it-significant',
    step: 'vegas',
    minutes: 1,
    says: () =>
      t('Vegas won this afternoon. One run shows little, because other traffic comes and goes. Run pairs.'),
  },
  {
    lesson: 'vegas-in-parts',
    step: 'start',
    minutes: 1,
    says: () => t('Vegas changes three parts of Reno. On this path, its slow start saves most of the time.'),
  },
  {
    lesson: 'rem',
    step: 'stairs',
    minutes: 1,
    says: () =>
      t('Each new Vegas flow adds to the queue. The wait is a price that tells all of them to slow down.'),
  },
  {
    lesson: 'was-it-congestion',
    step: 'radio',
    minutes: 1,
    says: () =>
      t('A radio loses segments by chance. Reno takes each loss for congestion, and halves its window.'),
  },
  {
    lesson: 'since-then',
    step: 'bbr',
    minutes: 1,
    says: () => t('CUBIC and BBR came later. The questions stay: who fills the queue, and who waits in it?'),
  },
];
