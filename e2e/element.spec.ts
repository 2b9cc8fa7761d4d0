/** `<vegas-lab>` from the packed npm package, installed into an empty project: conventions of custom elements, and the docs' examples. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import Ajv from 'ajv';
import schema from 'custom-elements-manifest/schema.json' with { type: 'json' };
import { bundle } from '../scripts/build/element.mjs';
import { PACKAGE } from '../scripts/build/npm-package.mjs';
import { ROOT, tool } from '../scripts/child.mjs';
import { loadEngine, scenarioText } from '../scripts/engine.mjs';
import type { VegasLabElement } from '../web/deliver/element/vegasLab';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { test as base, expect } from './host';
import { openMore } from './lab';

const DOCS = readFileSync('docs/embedding.md', 'utf8');

/** The docs' example with a name. */
function example(name: string): string {
  const [, , code] = new RegExp(`^(\`{3,})\\w+ element-${name}\\n(.*?)^\\1$`, 'ms').exec(DOCS) ?? [];
  if (code === undefined) throw new Error(`docs/embedding.md has no example ${name}.`);
  return code;
}

const test = base.extend<{ site: (html: string, policy?: string) => string }, { project: string }>({
  /** An empty project with the packed package. */
  project: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const project = mkdtempSync(join(tmpdir(), 'vegaslab-project-'));
      const npm = (...args: string[]) => execFileSync('npm', args, { cwd: project, encoding: 'utf8' });
      const [{ filename }] = JSON.parse(npm('pack', PACKAGE, '--json'));
      writeFileSync(join(project, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }');
      npm('install', `./${filename}`, '--offline', '--no-audit', '--no-fund');
      await use(project);
      rmSync(project, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  /** Serves a page next to the package's module; returns its address. */
  site: async ({ host, project }, use) => {
    host.serve('/vegas-lab.js', readFileSync(join(project, 'node_modules/vegas-lab/vegas-lab.js'), 'utf8'));
    await use((html, policy) => {
      const meta =
        policy === undefined ? '' : `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
      return host.serve(
        '/page',
        `<!doctype html><html lang="en">${meta}<title>A page</title><main><h1>A page</h1>${html}</main></html>`,
      );
    });
  },
});

const SCRIPT = '<script type="module" src="./vegas-lab.js"></script>';

/** The digest of a scenario of the lab with changes, from the engine under Node. */
async function digestOf(name: string, changes: Record<string, unknown> = {}): Promise<string> {
  const { engine } = await loadEngine();
  const run = new engine.Run(JSON.stringify({ ...JSON.parse(scenarioText(name)), ...changes }));
  while (!run.step(1_000_000)) run.forget_rows();
  return JSON.parse(run.summary()).digest;
}

const VR = '57bbab728ca5cfc2';

/** Waits until the summary is that of a run with this digest. */
const expectDigest = (page: Page, digest: string) =>
  expect
    .poll(() => page.evaluate(() => document.querySelector('vegas-lab')?.summary?.digest), {
      timeout: 60_000,
    })
    .toBe(digest);

interface Log {
  type: string;
  detail: Record<string, unknown>;
}

declare global {
  interface Window {
    happened: Log[];
    lab: VegasLabElement;
  }
}

/** Records the element's events, those that reach the page, and sets `lab`. */
const LISTEN = `<script>
  window.happened = [];
  window.lab = document.querySelector('vegas-lab');
  for (const type of ['change', 'run']) document.addEventListener(type, ({ detail }) => happened.push({ type, detail }));
  lab.addEventListener('error', ({ detail }) => happened.push({ type: 'error', detail }));
  window.addEventListener('error', () => happened.push({ type: 'error on the window', detail: {} }));
</script>`;

const plots = (page: Page) => page.locator('.stack-plot');

const heard = (page: Page, type: string) =>
  page.evaluate(
    (one) => window.happened.filter((entry) => entry.type === one).map(({ detail }) => detail),
    type,
  );

test('the docs’ page draws a run with the bits of the native engine', async ({ page, site }) => {
  await page.goto(site(example('html')));
  await expect(page.locator('#status')).toHaveText(/^done after \d/);
  await expectDigest(page, VR);
  await expect(page.locator('[data-panel="queue"] canvas').first()).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Rate', exact: true })).toBeVisible();
  // What's between the tags isn't drawn any more.
  const drawn = await page.locator('vegas-lab').evaluate((lab) => {
    const range = document.createRange();
    range.selectNodeContents(lab);
    return range.getClientRects().length;
  });
  expect(drawn).toBe(0);
  await expectNoFindings(page);
});

test('properties set before the definition win over attributes', async ({ page, site }) => {
  const html = `<vegas-lab id="lab" scenario="low-chain" panels="rtt" theme="dark" panel-height="99"></vegas-lab>
    <script>
      const lab = document.getElementById('lab');
      lab.scenario = ${scenarioText('ahn-fig1-vr')};
      lab.panels = ['window'];
    </script>${SCRIPT}`;
  await page.goto(site(html));
  await expectDigest(page, VR);
  const state = await page.evaluate(() => {
    const lab = document.querySelector('vegas-lab');
    if (lab === null) return null;
    const { panels, theme, panelHeight, controls, flows, cursor, seconds, link, scenario } = lab;
    // An element of a script has no attributes until it's given some.
    const names = document.createElement('vegas-lab').getAttributeNames();
    lab.theme = 'light';
    lab.panelHeight = 120;
    const reflected = [
      lab.getAttribute('theme'),
      lab.getAttribute('panel-height'),
      lab.getAttribute('panels'),
    ];
    return {
      panels,
      theme,
      panelHeight,
      controls,
      flows,
      cursor,
      seconds,
      link,
      names,
      reflected,
      name: scenario?.name,
    };
  });
  expect(state).toEqual({
    panels: ['window'],
    theme: 'dark',
    panelHeight: 99,
    controls: ['flows.0.sender.preset'],
    flows: null,
    cursor: null,
    seconds: null,
    link: '',
    names: [],
    reflected: ['light', '120', 'rtt'],
    name: 'ahn-fig1-vr',
  });
  await expect(plots(page)).toHaveCount(1);
});

test('reports what the user changes, and only that, by events', async ({ page, site }) => {
  await page.goto(
    site(`<vegas-lab scenario="ahn-fig1-vr" panels="window,queue"></vegas-lab>${LISTEN}${SCRIPT}`),
  );
  await expectDigest(page, VR);
  expect(await page.evaluate(() => window.lab.ready.then((lab) => lab === window.lab))).toBe(true);
  // Only the host has set something.
  await page.evaluate(() => {
    window.lab.seconds = [2, 6];
    window.lab.cursor = 4;
  });
  await expect(page.locator('.element-moment')).toHaveText('4.000 s');
  expect(await heard(page, 'change')).toEqual([]);
  expect(await heard(page, 'run')).toHaveLength(1);

  await page.getByRole('button', { name: 'Vegas 0.8' }).click();
  await page.getByRole('option', { name: /^Reno/ }).first().click();
  await expect.poll(async () => (await heard(page, 'run')).length).toBe(2);
  const [change] = (await heard(page, 'change')) as {
    name: string;
    value: { flows: { sender: { preset: string } }[] };
  }[];
  expect(change?.name).toBe('scenario');
  expect(change?.value.flows[0]?.sender.preset).toBe('reno');
  expect(await page.evaluate(() => window.lab.scenario?.flows[0]?.sender.preset)).toBe('reno');

  const changesOf = async (name: string) =>
    (await heard(page, 'change')).filter((detail) => detail.name === name).map(({ value }) => value);
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(async () => (await changesOf('seconds')).length).toBe(1);
  await openMore(plots(page).first());
  await page.getByRole('button', { name: 'Hide this plot' }).click();
  await expect.poll(() => changesOf('panels')).toEqual([['queue']]);
  expect(await page.evaluate(() => window.lab.panels)).toEqual(['queue']);
  expect(await heard(page, 'error on the window')).toEqual([]);
});

test('a link opens with its changes, to which Reset returns', async ({ page, site }) => {
  const link = 'https://lab.example/#/bench?scenario=ahn-fig1-vr&amp;seed=9';
  await page.goto(site(`<vegas-lab link="${link}" controls="seed"></vegas-lab>${LISTEN}${SCRIPT}`));
  const changed = await digestOf('ahn-fig1-vr', { seed: 9 });
  await expectDigest(page, changed);
  await expect(page.getByRole('button', { name: 'Reset' })).toBeDisabled();
  expect(await heard(page, 'run')).toHaveLength(1);
  expect(await heard(page, 'change')).toEqual([]);
  await page.evaluate(() => {
    window.lab.link = 'scenario=ahn-fig1-vr';
  });
  await expectDigest(page, VR);
  await page.evaluate(() => {
    window.lab.link = 'scenario=ahn-fig1-vr&seed=9';
  });
  await expectDigest(page, changed);
  expect(await heard(page, 'error')).toEqual([]);
});

test('says what it can’t show, and what’s allowed', async ({ page, site }) => {
  await page.goto(
    site(
      `<vegas-lab scenario="ahn-fig1-v" panels="windows,queue" seconds="6"></vegas-lab>${LISTEN}${SCRIPT}`,
    ),
  );
  await page.evaluate(() => window.lab.ready);
  const alerts = page.getByRole('alert');
  await expect(alerts.filter({ hasText: 'no scenario called ahn-fig1-v.' })).toBeVisible();
  await expect(
    alerts.filter({ hasText: 'panels: "windows" isn’t valid; allowed: sender-sequence, window' }),
  ).toBeVisible();
  await expect(alerts.filter({ hasText: 'seconds: "6" isn’t valid' })).toBeVisible();
  expect(await heard(page, 'error')).toHaveLength(3);
  await page.evaluate(() => {
    window.lab.seconds = [1, 2];
    window.lab.panels = ['window'];
    window.lab.scenario = { ...window.lab.scenario, duration_s: -5 };
  });
  await expect(alerts).toHaveCount(1);
  await expect(alerts).toContainText('duration_s');
  const [refused] = (await heard(page, 'error')).slice(3);
  expect(refused?.problems).toMatchObject([{ path: 'duration_s' }]);
  expect(await page.evaluate(() => window.lab.matches(':state(error)'))).toBe(true);
  await page.evaluate(() => {
    window.lab.link = 'experiment=evidence/ns2/alone-reno';
  });
  await expect(alerts.filter({ hasText: 'can be opened only in the lab itself' })).toBeVisible();
  expect(await heard(page, 'error on the window')).toEqual([]);
});

test('reports values of any kind that it can’t read, and still draws', async ({ page, site }) => {
  await page.goto(
    site(
      `<vegas-lab scenario="ahn-fig1-vr" panels="window" panel-height="1e308"></vegas-lab>${LISTEN}${SCRIPT}`,
    ),
  );
  await page.evaluate(() => window.lab.ready);
  const alerts = page.getByRole('alert');
  await expect(alerts).toHaveText(['panel-height: "1e308" isn’t valid; allowed: pixels, 60 to 2000']);
  await expect(plots(page).first().locator('canvas').first()).toBeVisible();
  const thrown = await page.evaluate(() => {
    const ring: Record<string, unknown> = {};
    ring.ring = ring;
    const hollow: unknown[] = [];
    hollow.length = 2 ** 32 - 1;
    const names = [
      ...(['scenario', 'panels', 'controls', 'flows', 'panelHeight'] as const),
      ...(['theme', 'cursor', 'seconds', 'recording', 'link'] as const),
    ];
    const values = [Symbol('s'), ring, { seed: 5n }, hollow, Object.create(null), new Map(), () => 1];
    const errors: string[] = [];
    for (const name of names.filter((one) => one !== 'link'))
      for (const value of values)
        try {
          Reflect.set(window.lab, name, value);
        } catch (error) {
          errors.push(`${name}: ${(error as Error).message}`);
        }
    return errors;
  });
  expect(thrown).toEqual([]);
  for (const name of ['controls', 'flows', 'theme', 'cursor', 'seconds', 'recording'])
    await expect(alerts.filter({ hasText: `${name}: ` })).toHaveCount(1);
  expect(await heard(page, 'error on the window')).toEqual([]);
  await page.evaluate(() => {
    window.lab.scenario = 'ahn-fig1-vr';
    Object.assign(window.lab, { controls: 'seed', flows: null, theme: 'dark', recording: null });
    window.lab.seconds = [1e300, 1e308];
    window.lab.cursor = 1e308;
  });
  await expect(alerts.filter({ hasText: 'cursor: the run ends at' })).toHaveCount(1);
  await expect(alerts.filter({ hasText: 'seconds: the run ends at' })).toHaveCount(1);
  await page.evaluate(() => {
    Object.assign(window.lab, { controls: 'seed,flows.0.nonsense', flows: 'nobody,0' });
  });
  await expect(
    alerts.filter({ hasText: 'controls: these scenarios have no field flows.0.nonsense' }),
  ).toBeVisible();
  await expect(alerts.filter({ hasText: 'flows: there’s no flow nobody; allowed: 0 to 0' })).toBeVisible();
  await expect(plots(page).first().locator('canvas').first()).toBeVisible();
  await page.evaluate(() => {
    window.lab.seconds = [1, 2];
    window.lab.cursor = 1;
  });
  await expect(page.locator('.element-moment')).toHaveText('1.000 s');
});

test(
  'keeps its run when it’s moved, and its scenario when it’s removed and added',
  CHECK,
  async ({ page, site }) => {
    await page.goto(
      site(`<div></div><vegas-lab scenario="ahn-fig1-vr" controls="seed"></vegas-lab>${LISTEN}${SCRIPT}`),
    );
    await expectDigest(page, VR);
    await page.evaluate(() => document.querySelector('div')?.append(window.lab));
    await page.waitForTimeout(300);
    expect(await heard(page, 'run')).toHaveLength(1);
    await page.evaluate(() => {
      window.lab.scenario = { ...window.lab.scenario, seed: 9 };
    });
    const changed = await digestOf('ahn-fig1-vr', { seed: 9 });
    await expectDigest(page, changed);
    await page.evaluate(() => window.lab.remove());
    await expect.poll(() => page.evaluate(() => window.lab.shadowRoot?.childElementCount)).toBe(0);
    await page.evaluate(() => document.body.append(window.lab));
    await expect.poll(async () => (await heard(page, 'run')).length).toBe(3);
    await expectDigest(page, changed);
  },
);

test('speaks the page’s language', CHECK, async ({ page, site }) => {
  await page.goto(
    site(`<div lang="de-AT"><vegas-lab scenario="ahn-fig1-vr"></vegas-lab></div>${LISTEN}${SCRIPT}`),
  );
  await page.evaluate(() => window.lab.ready);
  await expect(page.getByRole('button', { name: 'Zurücksetzen' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
});

test('needs no more of a content security policy than the docs say', async ({ page, site, lab }) => {
  const policy = (script: string, rest = '') =>
    `default-src 'none'; script-src 'self' 'unsafe-inline'${script}; img-src 'self'${rest}`;
  const html = `<vegas-lab scenario="ahn-fig1-vr"></vegas-lab>${LISTEN}${SCRIPT}`;
  let workers = 0;
  page.on('worker', () => {
    workers += 1;
  });
  await page.goto(site(html, policy(" 'wasm-unsafe-eval'", '; worker-src blob:')));
  await expectDigest(page, VR);
  // The path's close-ups may have one of their own.
  expect(workers).toBeGreaterThan(0);
  await test.step('on the page’s thread where workers are forbidden', async () => {
    lab.expectErrors(/Creating a worker from 'blob:/);
    await page.goto('about:blank');
    workers = 0;
    await page.goto(site(html, policy(" 'wasm-unsafe-eval'")));
    await expectDigest(page, VR);
    expect(workers).toBe(0);
  });
  await test.step('and it says so where it can’t run', async () => {
    lab.expectErrors(/unsafe-eval/);
    await page.goto(site(html, policy('', '; worker-src blob:')));
    await expect(page.getByRole('alert')).toContainText('WebAssembly');
    await expect.poll(async () => (await heard(page, 'error')).length).toBe(1);
  });
});

test('the docs’ component works in React', CHECK, async ({ page, site, host, project }) => {
  writeFileSync(join(project, 'transfer.jsx'), example('react'));
  writeFileSync(
    join(project, 'main.jsx'),
    `import { createRoot } from 'react-dom/client';
     import { useState } from 'react';
     import { Transfer } from './transfer.jsx';
     function Page() {
       const [scenario, choose] = useState('ahn-fig1-vr');
       return <><button onClick={() => choose('low-chain')}>Another</button><Transfer scenario={scenario} /></>;
     }
     createRoot(document.getElementById('root')).render(<Page />);`,
  );
  for (const name of ['react', 'react-dom', 'scheduler'])
    symlinkSync(`${ROOT}node_modules/${name}`, join(project, 'node_modules', name));
  const [chunk] = await bundle({
    root: project,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { lib: { entry: join(project, 'main.jsx'), formats: ['es'], fileName: 'main' } },
  });
  if (chunk?.type !== 'chunk') throw new Error('React’s page was not built.');
  host.serve('/main.js', chunk.code);
  const changed: string[] = [];
  page.on('console', (message) => changed.push(message.text()));
  await page.goto(site('<div id="root"></div><script type="module" src="./main.js"></script>'));
  const caption = page.locator('figcaption');
  await expect(caption).toHaveText(/^done after \d/);
  await expectDigest(page, VR);
  await expect(plots(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => changed).toContain('seconds changed');
  const before = await caption.textContent();
  await page.getByRole('button', { name: 'Another' }).click();
  await expectDigest(page, await digestOf('low-chain'));
  await expect(caption).not.toHaveText(before ?? '');
});

test('the docs’ cell works with Observable’s html', CHECK, async ({ page, site, host }) => {
  // A Framework page gives a cell `display`, `html`, and packages by `npm:`.
  const cell = example('observable').replace('npm:vegas-lab', './vegas-lab.js');
  expect(cell).not.toContain('npm:');
  host.serve('/htl.js', readFileSync('node_modules/htl/dist/index.js', 'utf8'));
  const display = 'const display = (value) => (document.querySelector("main").append(value), value);';
  await page.goto(
    site(
      `<script type="module">import { html } from './htl.js';\n${cell.replace(/^import .*$/m, (line) => `${line}\n${display}`)}</script>`,
    ),
  );
  await expect(page.locator('output')).toHaveText(/^\d+ retransmissions$/);
  const made = JSON.parse(scenarioText('ahn-fig1-vr'));
  expect(
    await page.evaluate(() => document.querySelector('vegas-lab')?.scenario?.flows[0]?.sender.preset),
  ).toBe('reno');
  expect(made.flows[0].sender.preset).not.toBe('reno');
});

test('the docs’ Quarto document has a block that works', CHECK, async ({ page, site }) => {
  const document = example('quarto');
  expect(/^resources: (.+)$/m.exec(document)?.[1]).toBe('vegas-lab.js');
  // Quarto passes raw blocks through.
  const blocks = [...document.matchAll(/^```\{=html\}\n(.*?)^```$/gms)].map(([, html]) => html);
  expect(blocks).toHaveLength(1);
  await page.goto(site(blocks.join('')));
  await expectDigest(page, VR);
  await expect(page.locator('.element-moment')).toHaveText('2.000 s');
});

test('the package imports in Node', ({ project }) => {
  const node = (code: string) =>
    execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: project,
      encoding: 'utf8',
    });
  expect(
    node(`import widget, { VegasLabElement, define } from 'vegas-lab';
      import { connect, EmbedError } from 'vegas-lab/sdk';
      import manifest from 'vegas-lab/custom-elements.json' with { type: 'json' };
      define();
      console.log(typeof widget.render, typeof VegasLabElement, typeof connect, new EmbedError({ code: 'failed', message: '' }).name, manifest.schemaVersion);`),
  ).toBe('function function function EmbedError 2.1.0\n');
});

test('the package’s types check in an empty project', CHECK, ({ project }) => {
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  symlinkSync(`${ROOT}node_modules/@types/react`, join(project, 'node_modules/@types/react'));
  symlinkSync(`${ROOT}node_modules/csstype`, join(project, 'node_modules/csstype'));
  writeFileSync(
    join(project, 'right.tsx'),
    `import type {} from 'vegas-lab/react';
     import type { VegasLabElement } from 'vegas-lab';
     import { connect } from 'vegas-lab/sdk';
     const lab = document.createElement('vegas-lab');
     lab.scenario = 'ahn-fig1-vr';
     lab.scenario = { ...lab.scenario, seed: 7 };
     lab.panels = ['window'];
     lab.addEventListener('run', ({ detail }) => detail.summary.flows[0]?.completed_at_s?.toFixed(1));
     lab.addEventListener('change', function ({ detail }) {
       if (detail.name === 'seconds') detail.value?.[0].toFixed(1);
       this.summary?.digest.toUpperCase();
     });
     lab.ready.then((element: VegasLabElement) => element.seconds?.[0]);
     connect(document.createElement('iframe')).on('summary', ({ arms }) => Object.keys(arms));
     export const made = <vegas-lab scenario="ahn-fig1-vr" panels={['window']} onrun={({ detail }) => detail.text} />;`,
  );
  writeFileSync(
    join(project, 'wrong.tsx'),
    `import type {} from 'vegas-lab/react';
     const lab = document.createElement('vegas-lab');
     // @ts-expect-error: There is no such plot.
     lab.panels = ['windows'];
     // @ts-expect-error: The element sets it.
     lab.summary = null;
     // @ts-expect-error: The event has no such detail.
     lab.addEventListener('run', ({ detail }) => detail.digest);
     // @ts-expect-error: There is no such theme.
     export const made = <vegas-lab theme="sepia" />;`,
  );
  // Without skipLibCheck: the package's declarations have no errors of their own.
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])
    execFileSync(
      ...tool('tsc', [
        ...[
          '--noEmit',
          '--strict',
          '--target',
          'es2023',
          '--lib',
          'es2023,dom,dom.iterable',
          '--jsx',
          'react-jsx',
        ],
        ...[
          '--types',
          '',
          '--module',
          module ?? '',
          '--moduleResolution',
          resolution ?? '',
          'right.tsx',
          'wrong.tsx',
        ],
      ]),
      { cwd: project, encoding: 'utf8' },
    );
});

test('the package is as small as the docs say', ({ project }) => {
  const sizes = ['vegas-lab.js', 'sdk.js'].map((file) => {
    const bytes = readFileSync(join(project, 'node_modules/vegas-lab', file));
    return [bytes.length / 1000, gzipSync(bytes, { level: 9 }).length / 1000];
  });
  expect(DOCS).toContain('(2.1 MB, 720 kB compressed)');
  const [[whole = 0, compressed = 0] = [], [sdk = 0] = []] = sizes;
  expect(whole).toBeLessThan(2070);
  expect(compressed).toBeLessThan(722);
  expect(sdk).toBeLessThan(7);
});

test('the manifest is valid, and describes the element', async ({ page, site, project }) => {
  const read = (file: string) => readFileSync(join(project, 'node_modules/vegas-lab', file), 'utf8');
  const manifest = JSON.parse(read('custom-elements.json'));
  const validate = new Ajv({ strict: false }).compile(schema);
  expect(validate(manifest), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...manifest, modules: [{ kind: 'module' }] })).toBe(false);
  const [element] = manifest.modules[0].declarations;
  await page.goto(site(SCRIPT));
  await page.waitForFunction(() => customElements.get('vegas-lab') !== undefined);
  const actual = await page.evaluate(() => {
    const made = document.createElement('vegas-lab');
    const { prototype, observedAttributes } = customElements.get('vegas-lab') as typeof VegasLabElement;
    const accessors = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(
      ([, { get }]) => get,
    );
    return {
      attributes: observedAttributes,
      fields: accessors.map(([name, { set }]) => ({
        name,
        readonly: set === undefined,
        value: JSON.stringify(made[name as keyof VegasLabElement]),
      })),
      own: Object.getOwnPropertyNames(made),
    };
  });
  interface Member {
    name: string;
    attribute?: string;
    readonly?: boolean;
    default?: string;
    description: string;
  }
  const members: Member[] = element.members;
  const defaultOf = ({ default: text }: Member) =>
    JSON.stringify(JSON.parse((text ?? '').replaceAll("'", '"')));
  expect(element.attributes.map(({ name }: Member) => name)).toEqual(actual.attributes);
  expect(members.flatMap(({ attribute }) => attribute ?? [])).toEqual(actual.attributes);
  expect(
    members
      .filter(({ name }) => !actual.own.includes(name))
      .map((one) => ({
        name: one.name,
        readonly: one.readonly === true,
        value: defaultOf(one),
      })),
  ).toEqual(actual.fields);
  expect(members.map(({ name }) => name)).toEqual(expect.arrayContaining(actual.own));
  // The same descriptions as in the types.
  const types = read('types/deliver/element/vegasLab.d.ts').replace(/\s*\n\s*\*(?!\/)/g, '');
  for (const { name, description } of [...members, ...element.events])
    expect(types, name).toContain(description);
  const readme = read('README.md');
  for (const { name } of [...element.attributes, ...members, ...element.events])
    expect(readme).toContain(`\`${name}\``);
});

/** Logs the events that reach the page from the element, as pages with single-key shortcuts listen for them. */
const LISTEN_FOR_KEYS = `<script>
  window.reached = [];
  for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'paste', 'copy'])
    document.addEventListener(type, (event) => reached.push(event.key === undefined ? type : type + ' ' + event.key));
</script>`;

/** The events that have reached the page since the last call, except those of Shift and Control. */
const reached = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { reached: all } = window as unknown as { reached: string[] };
    return all.splice(0).filter((one) => !/Shift|Control/.test(one));
  });

test('keeps the keys that it uses from the page, and no others', async ({ page, site }) => {
  await page.goto(
    site(
      `<button>Before</button><vegas-lab scenario="ahn-fig1-vr" panels="window" controls="flows.0.sender.preset,links.R1-R2.rate_bps"></vegas-lab>${LISTEN_FOR_KEYS}${SCRIPT}`,
    ),
  );
  await expectDigest(page, VR);
  const press = async (...keys: string[]) => {
    await reached(page);
    for (const key of keys) await page.keyboard.press(key);
    return reached(page);
  };
  await page.getByRole('button', { name: 'Before' }).focus();
  expect(await press('s')).toEqual(['keydown s', 'keypress s', 'keyup s']);

  await test.step('in a field', async () => {
    const field = page.locator('vegas-lab .exact');
    await field.focus();
    expect(
      await press('Control+a', '1', '2', '0', 'Backspace', '0', 'ArrowLeft', 'Home', 'Enter', 's', ' '),
    ).toEqual([]);
    await expect(field).toHaveValue(/1\d/);
    expect(await press('Control+c', 'Control+v', 'Control+z')).toEqual([]);
    expect(await press('Control+s', 'F2', 'Escape')).toEqual([
      ...['keydown s', 'keyup s', 'keydown F2', 'keyup F2', 'keydown Escape', 'keyup Escape'],
    ]);
    expect(await press('Tab')).toContain('keydown Tab');
    await expect(field).not.toBeFocused();
  });
  await test.step('on a slider', async () => {
    await page.getByRole('slider', { name: 'Rate', exact: true }).focus();
    expect(await press('ArrowRight', 'ArrowLeft', 'PageUp', 'Home')).toEqual([]);
    expect(await press('s')).toEqual(['keydown s', 'keypress s', 'keyup s']);
  });
  await test.step('on the path', async () => {
    await page.getByRole('group', { name: 'The path: nodes and links' }).getByRole('button').first().focus();
    expect(await press('ArrowRight', 'ArrowLeft')).toEqual([]);
    await page.locator('vegas-lab .handle').first().focus();
    expect(await press('ArrowRight', 'ArrowUp')).toEqual([]);
  });
  await test.step('on a plot', async () => {
    await page.locator('vegas-lab .plot-hands').first().focus();
    expect(await press('ArrowRight', 'Shift+ArrowLeft', ' ', ' ', '+', '0', 'Escape')).toEqual([]);
    expect(await press('s', 'n')).toHaveLength(6);
  });
  await test.step('on a button and in its pop-up', async () => {
    const zoom = page.getByRole('button', { name: 'Zoom in' });
    await zoom.focus();
    expect(await press(' ', 'Enter')).toEqual([]);
    expect(await press('s')).toHaveLength(3);
    const senders = page.locator('vegas-lab .floats[data-menu="sender-list"]').first();
    await senders.focus();
    expect(await press('Enter')).toEqual([]);
    await expect(page.getByRole('combobox', { name: 'Find a sender' })).toBeFocused();
    expect(await press('r', 'e', 'ArrowDown', 'Escape')).toEqual([]);
    await expect(page.locator('vegas-lab :popover-open')).toHaveCount(0);
    await expect(senders).toBeFocused();
    expect(await press('Escape')).toHaveLength(2);
  });
});

const SURROUNDINGS = [
  ...[0.5, 0.8, 1.5, 2].map((factor) => ({ name: `zoom ${factor}`, style: `zoom: ${factor}` })),
  ...[0.5, 1.5].map((factor) => ({
    name: `scale ${factor}`,
    style: `transform: scale(${factor}); transform-origin: 0 0`,
  })),
  { name: 'zoom 1.5 and scale 0.6', style: 'zoom: 1.5; transform: scale(0.6); transform-origin: 0 0' },
];

for (const { name, style } of SURROUNDINGS)
  test(`opens pop-ups next to their buttons, and follows the pointer, at ${name}`, async ({ page, site }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(
      site(
        `<div style="${style}; width: 620px; margin-left: 20px"><vegas-lab scenario="ahn-fig1-vr" panels="window,queue"></vegas-lab></div>${SCRIPT}`,
      ),
    );
    await expectDigest(page, VR);
    const screen = { width: 1280, height: 900 };
    const open = page.locator('vegas-lab :popover-open');
    /** Expects an open pop-up inside the screen and next to the element that opened it. */
    const expectNextTo = async (what: string, opener: ReturnType<Page['locator']>) => {
      await expect(open, what).toHaveCount(1);
      await expect
        .poll(
          async () => {
            const [box, from] = [await open.boundingBox(), await opener.boundingBox()];
            if (box === null || from === null) return 'nothing';
            const [right, bottom] = [box.x + box.width, box.y + box.height];
            if (box.x < -1 || box.y < -1 || right > screen.width + 1 || bottom > screen.height + 1)
              return `outside: ${JSON.stringify(box)}`;
            const across = Math.max(from.x - right, box.x - (from.x + from.width));
            const along = Math.max(from.y - bottom, box.y - (from.y + from.height));
            return across > 20 || along > 20 ? `away: ${JSON.stringify({ box, from })}` : 'next to it';
          },
          { message: what },
        )
        .toBe('next to it');
    };
    const menus = page.locator('vegas-lab .floats:visible');
    const count = await menus.count();
    expect(count).toBeGreaterThan(1);
    for (let place = 0; place < count; place += 1) {
      const menu = menus.nth(place);
      await menu.click();
      await expectNextTo((await menu.textContent()) ?? '', menu);
      await page.keyboard.press('Escape');
      await expect(open).toHaveCount(0);
    }
    const link = page
      .getByRole('group', { name: 'The path: nodes and links' })
      .getByRole('button', { name: /^Link/ })
      .first();
    await link.focus();
    await page.keyboard.press('Enter');
    await expectNextTo('the fields of a link', link);
    await page.keyboard.press('Escape');
    const entry = page.locator('vegas-lab .legend-line li[data-pressable="true"]:visible').first();
    await entry.hover();
    await expectNextTo('the explanation of a mark', entry);
    await page.mouse.move(1, 1);
    await expect(open).toHaveCount(0);

    const hands = page.locator('vegas-lab .plot-hands').first();
    await page.evaluate(() => {
      const lab = document.querySelector('vegas-lab');
      if (lab !== null) lab.seconds = [2, 6];
    });
    await expect(page.locator('.element-moment')).toContainText('2.0');
    await hands.scrollIntoViewIfNeeded();
    const box = await hands.boundingBox();
    if (box === null) throw new Error('The plot has no box.');
    const y = box.y + box.height / 2;
    const cursor = () => page.evaluate(() => document.querySelector('vegas-lab')?.cursor ?? Number.NaN);
    for (const share of [0.2, 0.75]) {
      await page.mouse.move(box.x + share * box.width, y);
      await expect.poll(async () => Math.abs((await cursor()) - (2 + 4 * share))).toBeLessThan(0.1);
      const line = await page.locator('vegas-lab .cursor-line').first().boundingBox();
      expect(Math.abs((line?.x ?? 0) - (box.x + share * box.width))).toBeLessThan(6);
    }
    // Shift and drag: what's under the pointer stays under it.
    await page.keyboard.down('Shift');
    await page.mouse.move(box.x + 0.25 * box.width, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.5 * box.width, y, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await expect
      .poll(() =>
        page.evaluate(() =>
          document.querySelector('vegas-lab')?.seconds?.map((one) => Math.round(one * 20) / 20),
        ),
      )
      .toEqual([1, 5]);
  });
