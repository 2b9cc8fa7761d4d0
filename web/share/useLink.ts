/** What a link makes of the scenario that it opens. */
import { useEffect, useState } from 'react';
import type { Bench } from '../run/bench';
import { changesOf, markOf, unpacked } from './address';
import { misplaced, withChanges } from './changes';

/**
 * Puts on the bench what an address changes of a scenario, and returns what the reader should know of it.
 * `name` is the scenario that the address opens, `file` its text if there is a file.
 */
export function useLink(
  bench: Bench,
  query: URLSearchParams,
  name: string,
  file: string | undefined,
): string[] {
  const [notes, setNotes] = useState<string[]>([]);
  useEffect(() => {
    let gone = false;
    bench.want(name, null);
    const { changes, unread } = changesOf(query);
    const mark = query.get('of');
    const earlier = mark !== null && file !== undefined && mark !== markOf(file);
    setNotes([
      ...(unread.length > 0
        ? [`This link has values that cannot be read, for ${unread.join(', ')}. The rest of it holds.`]
        : []),
      ...(earlier
        ? ['This link was made when the scenario was another. Its changes stand on the scenario of today.']
        : []),
    ]);
    unpacked(query)
      .then((text) => {
        if (gone) return;
        if (text !== null) bench.want(name, () => text);
        else if (changes.length > 0)
          bench.want(name, (origin) => {
            const problems = misplaced(origin, changes);
            return problems.length > 0 ? problems : JSON.stringify(withChanges(origin, changes), null, 2);
          });
      })
      .catch((error: Error) => gone || setNotes([error.message]));
    return () => {
      gone = true;
    };
  }, [bench, query, name, file]);
  return notes;
}
