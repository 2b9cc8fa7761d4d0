// Finds a Chromium for the tests and the benchmark. Run as a program, it prints the browser's path, or fails if there
// is none.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { main, Stop } from './child.mjs';

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

/** Returns the path of a browser: Playwright's own, else one that the environment names, else an installed one. */
export async function findBrowser() {
  const found =
    (await playwrightsOwn()) ??
    [process.env.CHROME_PATH, process.env.CHROMIUM_PATH].find((path) => path && runnable(path)) ??
    onPath(ON_PATH) ??
    STANDARD_PATHS.find(runnable);
  if (found) return found;
  throw new Stop(
    'no Chromium or Chrome found: type npx playwright install chromium, or install your system’s chromium package, or set CHROME_PATH',
  );
}

/** Playwright's launch options for that browser. */
export async function launchOptions() {
  return { executablePath: await findBrowser(), args: FLAGS };
}

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

async function playwrightsOwn() {
  try {
    const { chromium } = await import('@playwright/test');
    const path = chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined; // Playwright isn't installed yet
  }
}

/** Finds a program with one of these names on PATH. @param {readonly string[]} names */
export function onPath(names) {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name + suffix)))
    .find(runnable);
}

/** @param {string} path */
function runnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => console.log(await findBrowser()));
}
