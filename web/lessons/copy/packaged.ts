/** The text of the copy that a package has in place of its lesson (`packages/make.ts`, `packages/oneFile.ts`); null if it has none. */
export function packageCopy(): string | null {
  // Prerendering has no document and no package.
  return globalThis.document?.documentElement.dataset.packageCopy ?? null;
}
