import { expect, it } from 'vitest';
import findings from '../../../content/findings.json';
import verdicts from '../../../content/findings.json?verdicts';
import home from '../../../content/home.json';
import pictures from '../../../content/home.json?thumbnails';
import frames from '../../../content/scenarios/ahn-fig1-rr.json?frames';
import { COURSE, openLesson } from '../../lessons/course';
import type { Arm } from '../../lessons/lesson';
import { changesOf } from '../../run/share/address';
import { parseRoute } from '../../run/share/route';
import { simulated, simulatedText } from '../../run/simulated';
import { withChanges } from '../../scenario/changes';
import { loadPaper } from '../../scenario/content/papers';
import { loadText } from '../../scenario/content/scenarios';
import { drawThumbnail, FEW_POINTS } from './drawThumbnail';
import { frameOf } from './firstFrame';
import {
  BUFFERS_KIB,
  benchAddressOf,
  DEFAULT,
  type Sender,
  type Setting,
  scenarioOf,
  settingOf,
} from './path';
import { type Replay, replayOf, TOP } from './replay';
import { PACKET_BYTES, sceneAt, slotsOf, WIDE } from './scene';
import { addressOf } from './starts';
import { storyInWords } from './storyWords';

const replayFor = async (setting: Setting): Promise<Replay> =>
  replayOf(await simulatedText(scenarioOf(setting)));

const kib = (sender: Sender, size: number): Setting => ({ sender, limit_bytes: 1024 * size });

it('the first frame is the same as one drawn from a run now', async () => {
  for (const sender of ['reno', 'vegas'] as const) {
    const run = await simulatedText(scenarioOf({ ...DEFAULT, sender }));
    expect(JSON.parse(JSON.stringify(frameOf(run)))).toEqual(frames[sender]);
  }
});

it('the first frame is part of the same run as the one that the bench opens', async () => {
  const { summary } = await simulatedText(scenarioOf(DEFAULT));
  const bench = await simulated('ahn-fig1-rr');
  expect(summary?.digest).toBe(bench.summary?.digest);
});

it('the story says why Reno stalls, with the numbers of the run', async () => {
  const { story } = await replayFor(DEFAULT);
  const run = await simulated('ahn-fig1-rr');
  expect(storyInWords('reno', story)).toBe(
    'Reno overflows the buffer at 1.4 s and loses 25 packets. Then it sends nothing for 1.7 s, until its timer expires at 3.7 s. The 2 MiB transfer takes 27.8 s.',
  );
  expect(story.completed_s).toBe(run.summary?.flows[0]?.completed_at_s);
});

it('the story says that Vegas drops nothing', async () => {
  const { story } = await replayFor({ ...DEFAULT, sender: 'vegas' });
  expect(storyInWords('vegas', story)).toMatch(/^Vegas drops nothing\. At most 9 packets wait/);
});

it('the story fits every setting on offer', async () => {
  for (const sender of ['reno', 'vegas'] as const)
    for (let size = BUFFERS_KIB.least; size <= BUFFERS_KIB.most; size += 4) {
      const { story, window, queue } = await replayFor(kib(sender, size));
      expect(storyInWords(sender, story), `${sender} ${size}`).toMatch(
        /^(?:Reno|Vegas) (?:drops nothing|overflows|first overflows).*The 2 MiB transfer takes [\d.]+ s\.$/,
      );
      const most = (line: readonly number[]) => Math.max(...line.filter((_, at) => at % 2 === 1));
      expect(most(queue), `the scale holds ${sender} ${size}`).toBeLessThanOrEqual(1000);
      if (!story.receiver_limits) expect(most(window), `${sender} ${size}`).toBeLessThanOrEqual(1000);
    }
});

it('the story would be no different with a larger buffer', async () => {
  const { story } = await replayFor(kib('reno', BUFFERS_KIB.most));
  const larger = await replayFor(kib('reno', 2 * BUFFERS_KIB.most));
  expect(larger.story).toEqual(story);
  expect(story.drops).toBe(0);
  expect(story.most_packets * PACKET_BYTES).toBeLessThan(TOP.bytes);
});

const boxes = (path: string) => path.split('M').length - 1;

it('a scene has the packets that the run has in the queue and on the links', async () => {
  const replay = await replayFor(DEFAULT);
  for (const moment of [0.5, 1.2, 1.5, 4.2, 7]) {
    const scene = sceneAt(replay, moment, WIDE, DEFAULT.limit_bytes);
    const { queued } = replay.at(moment);
    const waiting = [...`${scene.data}${scene.again}`.matchAll(/h5\.1v40/g)].length;
    // The packet that is being sent is drawn in the queue too, as long as part of it waits.
    expect(waiting, `${moment} s`).toBe(queued);
    expect(boxes(scene.data) + boxes(scene.again)).toBeGreaterThanOrEqual(waiting);
    expect(waiting).toBeLessThanOrEqual(slotsOf(DEFAULT.limit_bytes));
  }
});

it('a scene shows drops while the buffer overflows, and retransmissions after the timeout', async () => {
  const replay = await replayFor(DEFAULT);
  const at = (moment: number) => sceneAt(replay, moment, WIDE, DEFAULT.limit_bytes);
  expect(boxes(at(1.2).drops)).toBe(0);
  expect(boxes(at(1.5).drops)).toBeGreaterThan(3);
  expect(at(1.2).again).toBe('');
  expect(boxes(at(3.72).again)).toBeGreaterThan(0);
  expect(at(3).data + at(3).again).toBe('');
});

it('links from the home page carry the exact setting to the bench', async () => {
  expect(benchAddressOf(DEFAULT)).toBe('#/bench?scenario=ahn-fig1-rr');
  const { page, query } = parseRoute(benchAddressOf(kib('vegas', 8)));
  expect(page).toBe('bench');
  expect(query.get('scenario')).toBe('ahn-fig1-vr');
  expect(changesOf(query)).toEqual({ changes: [['links.1.queue.limit_bytes', 8192]], unread: [] });
  const run = (text: string | null) => JSON.parse(text ?? '');
  const [reno, vegas] = [run(await loadText('ahn-fig1-rr')), run(await loadText('ahn-fig1-vr'))];
  reno.flows[0].sender = vegas.flows[0].sender;
  expect({ ...reno, name: '', title: '', about: '' }, 'the files differ only by sender').toEqual({
    ...vegas,
    name: '',
    title: '',
    about: '',
  });
  expect(settingOf(scenarioOf(kib('vegas', 8)))).toEqual(kib('vegas', 8));
});

it('links from the home page open the scenario that the picture shows', async () => {
  const { query } = parseRoute(addressOf('experiment-today'));
  const { changes } = changesOf(query);
  const text = await loadText(query.get('scenario') ?? '');
  const run = await simulatedText(JSON.stringify(withChanges(JSON.parse(text ?? ''), changes)));
  expect(drawThumbnail(run, FEW_POINTS)).toEqual(pictures['experiment-today']);
});

/** Runs of dozens of transfers, in which a small picture shows a tangle or a stroke. */
const NOT_PICTURED = ['a-network-in-one-room', 'is-it-significant'];

it('pictures of lessons show a scenario that an experiment of the lesson runs', async () => {
  const names = Object.keys(home).filter((name) => !name.startsWith('experiment-'));
  expect([...names, ...NOT_PICTURED].sort()).toEqual(COURSE.map(({ name }) => name).sort());
  for (const name of names) {
    const opened = await openLesson(name);
    const experiments = Object.values(opened?.lesson.experiments ?? {});
    const arms: Arm[] = experiments.flatMap((one) =>
      one.kind === 'sweep' ? [one.base] : Object.values(one.arms),
    );
    const scenarios = await Promise.all(
      arms.map(async ({ scenario, experiment }) => {
        if (scenario !== undefined) return scenario;
        const [paper = '', own] = (experiment ?? '').split('/');
        return (await loadPaper(paper))?.experiments.find((one) => one.name === own)?.scenario;
      }),
    );
    expect(scenarios, name).toContain(home[name as keyof typeof home].scenario);
  }
});

it('the dots of the papers count the findings', () => {
  const letters = Object.values(verdicts).join('');
  expect(letters).toHaveLength(findings.length);
  expect(letters.split('a').length - 1).toBe(findings.filter(({ verdict }) => verdict === 'agrees').length);
  expect(new Set(letters)).toEqual(new Set(['a', 'd', 'h', 'f', 'o', 'n']));
});
