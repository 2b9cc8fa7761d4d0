/** The same cases in a frame with the SDK and in an element, on one page: what it changes, and what it hears. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { PACKAGE } from '../scripts/build/npm-package.mjs';
import { loadEngine, scenarioText } from '../scripts/engine.mjs';
import { expect, test } from './host';

/** A lab on the page, by what the page can do and hear. Frames and elements answer in the same words. */
interface Hosted {
  /** Digests of finished runs, and paths of problems. */
  runs: string[];
  problems: string[];
  /** Changes fields. Resolves with the reason if they're refused, else with an empty text. */
  change(fields: Record<string, string | number>): Promise<string>;
  look(look: { cursor?: number | null; seconds?: [number, number] | null }): Promise<unknown>;
  state(): Promise<{ digest: string; cursor: number | null; seconds: readonly number[] | null }>;
}

declare global {
  interface Window {
    hosted: Record<'frame' | 'element', Hosted>;
  }
}

const HOSTS = `<script type="module">
  const frame = document.querySelector('iframe');
  const embed = VegasLab.connect(frame);
  const lab = document.querySelector('vegas-lab');
  const pathsOf = (problems) => problems.map(({ path }) => path);
  const of = { frame: { runs: [], problems: [] }, element: { runs: [], problems: [] } };
  embed.on('ready', ({ problems }) => of.frame.problems.push(...pathsOf(problems)));
  embed.on('summary', ({ arms }) => of.frame.runs.push(arms.bench.summary.digest));
  lab.addEventListener('run', ({ detail }) => of.element.runs.push(detail.summary.digest));
  lab.addEventListener('error', ({ detail }) => of.element.problems.push(...pathsOf(detail.problems)));
  const next = () => new Promise((resolve) => {
    lab.addEventListener('run', () => resolve(''), { once: true });
    lab.addEventListener('error', ({ detail }) => resolve(detail.message), { once: true });
  });
  window.hosted = {
    frame: {
      ...of.frame,
      change: (changes) => embed.setState({ changes }).then(() => '', ({ message }) => message),
      look: (look) => embed.setState(look),
      state: async () => {
        const { cursor, seconds, arms } = (await embed.getState()).experiments.bench;
        return { digest: arms.bench.digest, cursor, seconds };
      },
    },
    element: {
      ...of.element,
      change: (fields) => {
        const scenario = structuredClone(lab.scenario);
        for (const [path, value] of Object.entries(fields)) {
          const keys = path.split('.');
          const last = keys.pop();
          keys.reduce((tree, key) => tree[key], scenario)[last] = value;
        }
        const done = next();
        lab.scenario = scenario;
        return done;
      },
      look: async (look) => void Object.assign(lab, look),
      state: async () => ({ digest: lab.summary?.digest, cursor: lab.cursor, seconds: lab.seconds }),
    },
  };
</script>`;

const KINDS = ['frame', 'element'] as const;

const BETA = 'flows.0.sender.avoidance.beta';

async function digestOf(changes: object = {}): Promise<string> {
  const { engine } = await loadEngine();
  const run = new engine.Run(JSON.stringify({ ...JSON.parse(scenarioText('ahn-fig1-vr')), ...changes }));
  while (!run.step(1_000_000)) run.forget_rows();
  return JSON.parse(run.summary()).digest;
}

const hosted = <R>(page: Page, kind: 'frame' | 'element', read: (one: Hosted) => R) =>
  page.evaluate(`(${read})(window.hosted[${JSON.stringify(kind)}])`) as Promise<Awaited<R>>;

const change = (page: Page, kind: 'frame' | 'element', fields: object) =>
  page.evaluate(([name, all]) => window.hosted[name].change(all as Record<string, number>), [
    kind,
    fields,
  ] as const);

test.beforeEach(({ host }) => {
  host.serve('/vegas-lab.js', readFileSync(join(PACKAGE, 'vegas-lab.js'), 'utf8'));
});

/** A page with the same link in a frame and in an element. */
const pageWith = (lab: string, link: string, options: string) =>
  `<!doctype html><html lang="en"><title>A course</title><main><h1>A course</h1>
  <iframe title="A frame" width="100%" height="500" src="${lab}embed/?${link}&${options}"></iframe>
  <vegas-lab link="${link}" ${options.replace(/=(.*)$/, '="$1"')}></vegas-lab></main>
  <script src="${lab}sdk/v1.global.js"></script>
  ${HOSTS}<script type="module" src="/vegas-lab.js"></script></html>`;

test('a frame and an element take the same changes, and report the same', async ({ page, host, baseURL }) => {
  await page.goto(host.serve('/course', pageWith(baseURL ?? '', 'scenario=ahn-fig1-vr', 'panels=window')));
  for (const kind of KINDS)
    await test.step(kind, async () => {
      const runs = () => hosted(page, kind, (one) => one.runs);
      const state = () => hosted(page, kind, (one) => one.state());
      const first = await digestOf();
      await expect.poll(runs, { timeout: 60_000 }).toEqual([first]);
      expect(await hosted(page, kind, (one) => one.problems)).toEqual([]);
      const changed = await digestOf({ seed: 9 });
      expect(await change(page, kind, { seed: 9 })).toBe('');
      expect(await runs()).toEqual([first, changed]);
      expect(await change(page, kind, { [BETA]: -1 })).toMatch(/beta.*-1.*allowed/);
      expect((await state()).digest).toBe(changed);
      await page.evaluate((name) => window.hosted[name].look({ cursor: 2, seconds: [1, 5] }), kind);
      expect(await change(page, kind, { seed: 8 })).toBe('');
      await expect.poll(state).toEqual({ digest: first, cursor: 2, seconds: [1, 5] });
    });
});

test('a frame and an element report what’s wrong in their options and links', async ({
  page,
  host,
  baseURL,
}) => {
  const link = 'scenario=ahn-fig1-vr&amp;seed=-1';
  await page.goto(host.serve('/course', pageWith(baseURL ?? '', link, 'panels=window,windows')));
  for (const kind of KINDS) {
    const first = await digestOf();
    await expect
      .poll(() => hosted(page, kind, (one) => one.runs.at(-1)), { message: kind, timeout: 60_000 })
      .toBe(first);
    // A frame reports its address's problems once its content is there, which may be after the run.
    await expect.poll(() => hosted(page, kind, (one) => one.problems), { message: kind }).toContain('panels');
  }
  const alerts = [
    page.frameLocator('iframe').getByRole('alert'),
    page.locator('vegas-lab').getByRole('alert'),
  ];
  for (const alert of alerts)
    for (const words of ['seed', 'windows'])
      await expect(alert.filter({ hasText: words }).first()).toBeVisible();
});
