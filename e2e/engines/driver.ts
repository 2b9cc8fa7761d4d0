/** Browser control for the flows. Each of the three engines has its own protocol. */

export type Scheme = 'light' | 'dark';

/** Page size in CSS pixels. In all three engines, one is one screen pixel. */
export const VIEWPORT = { width: 1280, height: 900 };

export interface Driver {
  /** The engine's own name and version. */
  version: string;
  /** Opens an address, and resolves when it has loaded. */
  goto(address: string): Promise<void>;
  /** The value of an expression in the page, awaited if it is a promise. Must be JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Moves and presses a trusted pointer. */
  moveTo(x: number, y: number): Promise<void>;
  down(): Promise<void>;
  up(): Promise<void>;
  /** Presses a trusted key, by its DOM name. */
  press(key: string): Promise<void>;
  /** A screenshot of the window: a PNG as base64. */
  screenshot(): Promise<string>;
  /** Console errors and warnings and uncaught errors since the start. */
  errors(): Promise<string[]>;
  /** Stops the browser and deletes its files. */
  close(): Promise<void>;
}

/** An engine's programs, and a function that starts it with a light or dark system theme. */
export interface Engine {
  /** Missing Debian packages, or null. */
  missing(): string | null;
  launch(scheme: Scheme): Promise<Driver>;
}
