/** Checks that the figures of lessons open with the numbers of the text around them. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import lesson from '../../content/lessons/listening-to-the-queue/lesson';
import { Rates } from '../../content/lessons/listening-to-the-queue/Rates';
import { simulatedText } from '../run/simulated';
import { cwndOf, meanOver, packetsOf } from './observe';
import { scenarioOf } from './simulatedLesson';

test('the figure of rates opens at the window at which Vegas stays, and with as many queued', async () => {
  const run = await simulatedText(JSON.stringify(await scenarioOf(lesson.experiments.alone.arms.vegas)));
  const words = /aria-label="A window of (\d+) segments: .* diff ([\d.]+), ([^"]*)"/.exec(
    renderToStaticMarkup(<Rates />),
  );
  const [, cwnd, diff, verdict] = words ?? [];
  expect(Number(cwnd)).toBe(Math.round(meanOver(cwndOf(run), 10, 14)));
  expect(Math.round(Number(diff))).toBe(Math.round(meanOver(packetsOf(run, 'R1>R2'), 10, 14)));
  expect(verdict).toBe('between α and β: stay');
});
