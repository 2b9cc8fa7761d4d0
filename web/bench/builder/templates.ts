/** Networks to start from, for any number of flows. Their rates and buffers are chosen so that queues fill within seconds. */

import { plural, t } from '../../base/words/words';
import type { Catalogue, Scenario } from '../../engine/schema';
import { withDefaults } from './defaults';
import type { Link } from './draft';
import { newFlow, newLink } from './operations';

/** A template's own choices for a network; the schema's defaults fill in the rest. */
interface Plan {
  /** The scenario's short name. */
  name: string;
  links: (Partial<Link> & Pick<Link, 'from' | 'to'>)[];
  /** The ends of each flow. */
  flows: [from: string, to: string][];
}

export interface Template {
  id: string;
  title(): string;
  about(): string;
  /** Number of flows: by default, and the allowed range. */
  flows: number;
  least: number;
  most: number;
  plan(flows: number): Plan;
}

/** The preset of every flow, until the user chooses another. */
const SENDER = 'reno';
const DURATION_S = 30;
/** Time between the starts of two flows, s. */
const STAGGER_S = 1;

const packets = (limit_packets: number): Link['queue'] => ({ kind: 'drop_tail_packets', limit_packets });

/** A link to a host, which never loses a packet. */
const access = (from: string, to: string) => ({
  from,
  to,
  rate_bps: 10_000_000,
  delay_ms: 1,
  queue: packets(1_000),
});

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const chain: Template = {
  id: 'chain',
  title: () => t('Chain'),
  about: () => t('One sender and one receiver behind three routers. The middle link is the bottleneck.'),
  flows: 1,
  least: 1,
  most: 6,
  plan: (flows) => ({
    name: 'chain',
    links: [
      access('S', 'R1'),
      { from: 'R1', to: 'R2', rate_bps: 1_000_000, delay_ms: 20, queue: packets(15) },
      { from: 'R2', to: 'R3', rate_bps: 5_000_000, delay_ms: 10, queue: packets(50) },
      access('R3', 'D'),
    ],
    flows: numbers(flows).map(() => ['S', 'D']),
  }),
};

const dumbbell: Template = {
  id: 'dumbbell',
  title: () => t('Dumbbell'),
  about: () => t('Each flow has a sender and a receiver of its own. All share one link.'),
  flows: 2,
  least: 1,
  most: 8,
  plan: (flows) => ({
    name: 'dumbbell',
    links: [
      ...numbers(flows).map((n) => access(`S${n}`, 'R1')),
      { from: 'R1', to: 'R2', rate_bps: 2_000_000, delay_ms: 20, queue: packets(25) },
      ...numbers(flows).map((n) => access('R2', `D${n}`)),
    ],
    flows: numbers(flows).map((n) => [`S${n}`, `D${n}`]),
  }),
};

const parkingLot: Template = {
  id: 'parking-lot',
  title: () => t('Parking lot'),
  about: () =>
    t('The first flow crosses every link between the routers. Each other flow crosses one of them.'),
  flows: 4,
  least: 2,
  most: 8,
  plan: (flows) => {
    const hops = numbers(flows - 1);
    return {
      name: 'parking-lot',
      links: [
        access('S1', 'R1'),
        ...hops.map((n) => ({
          from: `R${n}`,
          to: `R${n + 1}`,
          rate_bps: 2_000_000,
          delay_ms: 10,
          queue: packets(20),
        })),
        access(`R${flows}`, 'D1'),
        ...hops.flatMap((n) => [access(`S${n + 1}`, `R${n}`), access(`R${n + 1}`, `D${n + 1}`)]),
      ],
      flows: numbers(flows).map((n) => [`S${n}`, `D${n}`]),
    };
  },
};

/** The routers at which a flow of the two bottlenecks enters and leaves: both links, the first alone, the second alone, and again. */
const CROSSINGS = [
  ['R1', 'R3'],
  ['R1', 'R2'],
  ['R2', 'R3'],
] as const;

const twoBottlenecks: Template = {
  id: 'two-bottlenecks',
  title: () => t('Two bottlenecks'),
  about: () => t('The first flow crosses two slow links. The second and third cross one of them each.'),
  flows: 3,
  least: 1,
  most: 6,
  plan: (flows) => {
    const crossing = (n: number) => CROSSINGS[(n - 1) % CROSSINGS.length] ?? CROSSINGS[0];
    return {
      name: 'two-bottlenecks',
      links: [
        ...numbers(flows).map((n) => access(`S${n}`, crossing(n)[0])),
        { from: 'R1', to: 'R2', rate_bps: 2_000_000, delay_ms: 15, queue: packets(20) },
        { from: 'R2', to: 'R3', rate_bps: 1_500_000, delay_ms: 15, queue: packets(20) },
        ...numbers(flows).map((n) => access(crossing(n)[1], `D${n}`)),
      ],
      flows: numbers(flows).map((n) => [`S${n}`, `D${n}`]),
    };
  },
};

/** A path that ends on a radio link with these losses on the way to the device. */
const wireless = (loss: Link['loss'], texts: Pick<Template, 'id' | 'title' | 'about'>): Template => ({
  ...texts,
  flows: 1,
  least: 1,
  most: 6,
  plan: (flows) => ({
    name: texts.id,
    links: [
      ...numbers(flows).map((n) => access(`S${n}`, 'R1')),
      { from: 'R1', to: 'AP', rate_bps: 10_000_000, delay_ms: 25, queue: packets(100) },
      {
        from: 'AP',
        to: 'D',
        rate_bps: 2_000_000,
        delay_ms: 2,
        queue: packets(30),
        loss,
        back: { rate_bps: null, delay_ms: null, clock_us: null, queue: null, loss: { kind: 'none' } },
      },
    ],
    flows: numbers(flows).map((n) => [`S${n}`, 'D']),
  }),
});

export const TEMPLATES: readonly Template[] = [
  chain,
  dumbbell,
  parkingLot,
  twoBottlenecks,
  wireless(
    { kind: 'bernoulli', rate: 0.01, placement: 'entry' },
    {
      id: 'wireless-random',
      title: () => t('Wireless last hop, random loss'),
      about: () => t('A radio link to the receiver loses 1 % of the packets at random.'),
    },
  ),
  wireless(
    {
      kind: 'gilbert_elliott',
      p_bad: 0.002,
      p_good: 0.2,
      loss_good: 0,
      loss_bad: 1,
      placement: 'entry',
    },
    {
      id: 'wireless-bursty',
      title: () => t('Wireless last hop, bursty loss'),
      about: () => t('A radio link to the receiver loses bursts of five packets on average.'),
    },
  ),
];

/** A network without nodes, for those who build everything themselves. */
export function emptyScenario(catalogue: Catalogue): Scenario {
  const scenario = { name: 'network', title: t('Your network'), seed: 1, duration_s: DURATION_S };
  return withDefaults(catalogue.scenario, scenario, catalogue) as unknown as Scenario;
}

/** The number of flows, within the template's range. */
export function flowsWithin({ least, most }: Template, flows: number): number {
  return Math.min(most, Math.max(least, flows));
}

/** A scenario with every default filled in. */
export function scenarioFrom(template: Template, wanted: number, catalogue: Catalogue): Scenario {
  const count = flowsWithin(template, wanted);
  const { name, links, flows } = template.plan(count);
  const scenario = {
    name,
    title: plural(count, '{title}, {n} flow', '{title}, {n} flows', { title: template.title() }),
    seed: 1,
    duration_s: DURATION_S,
    links: links.map((link) => newLink(catalogue, link)),
    flows: flows.map(([from, to], index) =>
      newFlow(catalogue, SENDER, {
        name: index === 0 ? SENDER : `${SENDER} ${index + 1}`,
        from,
        to,
        start_s: index * STAGGER_S,
      }),
    ),
  };
  return withDefaults(catalogue.scenario, scenario, catalogue) as unknown as Scenario;
}
