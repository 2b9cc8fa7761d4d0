/** What the browser calls a page. */
export function titled(page: string): string {
  return `${page} · Vegas Lab`;
}
