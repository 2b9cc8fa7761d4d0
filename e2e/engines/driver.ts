/** The little that a browser engine has to be able to do for the flows: each of three has its own protocol for it. */

export type Scheme = 'light' | 'dark';

/** Inside the window, in CSS pixels, which are those of the screen in all three. */
export const VIEWPORT = { width: 1280, height: 900 };

export interface Driver {
  /** As the engine calls itself. */
  version: string;
  /** Leaves the page for another; back when that has loaded. */
  goto(address: string): Promise<void>;
  /** The value of an expression in the page, or of what it promises; JSON. */
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
