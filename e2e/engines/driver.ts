/** What the flows need from a browser engine. Each of the three has its own protocol for it. */

export type Scheme = 'light' | 'dark';

/** Size of the page in CSS pixels; one is one screen pixel in all three. */
export const VIEWPORT = { width: 1280, height: 900 };

export interface Driver {
  /** The engine's own name and version. */
  version: string;
  /** Opens an address, and resolves when it has loaded. */
  goto(address: string): Promise<void>;
  /** The value of an expression in the page, awaited if it is a promise. Must be JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** A real pointer, as the engine believes. */
  moveTo(x: number, y: number): Promise<void>;
  down(): Promise<void>;
  up(): Promise<void>;
  /** A real key, by its name in the DOM. */
  press(key: string): Promise<void>;
  /** A screenshot of the window: a PNG as base64. */
  screenshot(): Promise<string>;
  /** Console errors and warnings and uncaught errors since the start. */
  errors(): Promise<string[]>;
  /** Ends the browser and takes away what it wrote. */
  close(): Promise<void>;
}

/** An engine's programs, and a function that starts it with a light or dark system theme. */
export interface Engine {
  /** Missing Debian packages, or null. */
  missing(): string | null;
  launch(scheme: Scheme): Promise<Driver>;
}
