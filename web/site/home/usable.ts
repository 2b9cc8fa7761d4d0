/** Delays the lower part of the home page until the top is usable. */

/** Wait no longer than this, for example if the engine doesn't load. */
const LATEST_MS = 3000;

/** Name of the mark at the moment when the connection at the top runs. */
export const USABLE = 'vegaslab:home-usable';

let resolve = () => {};

/** Resolves when the connection at the top runs. The build, which has no window, doesn't wait. */
export const usable: Promise<void> =
  typeof window === 'undefined'
    ? Promise.resolve()
    : new Promise((done) => {
        resolve = done;
        setTimeout(done, LATEST_MS);
      });

export function noteUsable(): void {
  performance.mark(USABLE);
  resolve();
}
