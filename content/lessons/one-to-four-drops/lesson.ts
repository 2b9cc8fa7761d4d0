/** Chosen drops from one window: how Reno, NewReno, SACK and Vegas repair them, and which losses only the timer repairs. */
import type { Arm, Control, Lesson } from '../../../web/lessons/lesson';
import { completedAt, cwndOf, flowOf, segmentsOf, valueAt } from '../../../web/lessons/observe';
import type { SegmentKind } from '../../../web/run/series';
import type { Run } from '../../../web/run/trace';
import { kindOf } from '../../../web/scenario/path';

const SENDERS = { reno: 'Reno', newreno: 'NewReno', sack: 'SACK', vegas: 'Vegas' } as const;
type Name = keyof typeof SENDERS;

/** Changes that drop the first of the four listed segments; the others are only marked. */
const dropping = (drops: number): Record<string, string> =>
  Object.fromEntries([0, 1, 2, 3].map((place) => [`drops.${place}.effect`, place < drops ? 'drop' : 'mark']));
/** Changes that put the drops elsewhere. */
const at = (...segments: number[]): Record<string, number> =>
  Object.fromEntries(segments.map((segment, place) => [`drops.${place}.segment`, segment]));

/** Changes that drop these segments besides the first. */
const alsoDropping = (...segments: number[]): Record<string, string | number> =>
  Object.fromEntries(
    segments.flatMap((segment, place) => [
      [`drops.${place + 1}.segment`, segment],
      [`drops.${place + 1}.effect`, 'drop'],
    ]),
  );

const arm = (label: string, sender: Name, set: Arm['set'] = {}): Arm => ({
  label,
  scenario: 'one-to-four-drops.window',
  set: { 'flows.0.sender.preset': sender, ...set },
});
const arms = (names: readonly Name[], set: Arm['set']): Record<string, Arm> =>
  Object.fromEntries(names.map((name) => [name, arm(SENDERS[name], name, set)]));

const PRESET: Control = { path: 'flows.0.sender.preset', label: 'sender' };
const ANY_SENDER: Control = { ...PRESET, choices: Object.keys(SENDERS) };
/** The window of 25 segments that begins with the one that Reno loses. */
const WINDOW = [45, 69] as const;

const REPAIRS: SegmentKind[] = ['retransmit_fast', 'retransmit_early'];
const times = (run: Run, ...kinds: SegmentKind[]) =>
  kinds.flatMap((kind) => segmentsOf(run, kind).map(({ time_s }) => time_s)).sort((a, b) => a - b);
const repairs = (run: Run) => times(run, ...REPAIRS);
const timeouts = (run: Run) => flowOf(run).coarse_timeouts;
const expires = (run: Run) => times(run, 'retransmit_timeout')[0];
/** Seconds from the first repair to the last. */
const takes = (run: Run) => (repairs(run).at(-1) ?? Number.NaN) - (repairs(run)[0] ?? Number.NaN);
/** The last time the sender sends anything before its timer expires, s. */
const silentFrom = (run: Run) =>
  times(run, 'send', ...REPAIRS).findLast((time) => time < (expires(run) ?? 0));
/** The last ACK before the timer expires, s. */
const lastAck = (run: Run) => times(run, 'ack', 'dup_ack').findLast((time) => time < (expires(run) ?? 0));
const silence = (run: Run) => (expires(run) ?? Number.NaN) - (silentFrom(run) ?? Number.NaN);
/** cwnd just before the first repair, segments. */
const windowBefore = (run: Run) => valueAt(cwndOf(run), (repairs(run)[0] ?? Number.NaN) - 1e-6);
const duplicates = (run: Run) =>
  times(run, 'dup_ack').filter((time) => time < (expires(run) ?? Number.POSITIVE_INFINITY)).length;
/** The first ACK that says that this segment is missing, s. */
const ackOf = (run: Run, missing: number) =>
  segmentsOf(run, 'ack').find(({ seq }) => seq === missing)?.time_s;
const baseRtt = (run: Run) => Math.min(...run.trace.rows('rtts', 0).rtt_ms) / 1000;
const dropped = ({ scenario }: Run) => (scenario.drops ?? []).filter(({ effect }) => effect === 'drop');
const recoveryOf = ({ scenario }: Run) => kindOf(scenario.flows[0]?.sender.recovery);
const nameOf = ({ scenario }: Run) => SENDERS[scenario.flows[0]?.sender.preset as Name] ?? 'your sender';
const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
const isReno = ({ scenario }: Run) => scenario.flows[0]?.sender.preset === 'reno';

const METRICS = ['flows.0.completed_at_s', 'flows.0.coarse_timeouts', 'flows.0.retransmitted_segments'];

export default {
  experiments: {
    toy: {
      kind: 'runs',
      staged: true,
      title: 'Drops of your own',
      look: 'Where do the ACKs end?',
      arms: { toy: arm('your drops', 'reno') },
      panels: ['sender-sequence'],
    },
    reno: {
      kind: 'runs',
      staged: true,
      title: 'Drops from one window',
      look: 'Where do the ACKs end?',
      arms: {
        one: arm('one drop', 'reno'),
        two: arm('two drops', 'reno', dropping(2)),
        three: arm('three drops', 'reno', dropping(3)),
        smaller: arm('two, earlier', 'reno', { ...dropping(2), ...at(15, 16) }),
        newreno: arm('NewReno', 'newreno', dropping(4)),
      },
      panels: ['sender-sequence'],
    },
    sack: {
      kind: 'runs',
      title: 'Four drops, with NewReno and with SACK',
      look: 'Compare when each of the four is retransmitted.',
      arms: arms(['newreno', 'sack'], dropping(4)),
      panels: ['sender-sequence', 'window'],
      seconds: [0.9, 1.6],
      metrics: METRICS,
    },
    vegas: {
      kind: 'runs',
      title: 'Vegas with four and with three drops',
      look: 'Look for the retransmission that comes late.',
      arms: {
        // The first run is the longest: the panels show no more seconds than it has.
        four: arm('four drops', 'vegas', dropping(4)),
        three: arm('three drops', 'vegas', dropping(3)),
      },
      panels: ['sender-sequence', 'window'],
      seconds: [1.4, 4.2],
      metrics: [...METRICS, 'flows.0.early_retransmits'],
    },
    small: {
      kind: 'runs',
      title: 'One drop from a small window',
      look: 'Look when each sender retransmits, and after how many duplicate ACKs.',
      arms: arms(['reno', 'newreno', 'sack', 'vegas'], at(3)),
      panels: ['sender-sequence'],
      seconds: [0, 2.4],
      metrics: [
        {
          label: 'duplicate ACKs in the seconds before the timer expires',
          unit: '',
          decimals: 0,
          of: duplicates,
        },
        ...METRICS,
      ],
    },
    tail: {
      kind: 'runs',
      staged: true,
      title: 'A drop that you move',
      look: 'What arrives behind the dropped segment?',
      arms: { sack: arm('SACK', 'sack', at(75)) },
      panels: ['sender-sequence'],
    },
    spread: {
      kind: 'runs',
      title: 'Vegas loses every other segment, or neighbors',
      look: 'Which retransmissions come by a duplicate ACK, and which by a check?',
      arms: {
        apart: arm('every other', 'vegas', { ...dropping(3), ...at(45, 47, 49) }),
        neighbors: arm('neighbors', 'vegas', dropping(3)),
      },
      panels: ['sender-sequence'],
      seconds: [1.4, 4.2],
      metrics: [...METRICS, 'flows.0.fast_retransmits', 'flows.0.early_retransmits'],
    },
    four: {
      kind: 'runs',
      title: 'Four drops, four senders',
      look: 'Whose window recovers first?',
      arms: {
        ...arms(['vegas', 'reno', 'newreno', 'sack'], dropping(4)),
        clean: arm('no drop', 'reno', dropping(0)),
      },
      panels: ['window'],
      metrics: METRICS,
    },
  },

  steps: {
    drops: {
      experiment: 'toy',
      panels: ['sender-sequence'],
      seconds: [0.8, 3.4],
      time: ({ of }) => expires(of('toy')) ?? flowOf(of('toy')).completed_at_s ?? undefined,
      play: true,
      from: 0.8,
      speed: 0.4,
      controls: [{ ...PRESET, choices: ['reno', 'newreno'] }],
      drops: { most: 4, segments: WINDOW },
    },
    one: {
      experiment: 'reno',
      arm: 'one',
      panels: ['sender-sequence', 'window'],
      seconds: [0.9, 1.4],
      time: ({ of }) => repairs(of('reno', 'one'))[0],
      highlight: 'duplicate_ack',
    },
    two: {
      experiment: 'reno',
      arm: 'two',
      panels: ['sender-sequence', 'window'],
      seconds: [0.9, 1.5],
      time: ({ of }) => repairs(of('reno', 'two'))[1],
      highlight: 'fast_retransmit',
    },
    three: {
      experiment: 'reno',
      arm: 'three',
      panels: ['sender-sequence', 'window'],
      seconds: [0.9, 3.2],
      time: ({ of }) => lastAck(of('reno', 'three')),
    },
    smaller: {
      experiment: 'reno',
      arm: 'smaller',
      panels: ['sender-sequence', 'window'],
      seconds: [0.6, 2.6],
      time: ({ of }) => expires(of('reno', 'smaller')),
      play: true,
      from: 0.6,
      speed: 0.4,
    },
    newreno: {
      experiment: 'reno',
      arm: 'newreno',
      panels: ['sender-sequence', 'window'],
      seconds: [0.9, 1.6],
      time: ({ of }) => repairs(of('reno', 'newreno')).at(-1),
      highlight: 'fast_retransmit',
      play: true,
      from: 0.9,
      speed: 0.1,
      controls: [{ ...PRESET, choices: ['reno', 'newreno'] }],
    },
    yours: {
      experiment: 'tail',
      panels: ['sender-sequence'],
      seconds: [0.8, 4.2],
      time: ({ of }) => expires(of('tail')) ?? flowOf(of('tail')).completed_at_s ?? undefined,
      play: true,
      from: 0.8,
      speed: 0.4,
      controls: [ANY_SENDER],
      drops: { most: 1, segments: [40, 149] },
    },
    free: {
      experiment: 'toy',
      changes: { ...dropping(4), 'flows.0.sender.preset': 'sack' },
      panels: ['sender-sequence'],
      seconds: [0.8, 4.2],
      time: ({ of }) => expires(of('toy')) ?? flowOf(of('toy')).completed_at_s ?? undefined,
      play: true,
      from: 0.8,
      speed: 0.4,
      controls: [ANY_SENDER],
      drops: { most: 4, segments: WINDOW },
    },
  },

  points: {
    repair: { time: ({ of }) => repairs(of('toy'))[0], highlight: 'fast_retransmit' },
    fast: { time: ({ of }) => repairs(of('reno', 'one'))[0], highlight: 'fast_retransmit' },
    second: { time: ({ of }) => repairs(of('reno', 'two'))[1], highlight: 'duplicate_ack' },
    // The first ACK after the repair reports the second hole.
    short: { time: ({ of }) => ackOf(of('reno', 'two'), 46), highlight: 'ack' },
    few: { time: ({ of }) => times(of('reno', 'smaller'), 'dup_ack').at(-1), highlight: 'duplicate_ack' },
    silence: { time: ({ of }) => lastAck(of('reno', 'three')), highlight: 'ack' },
    partial: { time: ({ of }) => repairs(of('reno', 'newreno'))[1], highlight: 'fast_retransmit' },
  },

  predictions: {
    sack: {
      kind: 'choice',
      question: 'Four drops again. How long does SACK take from its first repair to its last?',
      covers: ['sack'],
      options: {
        within: 'Less than a round trip',
        three: 'About three round trips, like NewReno',
        timer: 'Longer: the last one needs the timer',
      },
      answer: (runs) => {
        const run = runs.of('sack', 'sack');
        const rounds = takes(run) / baseRtt(run);
        if (timeouts(run) > 0) return 'timer';
        return rounds < 1 ? 'within' : rounds > 2.5 && rounds < 3.5 ? 'three' : '';
      },
      instead: {
        three:
          'NewReno has to wait for the ACK of each repair to learn of the next hole. What does SACK wait for?',
        timer: 'Many segments arrive behind the holes, and each brings an ACK with the whole list.',
      },
      why: (runs) =>
        `SACK needs ${takes(runs.of('sack', 'sack')).toFixed(2)} s, NewReno ${takes(runs.of('sack', 'newreno')).toFixed(2)} s. The same ACKs that report the first hole report the others.`,
    },
    vegas: {
      kind: 'choice',
      question: 'How many neighbors can Vegas lose and still do without its timer?',
      covers: ['vegas'],
      options: { fewer: 'Two at most, like Reno', three: 'Three', four: 'All four' },
      answer: (runs) => {
        if (timeouts(runs.of('vegas', 'four')) === 0) return 'four';
        return timeouts(runs.of('vegas', 'three')) === 0 ? 'three' : 'fewer';
      },
      instead: {
        fewer: 'Count the checks. Each can repair a hole without a duplicate ACK.',
        four: 'Count the checks. They aren’t repeated after a repair that a check has made.',
      },
      why: (runs) =>
        `One repair at a duplicate ACK and two at the checks make ${flowOf(runs.of('vegas', 'three')).early_retransmits}. The next hole gets no check, and too little is sent by then for duplicate ACKs to report it.`,
    },
    small: {
      kind: 'choice',
      question:
        'Reno, NewReno, SACK and Vegas each lose this one segment. Which repairs it without its timer?',
      covers: ['small'],
      options: {
        none: 'None of them',
        sack: 'Only SACK',
        vegas: 'Only Vegas',
        both: 'SACK and Vegas',
      },
      answer: (runs) => {
        const can = (['reno', 'newreno', 'sack', 'vegas'] as const).filter(
          (name) => timeouts(runs.of('small', name)) === 0,
        );
        const answers: Record<string, string> = {
          '': 'none',
          sack: 'sack',
          vegas: 'vegas',
          'sack,vegas': 'both',
        };
        return answers[can.join()] ?? '';
      },
      instead: {
        sack: 'SACK counts what has arrived behind the hole. How much can arrive there?',
        vegas: 'Vegas looks at the first duplicate ACK, but only for a segment that is overdue by then.',
        both: 'Both need something to arrive behind the hole, and Vegas needs it late.',
      },
      why: (runs) =>
        `Only what arrives behind the hole brings duplicate ACKs. Reno, NewReno and SACK get ${duplicates(runs.of('small', 'sack'))} and need three. Vegas gets ${duplicates(runs.of('small', 'vegas'))}, too early: the segment isn’t overdue yet.`,
    },
  },

  checks: {
    fewest: {
      experiment: 'toy',
      task: 'Make Reno wait for its timer, with as few drops as you can. You can drop any segments of this window: 45 to 69.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const drops = dropped(run).length;
        const found = `With ${counted(drops, 'drop')}, ${nameOf(run)} has ${counted(timeouts(run), 'timeout')} and ends at ${completedAt(run).toFixed(1)} s.`;
        if (!isReno(run)) return { passed: false, words: `${found} The task asks for Reno.` };
        if (timeouts(run) === 0)
          return {
            passed: false,
            words: `${found} It repairs ${drops < 3 ? 'that without its timer. Drop more.' : 'even these without its timer. Which ones you drop matters, too: try neighbors.'}`,
          };
        const passed = drops === 3;
        return {
          passed,
          words: `${found} ${passed ? 'Any two of this window it can still repair.' : 'Do you need all of these drops?'}`,
        };
      },
      right: alsoDropping(46, 47),
      wrong: alsoDropping(46),
    },
    tail: {
      experiment: 'tail',
      task: 'Drop a segment that SACK can repair only by its timer.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const segment = run.scenario.drops?.[0]?.segment ?? Number.NaN;
        const found = `With segment ${segment} lost, ${nameOf(run)} has ${counted(timeouts(run), 'timeout')} and gets ${counted(duplicates(run), 'duplicate ACK')}.`;
        if (recoveryOf(run) !== 'sack') return { passed: false, words: `${found} The task asks for SACK.` };
        const passed = timeouts(run) > 0;
        return {
          passed,
          words: `${found} ${passed ? 'Fewer than three segments arrive behind it.' : 'Three that arrive behind the hole are enough. Where would fewer arrive?'}`,
        };
      },
      right: { 'drops.0.segment': 148 },
      wrong: { 'drops.0.segment': 140 },
    },
  },

  claims: {
    window: { number: (runs) => windowBefore(runs.of('reno', 'one')) },
    left: {
      number: (runs) =>
        valueAt(cwndOf(runs.of('reno', 'three')), (expires(runs.of('reno', 'three')) ?? 0) - 1e-6),
    },
    flight: {
      number: (runs) => {
        const { time_s, flight } = runs.of('reno', 'three').trace.rows('windows', 0);
        return valueAt({ x: time_s, y: flight }, (expires(runs.of('reno', 'three')) ?? 0) - 1e-6);
      },
    },
    silent: { number: (runs) => silence(runs.of('reno', 'three')), unit: 's' },
    'small-window': { number: (runs) => windowBefore(runs.of('reno', 'smaller')) },
    'newreno-takes': { number: (runs) => takes(runs.of('reno', 'newreno')), unit: 's' },
    'vegas-silent': { number: (runs) => silence(runs.of('vegas', 'four')), unit: 's' },
    'spread-timeouts': { number: (runs) => timeouts(runs.of('spread', 'apart')) },
    'spread-fast': {
      holds: (runs) =>
        segmentsOf(runs.of('spread', 'apart'), 'retransmit_fast').some(({ seq }) => seq === 47),
      wrong: dropping(1),
    },
    clean: { number: (runs) => completedAt(runs.of('four', 'clean')), unit: 's' },
    'four-reno': { number: (runs) => completedAt(runs.of('four', 'reno')), unit: 's' },
    'four-newreno': { number: (runs) => completedAt(runs.of('four', 'newreno')), unit: 's' },
    'four-sack': { number: (runs) => completedAt(runs.of('four', 'sack')), unit: 's' },
    'four-vegas': { number: (runs) => completedAt(runs.of('four', 'vegas')), unit: 's' },
  },

  numbers: { '69': 'The last segment of the window of 25 that begins with 45.' },

  beside: [
    {
      quantity: 'timeouts of Reno with four drops',
      unit: '',
      ours: (runs) => timeouts(runs.of('four', 'reno')),
      decimals: 0,
      cited: 'ahn-1995/figure-1/four-drops',
      published: 'always one',
    },
    {
      quantity: 'fast retransmits of Reno before its timer expires',
      unit: '',
      ours: (runs) => flowOf(runs.of('four', 'reno')).fast_retransmits,
      decimals: 0,
      cited: 'ahn-1995/figure-2/fast',
      published: '1',
      note: 'In the paper’s Figure 2, only five segments arrive above the gap. Here many more do.',
    },
    {
      quantity: 'timeouts with SACK and four drops',
      unit: '',
      ours: (runs) => timeouts(runs.of('four', 'sack')),
      decimals: 0,
      cited: 'ahn-1995/remedies/sack-timeouts',
      published: '0',
    },
    {
      quantity: 'silence of Reno',
      unit: 's',
      ours: (runs) => silence(runs.of('reno', 'three')),
      decimals: 1,
      cited: 'ahn-1995/formula/rr-silence',
      published: '2',
      note: 'It depends on the phase of the sender’s clock, whose ticks are 500 ms apart.',
    },
  ],
} satisfies Lesson;
