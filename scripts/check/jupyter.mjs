// Shows the widget in a real JupyterLab: a cell draws, a control changes the scenario in the kernel, and the kernel changes
// the cell. Only `npm run check` runs it, because JupyterLab takes long to install and to start.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOptions } from '../browser.mjs';
import { Stop } from '../child.mjs';

const PORT = 20_000 + (process.pid % 20_000);
const ADDRESS = `http://127.0.0.1:${PORT}/`;

/** The notebook's cells. */
const CELLS = [
  'import vegaslab as vl\nwidget = vl.Widget("ahn-fig1-vr", panels=["window"], controls=["links.R1-R2.rate_bps"])\nwidget',
  'print("rate", widget.scenario["links"][1]["rate_bps"], widget.summary["digest"])',
  'run = vl.run(vl.scenario("ahn-fig1-rr"))\nwidget.show(run)\nprint("shown", run.digest)',
];

/**
 * @param {string} jupyter the program `jupyter-lab`, of a Python that has the package
 * @param {Record<string, string>} [env]
 * @param {string} [picture] a file for a picture of the notebook
 */
export async function testJupyterLab(jupyter, env = {}, picture) {
  const folder = mkdtempSync(join(tmpdir(), 'vegaslab-jupyter-'));
  const source = (/** @type {string} */ text) => ({
    cell_type: 'code',
    source: text,
    metadata: {},
    outputs: [],
    execution_count: null,
  });
  const notebook = {
    nbformat: 4,
    nbformat_minor: 4,
    metadata: { kernelspec: { name: 'python3', display_name: 'Python 3' } },
    cells: CELLS.map(source),
  };
  writeFileSync(join(folder, 'lab.ipynb'), JSON.stringify(notebook));
  const home = join(folder, 'home');
  mkdirSync(home);
  const args = [
    '--no-browser',
    '--allow-root',
    `--ServerApp.port=${PORT}`,
    '--ServerApp.port_retries=0',
    '--IdentityProvider.token=',
  ];
  // Nothing is looked up: no news, no updates, no user's settings.
  const quiet = ['--LabApp.news_url=None', '--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate'];
  const server = spawn(jupyter, [...args, ...quiet, folder], {
    env: { ...process.env, ...env, HOME: home, JUPYTER_PLATFORM_DIRS: '1' },
    stdio: 'ignore',
  });
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch(await launchOptions());
  try {
    await answered(server);
    const page = await browser.newPage({ viewport: { width: 1200, height: 1000 } });
    /** @type {string[]} */
    const elsewhere = [];
    page.on('request', (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(ADDRESS))
        elsewhere.push(request.url());
    });
    page.setDefaultTimeout(300_000);
    await page.goto(`${ADDRESS}lab/tree/lab.ipynb`);
    const cell = page.locator('.jp-Notebook .jp-CodeCell');
    const run = () => page.keyboard.press('Shift+Enter');
    await cell.first().locator('.cm-content').click();
    await page.locator('.jp-NotebookPanel-toolbar [data-status="idle"]').first().waitFor();
    await run();
    await page.locator('.element [data-panel="window"] canvas').first().waitFor();
    await page.getByText('cwnd of transfer peaked at').first().waitFor({ state: 'attached' });
    const slider = page.getByRole('slider', { name: 'Rate', exact: true });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Reset' }).and(page.locator(':enabled')).waitFor();
    await page.waitForTimeout(2000);
    await cell.nth(1).locator('.cm-content').click();
    await run();
    const printed = await cell.nth(1).locator('.jp-OutputArea-output pre').innerText();
    const [, rate, digest] = /rate (\d+) (\w{16})/.exec(printed) ?? [];
    if (!(Number(rate) > 800_000) || digest === '57bbab728ca5cfc2')
      throw new Stop(`the kernel has: ${printed}`);
    if ((await cell.count()) !== CELLS.length) throw new Stop('keys in the widget have changed the notebook');
    await cell.nth(2).locator('.cm-content').click();
    await run();
    await page.getByRole('heading', { name: 'R-R: Reno sender, Reno receiver' }).waitFor();
    if (picture !== undefined) await page.screenshot({ path: picture });
    if (elsewhere.length > 0) throw new Stop(`requests to other hosts: ${elsewhere.join(', ')}`);
  } finally {
    await browser.close();
    server.kill('SIGINT');
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until the server answers. @param {import('node:child_process').ChildProcess} server */
async function answered(server) {
  for (let tries = 0; tries < 300; tries += 1) {
    if (server.exitCode !== null) throw new Stop(`JupyterLab has stopped (exit code ${server.exitCode})`);
    try {
      if ((await fetch(`${ADDRESS}api`)).ok) return;
    } catch {
      // It isn't there yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Stop('JupyterLab has not started within five minutes');
}
