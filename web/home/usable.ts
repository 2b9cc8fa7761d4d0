/** Delays the lower part of the home page until the top is usable. */

/** Wait no longer than this, for example if the engine doesn't load. */
const LATEST_MS = 3000;

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
  resolve();
}
