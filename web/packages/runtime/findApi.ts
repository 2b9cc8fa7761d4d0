/** Finds a SCORM platform's API: in a parent window, in the opener, or in the opener's parents. */

/** Windows that are asked at most: frames can be nested without end. */
const DEEPEST = 500;

/** Null if no window has one. */
export function findApi<T>(name: 'API' | 'API_1484_11', from: Window = window): T | null {
  let place: Window | null = from;
  for (let asked = 0; place !== null && asked < DEEPEST; asked += 1) {
    const found = ask(() => (place as unknown as Record<string, T | undefined>)[name]);
    if (found) return found;
    const { parent }: Window = place;
    // At the top of its frames a window may have been opened by another.
    place = parent === place ? (ask(() => place?.opener as Window) ?? null) : parent;
  }
  return null;
}

/** A window of another origin throws when it is touched; it has nothing for us. */
function ask<T>(question: () => T): T | null {
  try {
    return question();
  } catch {
    return null;
  }
}
