/** Earlier versions of the scenarios' files. Few links need them, so this module is loaded on demand. */
const archive = import.meta.glob<string>('../../../content/archive/*.json', {
  query: '?raw',
  import: 'default',
});

/** Loads an earlier version of a scenario's file by its mark (share/address.ts); null if the mark is unknown. */
export async function loadEarlier(mark: string): Promise<string | null> {
  return (await archive[`../../../content/archive/${mark}.json`]?.()) ?? null;
}
