/**
 * The details of a test that only `npm run check` runs: `test(title, CHECK, body)`. Such a test takes long, and something faster would
 * usually fail along with it.
 */
export const CHECK = { tag: '@check' };

/** The same for a test that is one of many alike: `npm test` runs it only if `everyTime` is true. */
export function checkUnless(everyTime: boolean): { tag?: string } {
  return everyTime ? {} : CHECK;
}
