/** A page's title in the browser. */
export function titled(page: string): string {
  return `${page} · Vegas Lab`;
}
