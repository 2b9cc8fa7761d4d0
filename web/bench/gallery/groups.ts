/**
 * The gallery's groups: the questions that scenarios answer. Scenarios of `content/scenarios` that no question lists are in the group "More", and
 * those of a lesson's folder in a group that is folded. So a new file appears without any change here.
 */

import { t, translated } from '../../base/words/words';
import { SCENARIO_NAMES, sourceOf, TITLES } from '../../scenario/content/scenarios';

export interface Entry {
  name: string;
  title: string;
  /** One sentence about the scenario; empty if no question lists it. */
  line: string;
  /** The paper and figure, or the lesson. */
  source: string;
  /** Senders in it, for the search. */
  senders: readonly string[];
}

export interface Group {
  /** Unique, for addresses and tests. */
  name: string;
  question: string;
  entries: readonly Entry[];
  /** True for the lessons' variants. */
  folded: boolean;
}

interface Listed {
  line(): string;
  senders: string;
}

interface Question {
  name: string;
  question(): string;
  scenarios: Readonly<Record<string, Listed>>;
}

const QUESTIONS: readonly Question[] = [
  {
    name: 'stall',
    question: () => t('Why does Reno stall?'),
    scenarios: {
      'ahn-fig1-rr': {
        line: () => t('Slow start overflows the buffer. Reno repairs two losses and waits for its timer.'),
        senders: 'reno',
      },
      'ahn-fig1-vr': {
        line: () => t('The same path with Vegas: it notices the growing queue and drops nothing.'),
        senders: 'vegas',
      },
      'ahn-fig1-rt': {
        line: () => t('A Tahoe receiver sends few duplicate ACKs, so almost every loss costs a timeout.'),
        senders: 'reno',
      },
      'ahn-fig1-vt': {
        line: () => t('Vegas with a Tahoe receiver. Without losses the receiver makes no difference.'),
        senders: 'vegas',
      },
      'ahn-fig2': {
        line: () =>
          t('The first six seconds next to a competitor: several drops, one fast retransmit, one timeout.'),
        senders: 'reno',
      },
    },
  },
  {
    name: 'fair',
    question: () => t('Is it fair?'),
    scenarios: {
      'ahn-fig3': {
        line: () => t('Two Vegas flows share a link with a short queue.'),
        senders: 'vegas',
      },
      'low-one-link': {
        line: () => t('Five Vegas flows with different round trips get the same rate.'),
        senders: 'vegas-pf',
      },
      'low-late-comers': {
        line: () => t('Each newcomer mistakes the queue for a longer path and takes more than its share.'),
        senders: 'vegas-wpf',
      },
      'low-rem': {
        line: () =>
          t(
            'The link reports congestion with marks. The queue stays short, and latecomers get an equal share.',
          ),
        senders: 'vegas-rem',
      },
      'ahn-table1-5ts': {
        line: () => t("Five Tahoe transfers fill the buffer. Vegas backs off; Reno doesn't."),
        senders: 'reno vegas tahoe',
      },
      'ahn-table1-5vs': {
        line: () => t('Five Vegas transfers leave room in the buffer, and Reno takes it.'),
        senders: 'reno vegas',
      },
    },
  },
  {
    name: 'loss',
    question: () => t('What does random loss do?'),
    scenarios: {
      'veno-fig5': {
        line: () => t('One packet in a hundred is lost on the radio. Veno treats most losses as random.'),
        senders: 'veno',
      },
      'veno-side-by-side': {
        line: () =>
          t('Two Veno and three Reno flows share a link. Add random loss and see which keep their rate.'),
        senders: 'veno reno',
      },
      'since-then.lossy': {
        line: () => t('Choose a sender for a link that loses packets by chance: CUBIC, BBR or Vegas.'),
        senders: 'cubic',
      },
    },
  },
  {
    name: 'recovery',
    question: () => t('How are lost segments repaired?'),
    scenarios: {
      'fall-floyd-1': {
        line: () => t('One drop in one window. Reno, NewReno and SACK recover equally well.'),
        senders: 'tahoe reno newreno sack',
      },
      'fall-floyd-2': {
        line: () => t('Two drops. Reno halves its window twice.'),
        senders: 'tahoe reno newreno sack',
      },
      'fall-floyd-3': {
        line: () => t('Three drops. Reno has to wait for its timer.'),
        senders: 'tahoe reno newreno sack',
      },
      'fall-floyd-4': {
        line: () => t('Four drops. SACK needs one round trip, NewReno four, and Tahoe beats Reno.'),
        senders: 'tahoe reno newreno sack',
      },
    },
  },
  {
    name: 'buffer',
    question: () => t('How much buffer is enough?'),
    scenarios: {
      'low-buffer': {
        line: () => t('Three Vegas flows need room for a few packets each. Reno fills any buffer.'),
        senders: 'vegas',
      },
      'low-buffer-loaded': {
        line: () => t('The same flows with background traffic that comes and goes.'),
        senders: 'vegas reno',
      },
    },
  },
  {
    name: 'path',
    question: () => t('What if the path is long, or changes?'),
    scenarios: {
      'longer-path': {
        line: () => t('The path gets longer after 15 s. Vegas mistakes the detour for a queue.'),
        senders: 'vegas reno',
      },
      'veno-reverse-path': {
        line: () => t('ACKs wait on a slow way back. Vegas mistakes their wait for a queue of its own data.'),
        senders: 'reno veno vegas',
      },
      'low-chain': {
        line: () => t('Six Vegas flows over three links. The flow over all three gets the least.'),
        senders: 'vegas-pf',
      },
      'since-then.far': {
        line: () => t('A path of 100 Mbit/s and 100 ms holds 833 packets in flight. Choose a sender.'),
        senders: 'cubic',
      },
    },
  },
  {
    name: 'many',
    question: () => t('What happens in a crowd?'),
    scenarios: {
      'ahn-table1-load': {
        line: () => t('Reno and Vegas take turns among twenty sources that come and go.'),
        senders: 'reno vegas tahoe',
      },
      'ahn-table1-both-ways': {
        line: () => t('Traffic runs both ways, so ACKs wait behind data.'),
        senders: 'reno vegas tahoe',
      },
      'martin-emory': {
        line: () => t('Reno, Vegas and NewReno next to web traffic on the Emory path.'),
        senders: 'reno vegas newreno',
      },
      'martin-asu': {
        line: () => t('The same three senders on the more congested ASU path.'),
        senders: 'reno vegas newreno',
      },
      'ahn-live': {
        line: () => t('Forty transfers take turns on a stand-in for the live Internet.'),
        senders: 'reno vegas',
      },
    },
  },
  {
    name: 'today',
    question: () => t("What do today's senders do?"),
    scenarios: {
      'since-then.pair': {
        line: () => t('BBR and Reno share a link. How they share depends on the buffer.'),
        senders: 'sack bbr',
      },
      'since-then.path': {
        line: () => t('CUBIC alone with a deep buffer. Switch to BBR and watch the queue.'),
        senders: 'cubic',
      },
      'cardwell-dummynet': {
        line: () => t('Linux on an emulated path: NewReno, FACK, and Vegas with either.'),
        senders: 'newreno',
      },
    },
  },
  {
    name: 'trust',
    question: () => t('Is the emulated path right?'),
    scenarios: {
      'ahn-emulator': {
        line: () =>
          t('A ping, a blast and a full buffer: the checks that the authors ran on their emulator.'),
        senders: 'reno',
      },
    },
  },
];

/** Every scenario of the lab, each in one group. */
export function gallery(names: readonly string[] = SCENARIO_NAMES): Group[] {
  const listed = new Set(QUESTIONS.flatMap(({ scenarios }) => Object.keys(scenarios)));
  const others = names.filter((name) => !listed.has(name));
  const groups = [
    ...QUESTIONS.map(({ name, question, scenarios }) => ({
      name,
      question: question(),
      folded: false,
      entries: Object.entries(scenarios).map(([one, { line, senders }]) =>
        entryOf(one, line(), senders.split(' ')),
      ),
    })),
    {
      name: 'more',
      question: t('More'),
      folded: false,
      entries: others.filter((name) => !isOfLesson(name)).map((name) => entryOf(name)),
    },
    {
      name: 'lessons',
      question: t('From the lessons'),
      folded: true,
      entries: others.filter(isOfLesson).map((name) => entryOf(name)),
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** True for a scenario in a lesson's folder: `rem.two-links`. */
function isOfLesson(name: string): boolean {
  return name.includes('.');
}

function entryOf(name: string, line = '', senders: readonly string[] = []): Entry {
  return { name, title: TITLES.get(name) ?? name, line, senders, source: translated(sourceOf(name)) };
}

/** The groups with only the entries that match every word of a search. A lesson's variants that match are unfolded. */
export function searched(groups: readonly Group[], search: string): Group[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...groups];
  return groups
    .map((group) => ({
      ...group,
      folded: false,
      entries: group.entries.filter((entry) => {
        const { name, title, line, source, senders } = entry;
        const text = plain([name, title, line, source, group.question, ...senders].join(' '));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Lower case, without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The scenario after or before another in the gallery, without the lessons' variants. From the ends it goes around; null if the other isn't in it. */
export function neighbor(name: string, by: 1 | -1): string | null {
  const names = gallery()
    .filter(({ folded }) => !folded)
    .flatMap(({ entries }) => entries.map((entry) => entry.name));
  const place = names.indexOf(name);
  return place < 0 ? null : (names.at((place + by) % names.length) ?? null);
}
