/** What choosing a part's kind changes: the part, and the parts that come with it. */
import type { Catalogue, Scenario } from '../../engine/schema';
import { withChanges } from '../../scenario/changes';
import { at, kindOf, wholeOf, withValue } from '../../scenario/path';
import type { Control } from '../lesson';

/** The scenario with another kind of the control's part. `original` has the parts that the lesson begins with. */
export function withKind(
  scenario: Scenario,
  original: Scenario,
  { path, along = {} }: Control,
  kind: string,
  catalogue: Catalogue,
): Scenario {
  const parts = [path, ...Object.values(along).flatMap((changes) => Object.keys(changes).map(wholeOf))];
  const restored = parts.reduce((changing, part) => withValue(changing, part, at(original, part)), scenario);
  const own = kindOf(at(original, path)) === kind;
  const changes = { ...(own ? {} : { [`${path}.kind`]: kind }), ...along[kind] };
  return withChanges(restored, Object.entries(changes), catalogue);
}
