// Finds a Chromium for the tests and the benchmark. Run as a program it prints where, and fails if nowhere.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { main, Stop } from './child.mjs';

// The headless shell first: a whole browser without a window still runs a page for its own toolbar beside each of ours.
const ON_PATH = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap(
    (folder) => (folder ? [join(folder, 'Google/Chrome/Application/chrome.exe')] : []),
  ),
];

/** What to launch: Playwright's own browser, else one that the environment names, else an installed one. */
export async function findBrowser() {
  const found =
    (await playwrightsOwn()) ??
    [process.env.CHROME_PATH, process.env.CHROMIUM_PATH].find((path) => path && runnable(path)) ??
    onPath(ON_PATH) ??
    USUAL_PLACES.find(runnable);
  if (found) return found;
  throw new Stop(
    'no Chromium or Chrome found: type npx playwright install chromium, or install your system’s chromium package, or set CHROME_PATH',
  );
}

/** Playwright's launch options for the browser that was found. */
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
  // Chromium's sandbox refuses to start as root, which is what containers run as.
  ...(process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : []),
];

async function playwrightsOwn() {
  try {
    const { chromium } = await import('@playwright/test');
    const path = chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined; // before npm has installed Playwright, there is no browser of its own either
  }
}

/** The first program of one of these names. @param {readonly string[]} names */
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
