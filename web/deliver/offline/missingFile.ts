/** A module of its own, because a frame's first script has it too. */
import { t } from '../../base/words/words';

export function missingFileInWords(): string {
  return t(
    'Part of this page couldn’t be loaded. You may be offline, or the lab may have a new version. Reloading keeps your work.',
  );
}
