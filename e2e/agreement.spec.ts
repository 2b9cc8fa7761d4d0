import { readdirSync } from 'node:fs';
import { goldenOf } from '../scripts/engine.mjs';
import { CHECK } from './check';
import { digest, expect, figure, openBench, openDetails, test } from './lab';

const names = readdirSync('content/scenarios').map((file) => file.replace(/\.json$/, ''));

expect(names.length, 'scenarios to compare').toBeGreaterThan(0);

// One page opens them all, as a user would, so the browser compiles the engine once.
test('every scenario has the digest and the figures of its golden trace', CHECK, async ({ page }) => {
  test.setTimeout(30_000 * names.length);
  for (const name of names)
    await test.step(name, async () => {
      const expected = goldenOf(name);
      const [flow] = expected.flows;
      const completed = flow?.completed_at_s;
      await openBench(page, name);
      await openDetails(page, 'Results');
      await expect.soft(digest(page), name).toHaveText(expected.digest);
      const figures = {
        segments_sent: (flow?.segments_sent ?? -1).toLocaleString('en-US'),
        coarse_timeouts: String(flow?.coarse_timeouts),
        fast_retransmits: String(flow?.fast_retransmits),
        completed_at_s:
          typeof completed === 'number'
            ? `${completed.toLocaleString('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 3 })} s`
            : '–',
      };
      for (const [field, text] of Object.entries(figures))
        await expect.soft(figure(page, field), `${name}: ${field}`).toHaveText(text);
    });
});
