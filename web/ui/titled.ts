/** The document title of a page. */
export function titled(page: string): string {
  return `${page} · Vegas Lab`;
}
