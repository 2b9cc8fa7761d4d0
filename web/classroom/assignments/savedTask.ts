/** A student's work on a bench task, stored in the browser per name, so that two students can share a computer. */
import { type InferOutput, object, string } from 'valibot';
import { byName } from '../../base/schema';
import { readStored, writeStored } from '../../base/storage/browserStorage';
import { StoredWork, Works, withChanges } from '../../base/storage/storedWork';
import { changesOf, putChanges } from '../../run/share/address';
import type { Change } from '../../scenario/changes';
import { isOldId } from './assignment';
import { nameKey } from './student';

const TASK = object({
  /** The run's changes, as in a link. */
  changes: string(),
  /** The typed answers, by index of the check. */
  answers: byName(string()),
});

export type SavedTask = InferOutput<typeof TASK>;

export const NO_WORK: SavedTask = { changes: '', answers: {} };

const PREFIX = 'task:';

/** The last name used for this assignment in this browser, or ''. */
export function lastName(assignment: string): string {
  return readStored(PREFIX + assignment) ?? '';
}

export function saveName(assignment: string, who: string): void {
  writeStored(PREFIX + assignment, who);
}

const WORDS = 'word:';

/** The word typed last for this assignment in this browser, or ''. */
export function lastWord(assignment: string): string {
  return readStored(WORDS + assignment) ?? '';
}

export function saveWord(assignment: string, word: string): void {
  writeStored(WORDS + assignment, word);
}

function merge(theirs: SavedTask, before: SavedTask, own: SavedTask): SavedTask {
  return {
    changes: own.changes === before.changes ? theirs.changes : own.changes,
    answers: withChanges(theirs.answers, before.answers, own.answers),
  };
}

const TASKS = new Works((key) => new StoredWork<SavedTask>(key, { schema: TASK, empty: NO_WORK, merge }));

export function savedTask(assignment: string, who: string): StoredWork<SavedTask> {
  return TASKS.of(`${PREFIX}${assignment}/${nameKey(who, isOldId(assignment) ? 'NFC' : 'NFKC')}`);
}

export function changesIn({ changes }: SavedTask): readonly Change[] {
  return changesOf(new URLSearchParams(changes)).changes;
}

export function changesAsText(changes: readonly Change[]): string {
  const query = new URLSearchParams();
  putChanges(query, changes);
  return query.toString();
}
