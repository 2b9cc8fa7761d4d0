/** Pictures show no line that the course hasn't explained yet. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { overlayNamed } from '../lab/compare/overlay';
import { PLOT as WINDOW } from '../lab/panels/congestionWindow';
import { described, lanesOf, legendOf } from '../lab/panels/define';
import { framed } from '../lab/panels/framed';
import { LIMITS } from '../lab/panels/limits';
import { DERIVED, PLOT } from '../lab/panels/roundTrip';
import { styleOf } from '../plot/runStyle';
import { theoryOf } from '../run/equilibria';
import { simulatedText } from '../run/simulated';
import { COURSE, GLOSSARY, openLesson } from './course';
import { notYetIntroduced } from './introduced';
import { FORMER } from './order';
import { scenarioOf } from './simulatedLesson';
import { readText } from './text';

const ORDER = COURSE.map(({ name }) => name);

it('the lines of the RTT panel come with the lesson that explains them', () => {
  const explains = ORDER.indexOf('listening-to-the-queue');
  for (const [place, name] of ORDER.entries())
    expect(
      notYetIntroduced(name).filter((kind) => kind !== LIMITS.cwnd.explains),
      name,
    ).toEqual(place < explains ? ['base_rtt', 'srtt', 'diff'] : ['srtt']);
});

it('the window panel of lessons has no band of limits, which no lesson explains', () => {
  const bandsOf = (lesson: string) => {
    const without = notYetIntroduced(lesson);
    const frame = framed(WINDOW, run, [0], { from: 0, to: 10 }, { without });
    return lanesOf(frame).map(({ name }) => name);
  };
  for (const name of ORDER) expect(bandsOf(name), name).toEqual(['state-0', 'segments']);
  expect(bandsOf('assignment')).toEqual(['state-0', 'limit-0', 'segments']);
});

it('a former lesson shows the lines of the lesson that it is part of', () => {
  for (const [name, current] of Object.entries(FORMER))
    expect(notYetIntroduced(name), name).toEqual(notYetIntroduced(current));
});

it('no step shows a line that a later sentence of its lesson explains', async () => {
  const shown: string[] = [];
  for (const { name } of COURSE) {
    const opened = await openLesson(name);
    const { placed } = readText(readFileSync(`content/lessons/${name}/lesson.mdx`, 'utf8'));
    for (const kind of DERIVED) {
      const term = placed.find((one) => one.name === 'Term' && (one.attributes.of ?? one.words) === kind);
      if (term === undefined || GLOSSARY.get(kind)?.lesson !== name) continue;
      for (const { attributes } of placed.filter((one) => one.name === 'Step' && one.end < term.line)) {
        const step = opened?.lesson.steps[attributes.id ?? ''];
        if (step?.panels.includes('rtt') && !step.without?.includes(kind))
          shown.push(`${attributes.id}: ${kind}`);
      }
    }
  }
  expect(shown).toEqual([]);
});

it('other scenarios than the lessons’ show every line', () => {
  expect(notYetIntroduced('assignment')).toEqual([]);
});

const run = await simulatedText(
  JSON.stringify(await scenarioOf({ label: 'Vegas', scenario: 'ahn-fig1-vr' })),
);

it('the RTT panel of an early lesson has the samples only', () => {
  const frameOf = (lesson: string) =>
    framed(PLOT, run, [0], { from: 0, to: 10 }, { choice: true, without: notYetIntroduced(lesson) });
  const early = frameOf('packets-on-a-pipe');
  expect(lanesOf(early).map(({ name }) => name)).toEqual(['rtt']);
  expect(legendOf(early.plot).map(({ label }) => label)).toEqual(['RTT sample']);
  const later = frameOf('head-to-head');
  expect(lanesOf(later).map(({ name }) => name)).toEqual(['rtt', 'diff']);
});

it('the RTT panel’s description in an early lesson names no line that the panel lacks, nor does that of a compared run', () => {
  const wordsIn = (lesson: string) => {
    const without = notYetIntroduced(lesson);
    const theory = theoryOf(run);
    const own = { letter: 'A', label: 'own' };
    const others = [{ style: styleOf('B'), label: 'other', run }];
    const scope = { own, others, flows: [0], drawn: true, theory: false, without };
    const window = { from: 0, to: 10 };
    const { plot } = framed(PLOT, run, [0], window, { choice: true, theory, without });
    return [described(plot), ...(overlayNamed('rtt', scope)?.words ?? [])].join(' ');
  };
  expect(wordsIn('packets-on-a-pipe').match(/RTT samples of|base_rtt|diff/g)).toEqual([
    'RTT samples of',
    'RTT samples of',
  ]);
  expect(wordsIn('head-to-head').match(/RTT samples of|base_rtt ended|diff was/g)).toEqual([
    'RTT samples of',
    'base_rtt ended',
    'diff was',
    'RTT samples of',
    'base_rtt ended',
    'diff was',
  ]);
});
