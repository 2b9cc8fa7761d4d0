// Finds a Chromium for the tests and the benchmark that starts, or installs one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stop, tool } from './child.mjs';
import { apt, aptCommand, isRunnable, MACHINE, onPath } from './machine.mjs';

// Prefer the headless shell: a full browser also runs a page for its own toolbar, even without a window.
const ON_PATH = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

const STANDARD_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap(
    (folder) => (folder ? [join(folder, 'Google/Chrome/Application/chrome.exe')] : []),
  ),
];

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Containers run as root, where Chromium's sandbox refuses to start.
  ...(process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : []),
];

/** A download of some hundred megabytes; a blocked one may hang. */
const DOWNLOAD_LIMIT_MS = 600_000;
const START_LIMIT_MS = 120_000;

/**
 * @typedef {import('./machine.mjs').Machine & { debian: boolean, browsers: () => Promise<{ playwrights: string | null, others: string[] }>,
 *   problemOf: (path: string) => Promise<string | null> }} Machine `browsers` lists those that exist; `problemOf` says why one doesn't start
 */

/** @type {Machine} */
export const WITH_BROWSERS = {
  ...MACHINE,
  // Ubuntu's packages named chromium only install a snap, which containers can't.
  debian: /^ID="?debian"?$/m.test(textOf('/etc/os-release')),
  browsers,
  problemOf,
};

/** @type {import('./machine.mjs').Need<Machine>} */
export const BROWSER = {
  name: 'Chromium',
  async find({ browsers, problemOf }) {
    const { playwrights, others } = await browsers();
    const paths = playwrights === null ? others : [playwrights, ...others];
    const problems = [];
    for (const path of paths) {
      const problem = await problemOf(path);
      if (problem === null) return { at: path };
      problems.push(`${path} doesn’t start (${problem})`);
    }
    return { missing: problems.join(', ') || 'no Chromium or Chrome found, and none could be installed' };
  },
  ways: [
    async ({ run }) => {
      console.error('Installing Playwright’s Chromium (a download of some hundred megabytes) …');
      const install = tool('playwright', ['install', 'chromium']);
      const { code, output } = await run(...install, { limit_ms: DOWNLOAD_LIMIT_MS });
      if (code !== 0) console.error(`That failed: ${reasonOf(output)}`);
      return code === 0;
    },
    async ({ run, root, apt, browsers }) => {
      if (!root || !apt || (await browsers()).playwrights === null) return false;
      console.error('Installing the libraries that Playwright’s Chromium needs with apt-get …');
      const install = tool('playwright', ['install-deps', 'chromium']);
      const env = { DEBIAN_FRONTEND: 'noninteractive' };
      return (await run(...install, { env, write: (text) => void process.stderr.write(text) })).code === 0;
    },
    apt('chromium-headless-shell'),
    apt('chromium'),
  ],
  toType: ({ platform, apt, debian }) => {
    const install = debian
      ? aptCommand('chromium')
      : `type npx playwright install ${platform === 'linux' && apt ? '--with-deps ' : ''}chromium, or install Google Chrome`;
    return `${install}, or set CHROME_PATH to a Chromium or Chrome`;
  },
};

/**
 * Returns the path of a browser that starts: Playwright's own, else one that the environment names, else an installed one. The
 * processes that this one starts use the same.
 */
export async function findBrowser() {
  const { VEGASLAB_BROWSER: known } = process.env;
  if (known) return known;
  const found = await BROWSER.find(WITH_BROWSERS);
  if ('missing' in found) throw new Stop(`${found.missing}: ${BROWSER.toType(WITH_BROWSERS)}`);
  process.env.VEGASLAB_BROWSER = found.at;
  return found.at;
}

/** Playwright's launch options for that browser. */
export async function launchOptions() {
  return { executablePath: await findBrowser(), args: FLAGS };
}

async function browsers() {
  const named = [process.env.CHROME_PATH, process.env.CHROMIUM_PATH].filter((path) => path !== undefined);
  const installed = ON_PATH.flatMap((name) => onPath([name]) ?? []);
  const others = [...named, ...installed, ...STANDARD_PATHS].filter(isRunnable);
  return { playwrights: await playwrightsOwn(), others: [...new Set(others)] };
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  try {
    const path = chromium.executablePath();
    return existsSync(path) ? path : null;
  } catch {
    return null; // Playwright has none for this system
  }
}

/** Starts a browser as the tests do. @param {string} executablePath */
async function problemOf(executablePath) {
  const { chromium } = await import('@playwright/test');
  try {
    await (await chromium.launch({ executablePath, args: FLAGS, timeout: START_LIMIT_MS })).close();
    return null;
  } catch (error) {
    return reasonOf(error instanceof Error ? error.message : `${error}`);
  }
}

/** The line of a program's output that says most. @param {string} output */
export function reasonOf(output) {
  const lines = output.split('\n').map((line) => line.trim());
  const line = lines.find((line) => /error while loading|\berror:/i.test(line)) ?? lines.find(Boolean) ?? '';
  return line.replace(/^.*?(error while loading)/, '$1').replace(/^- \[pid=\d+\]\[err\] /, '');
}

/** @param {string} file @returns its text; empty if there is none */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
