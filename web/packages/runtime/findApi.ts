/** Finds a SCORM platform's API: in a parent window, in the opener, or in the opener's parents. */

/** The maximum number of windows to search, because frames can be nested in a loop. */
const DEEPEST = 500;

/** Finds the platform's API object; null if no window has it. */
export function findApi<T>(name: 'API' | 'API_1484_11', from: Window = window): T | null {
  let place: Window | null = from;
  for (let asked = 0; place !== null && asked < DEEPEST; asked += 1) {
    const found = ask(() => (place as unknown as Record<string, T | undefined>)[name]);
    if (found) return found;
    const { parent }: Window = place;
    // A top-level window may have been opened by another.
    place = parent === place ? (ask(() => place?.opener as Window) ?? null) : parent;
  }
  return null;
}

/** Returns null if the window belongs to another origin, which makes property access throw. */
function ask<T>(question: () => T): T | null {
  try {
    return question();
  } catch {
    return null;
  }
}
