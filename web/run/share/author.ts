/** Addresses of changed lessons. They're apart from `route.ts`, which every page loads first. */

export const AUTHOR_ADDRESS = '#/author';

/** The page that changes a copy of a lesson. */
export function authorAddress(lesson: string): string {
  return `${AUTHOR_ADDRESS}?${new URLSearchParams({ lesson })}`;
}

/** The page of a changed lesson, for students. `query` is that of its links (`lessons/copy/link.ts`). */
export function copyAddress(query: string): string {
  return `#/copy?${query}`;
}

/** The embed builder for a changed lesson. */
export function copyEmbedAddress(query: string): string {
  return `#/embed?copy=1&${query}`;
}
