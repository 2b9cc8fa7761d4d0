/** A minimal W3C WebDriver client with one pointer, one keyboard and one window. */

/** Timeout for a driver's answer, ms. */
const WITHIN_MS = 180_000;

/** Keys without a character, by DOM name (WebDriver, 17.4.2). */
const KEYS: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

interface Answer {
  value: unknown;
}

async function ask(method: string, address: string, body?: object): Promise<unknown> {
  const response = await fetch(address, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  const { value } = (await response.json()) as Answer;
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${method} ${new URL(address).pathname}: ${error}: ${message}`);
}

/** Returns whether a driver listens at this address. */
export async function isListening(driver: string): Promise<boolean> {
  return await ask('GET', `${driver}/status`).then(
    () => true,
    () => false,
  );
}

export class Session {
  readonly version: string;
  private readonly address: string;

  private constructor(address: string, version: string) {
    this.address = address;
    this.version = version;
  }

  static async begin(driver: string, capabilities: object): Promise<Session> {
    const answer = await ask('POST', `${driver}/session`, { capabilities: { alwaysMatch: capabilities } });
    const { sessionId, capabilities: got } = answer as {
      sessionId: string;
      capabilities: { browserVersion: string };
    };
    const address = `${driver}/session/${sessionId}`;
    await ask('POST', `${address}/timeouts`, { script: WITHIN_MS, pageLoad: WITHIN_MS });
    return new Session(address, got.browserVersion);
  }

  async goto(url: string): Promise<void> {
    await this.post('url', { url });
  }

  /** The value of an expression, awaited if it's a promise. */
  async evaluate(expression: string): Promise<unknown> {
    const script = `const done = arguments[0];
      new Promise((resolve) => resolve(${expression})).then(
        (value) => done({ value: value ?? null }),
        (error) => done({ error: String(error) }),
      );`;
    const reply = (await this.post('execute/async', { script, args: [] })) as {
      value?: unknown;
      error?: string;
    };
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply.value;
  }

  /** Sizes the window so that the page has this size. */
  async resize(width: number, height: number): Promise<void> {
    const [has = 0, high = 0] = (await this.evaluate('[innerWidth, innerHeight]')) as number[];
    const rect = (await ask('GET', `${this.address}/window/rect`)) as { width: number; height: number };
    await this.post('window/rect', { width: rect.width + width - has, height: rect.height + height - high });
  }

  async pointer(...actions: object[]): Promise<void> {
    await this.post('actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  async press(key: string): Promise<void> {
    const value = KEYS[key] ?? key;
    if ([...value].length !== 1) throw new Error(`no such key here: ${key}`);
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }));
    await this.post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async screenshot(): Promise<string> {
    return (await ask('GET', `${this.address}/screenshot`)) as string;
  }

  async end(): Promise<void> {
    await ask('DELETE', this.address);
  }

  private async post(command: string, body: object): Promise<unknown> {
    return await ask('POST', `${this.address}/${command}`, body);
  }
}
