/** WebKit: WebKitGTK's MiniBrowser on a virtual screen, over WebDriver. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { onPath } from '../../scripts/machine.mjs';
import { type Driver, type Engine, type Scheme, VIEWPORT } from './driver';
import { type Program, start } from './programs';
import { isListening, Session } from './webdriver';

const SCREEN = '1600x1200x24';

const driverProgram = () => onPath(['WebKitWebDriver']);
const screenProgram = () => onPath(['Xvfb']);

export const WEBKIT: Engine = {
  missing: () =>
    driverProgram() === undefined ? 'webkit2gtk-driver' : screenProgram() === undefined ? 'xvfb' : null,
  async launch(scheme) {
    const home = mkdtempSync(join(tmpdir(), 'vegaslab-webkit-'));
    const programs: Program[] = [];
    const away = async () => {
      for (const program of programs.reverse()) await program.end();
      rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    };
    try {
      const session = await begin(scheme, home, programs);
      return driverOf(session, async () => {
        await session.end().catch(() => {});
        await away();
      });
    } catch (error) {
      await away();
      throw error;
    }
  },
};

async function begin(scheme: Scheme, home: string, programs: Program[]): Promise<Session> {
  const folders = { HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
  const env = { ...process.env, ...folders };
  const screen = start(
    screenProgram() ?? '',
    ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp'],
    env,
  );
  programs.push(screen);
  const [display] = await once(screen.output, 'data', { signal: AbortSignal.timeout(60_000) });
  const port = await freePort();
  programs.push(
    start(driverProgram() ?? '', [`--port=${port}`], {
      ...env,
      DISPLAY: `:${String(display).trim()}`,
      GDK_BACKEND: 'x11',
      // WebKitGTK 2.50 compiles wasm in a second thread and switches to the new code in the middle of a run. About one
      // first run in 1,600 comes out wrong then, see docs/extending.md. The same thread compiles the same code.
      JSC_useConcurrentJIT: '0',
      GTK_THEME: scheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
    }),
  );
  const driver = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await isListening(driver)); tries += 1) {
    if (tries > 300) throw new Error('WebKitWebDriver does not listen');
    await after(100);
  }
  return await Session.begin(driver, {});
}

/** A free port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  await once(server, 'close');
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return bound.port;
}

async function driverOf(session: Session, close: () => Promise<void>): Promise<Driver> {
  await session.resize(VIEWPORT.width, VIEWPORT.height);
  // The protocol doesn't report the console, so a script in the page records it as early as possible.
  const noted: string[] = [];
  const collect = async () => {
    noted.push(...((await session.evaluate(`globalThis.${NOTED}?.splice(0) ?? []`)) as string[]));
  };
  const mouse = { pointerType: 'mouse' };
  return {
    version: `WebKitGTK ${session.version}`,
    async goto(address) {
      await collect();
      await session.goto(address);
      await session.evaluate(NOTE);
    },
    evaluate: (expression) => session.evaluate(expression),
    moveTo: (x, y) =>
      session.pointer({ ...mouse, type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) }),
    down: () => session.pointer({ ...mouse, type: 'pointerDown', button: 0 }),
    up: () => session.pointer({ ...mouse, type: 'pointerUp', button: 0 }),
    press: (key) => session.press(key),
    screenshot: () => session.screenshot(),
    async errors() {
      await collect();
      return noted;
    },
    close,
  };
}

const NOTED = '__noted';

const NOTE = `(() => {
  if (globalThis.${NOTED}) return;
  const noted = (globalThis.${NOTED} = []);
  addEventListener('error', (event) => noted.push(event.message));
  addEventListener('unhandledrejection', (event) => noted.push(String(event.reason)));
  for (const level of ['error', 'warn']) {
    const said = console[level];
    console[level] = (...words) => {
      noted.push(words.map(String).join(' '));
      said.apply(console, words);
    };
  }
})()`;
