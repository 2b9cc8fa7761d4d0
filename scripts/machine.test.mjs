import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BROWSER } from './browser.mjs';
import { run } from './child.mjs';
import { demand, provide } from './machine.mjs';
import { PYTHON_3 } from './python.mjs';
import { checkClone, checkRust, GIT, LINKER } from './setup.mjs';

const OWN = '/home/ada/.cache/ms-playwright/chrome';
const SHELL = '/usr/bin/chromium-headless-shell';

/**
 * A machine on which programs can be installed.
 * @param {object} [options]
 * @param {Partial<import('./browser.mjs').Machine>} [options.is]
 * @param {string[]} [options.has] the programs and browsers that work at first
 * @param {Record<string, string | null>} [options.broken] browsers that exist, with why they don't start
 * @param {Record<string, string[]>} [options.installs] what a command adds, by a part of its text; other installations fail
 */
function machine({ is = {}, has = [], broken = {}, installs = {} } = {}) {
  const working = new Set(has);
  /** @type {string[]} */
  const typed = [];
  /** @type {import('./browser.mjs').Machine['run']} */
  const run = (program, args) => Promise.resolve(answer(program, args));
  const answer = (/** @type {string} */ program, /** @type {readonly string[]} */ args) => {
    const command = [program, ...args].join(' ');
    if (/ install| update/.test(command)) {
      typed.push(command.replace(/.*cli\.js/, 'playwright').replace(/-qq .*?(?=update|install )/, ''));
      const [, added] = Object.entries(installs).find(([part]) => command.includes(part)) ?? [];
      for (const one of added ?? []) working.add(one);
      return added || command.endsWith('update')
        ? { code: 0, output: '' }
        : { code: 100, output: 'Error: getaddrinfo ENOTFOUND the.download\n    at somewhere' };
    }
    if (program === 'rustc' && !working.has('cc'))
      return { code: 1, output: 'error: linker `cc` not found\n  |\n' };
    const works = working.has(program);
    return works ? { code: 0, output: `${program} 1.99.0` } : { code: -1, output: `spawn ${program} ENOENT` };
  };
  return {
    typed,
    ...{ run, platform: /** @type {const} */ ('linux'), root: true, apt: true, debian: true },
    browsers: async () => ({
      playwrights: working.has(OWN) || OWN in broken ? OWN : null,
      others: [SHELL].filter((path) => working.has(path) || path in broken),
    }),
    problemOf: async (/** @type {string} */ path) => (working.has(path) ? null : (broken[path] ?? 'gone')),
    ...is,
  };
}

const PLAYWRIGHT = 'playwright install chromium';
const LIBRARY = 'error while loading shared libraries: libnspr4.so';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

it('a browser for the tests is used if it starts, and nothing is installed', async () => {
  const here = machine({ has: [SHELL] });
  expect(await demand(BROWSER, here)).toBe(SHELL);
  expect(here.typed).toEqual([]);
});

it.each([
  { root: true },
  { root: false },
  { root: false, apt: false, platform: /** @type {const} */ ('darwin') },
])('a browser for the tests is Playwright’s, if there is none: %o', async (is) => {
  const here = machine({ is, installs: { 'install chromium': [OWN] } });
  expect(await demand(BROWSER, here)).toBe(OWN);
  expect(here.typed).toEqual([PLAYWRIGHT]);
});

it('a browser for the tests is Debian’s, if Playwright’s can’t be downloaded', async () => {
  const here = machine({ installs: { 'chromium-headless-shell': [SHELL] } });
  expect(await demand(BROWSER, here)).toBe(SHELL);
  expect(here.typed).toEqual([
    PLAYWRIGHT,
    'apt-get update',
    'apt-get install --yes --no-install-recommends chromium-headless-shell',
  ]);
  // Older releases have no such package.
  const older = machine({ installs: { 'recommends chromium': [SHELL] } });
  expect(await demand(BROWSER, older)).toBe(SHELL);
});

it('a browser for the tests is Playwright’s with its libraries, if it doesn’t start without them', async () => {
  const installs = { 'install chromium': [], 'install-deps chromium': [OWN] };
  const here = machine({ broken: { [OWN]: LIBRARY }, installs });
  expect(await demand(BROWSER, here)).toBe(OWN);
  expect(here.typed).toEqual([PLAYWRIGHT, 'playwright install-deps chromium']);
});

it('a browser for the tests is another one, if the first doesn’t start', async () => {
  const here = machine({ has: [SHELL], broken: { [OWN]: LIBRARY } });
  expect(await demand(BROWSER, here)).toBe(SHELL);
  expect(here.typed).toEqual([]);
});

it('a browser for the tests is asked for in one sentence, if none can be installed', async () => {
  /** @param {Parameters<typeof machine>[0]} options */
  const sentence = async (options) => {
    const here = machine(options);
    const found = await provide(BROWSER, here);
    return { typed: here.typed, missing: 'missing' in found ? found.missing : '' };
  };
  // An ordinary user never starts apt-get.
  expect(await sentence({ is: { root: false } })).toEqual({
    typed: [PLAYWRIGHT],
    missing:
      'no Chromium or Chrome found, and none could be installed: as root, type apt-get install chromium, or set CHROME_PATH to a Chromium or Chrome',
  });
  // Ubuntu's packages install a snap.
  expect((await sentence({ is: { debian: false } })).missing).toMatch(
    /: type npx playwright install --with-deps chromium, or install Google Chrome, or set CHROME_PATH/,
  );
  expect((await sentence({ is: { apt: false, debian: false } })).missing).toMatch(
    /: type npx playwright install chromium, or install/,
  );
  const broken = await sentence({ is: { root: false }, broken: { [SHELL]: LIBRARY } });
  expect(broken.missing).toMatch(
    /^\/usr\/bin\/chromium-headless-shell doesn’t start \(error while loading .*: as root, type/,
  );
  const failed = await sentence({});
  expect(failed.typed).toHaveLength(4);
  for (const { missing } of [broken, failed]) expect(missing).not.toContain('\n');
});

describe.each([
  { need: PYTHON_3, name: 'python3', packages: 'python3 python3-venv', elsewhere: 'python.org' },
  { need: GIT, name: 'git', packages: 'git', elsewhere: 'git-scm.com' },
  { need: LINKER, name: 'cc', packages: 'gcc libc6-dev', elsewhere: 'install gcc' },
])('$need.name', ({ need, name, packages, elsewhere }) => {
  const installs = { [`recommends ${packages}`]: [name] };
  const also = name === 'cc' ? ['rustc'] : [];

  it('is used if it works', async () => {
    const here = machine({ has: [name, ...also] });
    expect(await provide(need, here)).toHaveProperty('at');
    expect(here.typed).toEqual([]);
  });

  it('is installed by root where there’s apt-get, without a question', async () => {
    const here = machine({ has: also, installs });
    expect(await provide(need, here)).toHaveProperty('at');
    expect(here.typed).toEqual([
      'apt-get update',
      `apt-get install --yes --no-install-recommends ${packages}`,
    ]);
  });

  it('is asked for in one sentence anywhere else', async () => {
    for (const [is, types] of /** @type {const} */ ([
      [{ root: false }, `as root, type apt-get install ${packages}`],
      [{ apt: false }, elsewhere],
    ])) {
      const here = machine({ is, installs });
      await expect(demand(need, here)).rejects.toThrow(types);
      await expect(demand(need, here)).rejects.not.toThrow('\n');
      expect(here.typed).toEqual([]);
    }
  });
});

it('packages’ lists are refreshed once', async () => {
  const here = machine();
  for (const need of [GIT, PYTHON_3]) await provide(need, here);
  expect(here.typed.filter((command) => command.includes('update'))).toHaveLength(1);
});

it('a program is ended after a limit, even if what it started goes on', async () => {
  const forever = 'setInterval(() => {}, 1000)';
  const hung = `require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)'], { stdio: 'inherit' });${forever}`;
  const { code, output } = await run(process.execPath, ['-e', hung], { limit_ms: 2000 });
  expect(code).not.toBe(0);
  expect(output).toContain('ended after 2 s');
});

it('the clone and Rust are refused with what to type', async () => {
  const git = (/** @type {string} */ output) =>
    machine({
      is: {
        run: async (_, [first]) => (first === 'ls-files' ? { code: 128, output } : { code: 0, output: '' }),
      },
    });
  await expect(
    checkClone(git("fatal: detected dubious ownership in repository at '/lab'\nTo add … safe.directory")),
  ).rejects.toThrow(/dubious ownership.*: type git config --global --add safe\.directory \S+$/);
  await expect(checkClone(git('fatal: not a git repository'))).rejects.toThrow(
    /: clone the project with git$/,
  );
  await expect(checkRust(machine())).rejects.toThrow('https://rustup.rs');
  await expect(checkRust(machine({ has: ['rustup'] }))).rejects.toThrow('rustup default stable');
  await expect(checkRust(machine({ has: ['cargo'] }))).resolves.toBeUndefined();
});
