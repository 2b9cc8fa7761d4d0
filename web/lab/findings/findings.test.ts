/** Findings and narration of real runs. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scenarioText } from '../../../scripts/engine.mjs';
import { eventsOf } from '../../run/series';
import { simulated, simulatedText } from '../../run/simulated';
import { rowAt } from '../../run/window';
import { Narrator } from '../time/narrate';
import { bottleneckOf, dropPhases, findingsOf, longestStall, needlessOf } from './findings';
import { momentAt } from './narration';

const reno = await simulated('ahn-fig1-rr');
const vegas = await simulated('ahn-fig1-vr');
const three = await simulated('low-buffer');
const loaded = await simulated('low-buffer-loaded');
const noisy = await simulated('veno-fig5');

const wordsOf = (run: typeof reno, flows = [0]) => findingsOf(run, flows).map(({ words }) => words);

it('the findings about Reno in Figure 1 are the stall, the drops in slow start and the needless retransmissions', () => {
  expect(wordsOf(reno)).toEqual([
    'The sender sent nothing for 1.7 s, because it waited for its timer.',
    '25 of 26 drops happened in slow start.',
    '49 of 75 retransmissions were unnecessary: the segments had already arrived.',
  ]);
});

it('the findings about Reno in Figure 1 lead to their moments', () => {
  const [stall, drops] = findingsOf(reno, [0]);
  expect(stall?.at_s).toBeCloseTo(3.66, 1);
  const first = eventsOf(reno.trace, 0, 'drop_full').time(0);
  expect(drops?.at_s).toBe(first);
  expect(drops?.window?.from).toBeLessThan(first);
  expect(drops?.window?.to).toBeGreaterThan(first);
});

it('the findings about Reno in Figure 1 agree with the trace', () => {
  const stall = longestStall(reno, 0);
  if (stall === null) throw new Error('Reno stalls');
  for (const kind of ['send', 'retransmit_fast', 'retransmit_timeout'] as const) {
    const sends = eventsOf(reno.trace, 0, kind);
    expect(sends.placeAt(stall.from_s, true), `no ${kind} during the stall`).toBe(sends.placeAt(stall.to_s));
  }
  expect(dropPhases(reno.trace, 0)).toHaveLength(
    reno.summary?.links.reduce((sum, l) => sum + l.drops, 0) ?? -1,
  );
  expect(needlessOf(reno.trace, 0).all).toBe(reno.summary?.flows[0]?.retransmitted_segments);
});

it('the findings about Reno in Figure 1 wait until the run has finished', () => {
  expect(findingsOf({ ...reno, summary: null }, [0])).toEqual([]);
});

it('the findings about other runs say that Vegas loses nothing, and how long its queue gets', () => {
  expect(wordsOf(vegas)).toEqual([
    'Nothing was dropped: the queue at R1 → R2 never held more than 4.9 KiB.',
    'The queue at R1 → R2 averaged 1.1 KiB, which takes 12 ms to send.',
    'Slow start took 2.2 s and left a window of 24 segments.',
  ]);
  expect(vegas.trace.links[bottleneckOf(vegas)]).toBe('R1>R2');
  expect(longestStall(vegas, 0)).toBeNull();
});

it('the findings about other runs compare flows that share a path', () => {
  const [shares] = wordsOf(three, [0, 1, 2]);
  const goodputs = three.summary?.flows.map(({ goodput_bytes_per_s }) => goodput_bytes_per_s) ?? [];
  const ratio = (Math.max(...goodputs) / Math.min(...goodputs)).toFixed(1);
  expect(shares).toBe(`Unequal shares: one got ${ratio} times the goodput of two.`);
});

it('the findings about other runs are about flows that always have something to send, not about background traffic', () => {
  const flows = loaded.scenario.flows.map((_, flow) => flow);
  const background = loaded.scenario.flows.filter(({ traffic }) => !/bulk|transfer/.test(traffic.kind));
  expect(background.length).toBeGreaterThan(0);
  const words = wordsOf(loaded, flows).join(' ');
  expect(background.map(({ name }) => name).filter((name) => words.includes(`${name}: `))).toEqual([]);
  // Alone, they are what there is to examine.
  expect(wordsOf(loaded, flows.slice(-1)).join(' ')).toContain('background');
});

it('the findings about other runs name the phase of most drops, and the idle bottleneck', () => {
  expect(wordsOf(noisy)).toEqual([
    'The sender sent nothing for 2.2 s, because it waited for its timer.',
    expect.stringMatching(/^\d+ of \d+ drops happened in congestion avoidance\.$/),
    expect.stringMatching(
      /^router → far, the busiest link, was idle 28\.0 % of the time, once for 2\.1 s\.$/,
    ),
  ]);
});

/** A flow over 100 Mbit/s and 100 ms that loses one segment. */
const withLoss = (preset: string, max_rows = 5_000_000) =>
  simulatedText(
    JSON.stringify({
      version: 1,
      name: 'one-loss',
      duration_s: 5,
      record: { max_rows },
      links: [
        {
          name: 'path',
          from: 'a',
          to: 'b',
          rate_bps: 100_000_000,
          delay_ms: 50,
          queue: { kind: 'drop_tail_packets', limit_packets: 1_000 },
        },
      ],
      flows: [
        {
          name: 'flow',
          from: 'a',
          to: 'b',
          smss_bytes: 1_448,
          rwnd_bytes: 1_000_000,
          traffic: { kind: 'bulk' },
          sender: { preset },
          receiver: { kind: 'every_packet' },
        },
      ],
      drops: [{ link: 'a>b', flow: 'flow', segment: 12_000 }],
    }),
  );
const burstIn = (words: string[]) => words.filter((one) => one.includes('burst'));

it.each(['westwood', 'linux-westwood'])(
  'a burst at the end of a recovery is a finding with %s, with its size and its moment',
  async (preset) => {
    const run = await withLoss(preset);
    const found = findingsOf(run, [0]).find(({ words }) => words.includes('burst'));
    const sends = eventsOf(run.trace, 0, 'send');
    const times = Array.from({ length: sends.length }, (_, place) => sends.time(place));
    const together = times.filter((time_s) => time_s === found?.at_s).length;
    expect(together).toBeGreaterThan(80);
    expect(found?.words).toBe(
      `${together} segments left in one burst when recovery ended: the window had room for them.`,
    );
    // No larger one after the start.
    const later = times.filter((time_s) => time_s > 2);
    const counts = new Map(later.map((time_s) => [time_s, 0]));
    for (const time_s of later) counts.set(time_s, (counts.get(time_s) ?? 0) + 1);
    expect(Math.max(...counts.values())).toBe(together);
  },
);

it('a burst at the end of a recovery is not counted in a thinned trace', async () => {
  const run = await withLoss('westwood', 10_000);
  expect(run.summary?.rows_thinned).toBeGreaterThan(0);
  expect(burstIn(wordsOf(run))).toEqual([]);
});

const at = (run: typeof reno, cursor: number, senders: string[]) =>
  momentAt(
    run,
    new Narrator(
      run,
      run.scenario.flows.map((_, flow) => flow),
    ),
    cursor,
    senders,
  )?.words;

it('the sentence about a moment explains a timeout before the retransmission that it causes', () => {
  expect(at(reno, 3.67, ['Reno'])).toBe(
    '3.66 s: the retransmission timer expires; Reno goes back to segment 150 with a window of 1.0',
  );
});

it('the sentence about a moment is about the last event that changed something', () => {
  expect(at(reno, 1.5, ['Reno'])).toMatch(/^1\.\d\d s: segment \d+ is dropped by the queue at R1 → R2$/);
  expect(at(reno, 0.5, ['Reno'])).toBe('Last change, 0.00 s: slow start begins with a window of 1.0');
  expect(at(vegas, 10, ['Vegas'])).toMatch(
    /^9\.\d\d s: diff 1\.00 is between alpha 1\.0 and beta 3\.0, so Vegas keeps its window at 23\.11$/,
  );
});

it('the sentence about a moment at which nothing happens gives the reason why the sender sends no more', () => {
  expect(at(reno, 2.5, ['Reno'])).toBe(
    '2.50 s: 74 segments count as under way, the window is 20, and no ACK will come: only the timer can help',
  );
  expect(at(reno, 0.5, ['Reno']), 'cwnd is the usual reason').toContain('Last change');
});

it('the reason says no more than what was recorded', async () => {
  const scenario = JSON.parse(scenarioText('ahn-fig1-rr'));
  const thinned = await simulatedText(JSON.stringify({ ...scenario, record: { max_rows: 300 } }));
  const { time_s, cwnd } = thinned.trace.rows('windows', 0);
  expect(cwnd.some(Number.isNaN), 'rows are missing').toBe(true);
  let unknown = 0;
  for (let moment = 0.05; moment < 27; moment += 0.05) {
    const [some, all] = [thinned, reno].map((run) => at(run, moment, ['Reno']) ?? '');
    expect(some).not.toContain('NaN');
    const claims = /count as under way|nothing is under way/.exec(some ?? '');
    if (claims) expect(some, 'as a full recording').toBe(all);
    if (Number.isNaN(cwnd[rowAt(time_s, moment)])) unknown += 1;
  }
  expect(unknown).toBeGreaterThan(50);
});

it('the finding about a stall has its reason and a lesson', () => {
  const [stall] = findingsOf(reno, [0]);
  expect(stall?.reason).toBe(
    '74 segments count as under way, the window is 20, and no ACK will come: only the timer can help',
  );
  const { name = '', title } = stall?.lesson ?? {};
  const lesson = JSON.parse(readFileSync(`content/lessons/${name}/lesson.json`, 'utf8'));
  expect(lesson.title).toBe(title);
});

it('the sentence about a moment names the flow if there are several, and is absent before the first event', () => {
  expect(at(three, 10, ['Vegas', 'Vegas', 'Vegas'])).toMatch(/^9\.\d\d s: (?:one|two|three): diff /);
  expect(at(three, 0, [])).toBeUndefined();
});
