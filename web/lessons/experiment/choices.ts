/** What choosing a part's kind changes: the part, and the parts that come with it. */
import type { Catalogue, Scenario } from '../../engine/schema';
import { withChanges } from '../../scenario/changes';
import { at, kindOf, withValue } from '../../scenario/path';
import { replacedBy } from '../controls';
import type { Control } from '../lesson';

/** The scenario with another kind of the control's part. `original` has the parts that the lesson begins with. */
export function withKind(
  scenario: Scenario,
  original: Scenario,
  control: Control,
  kind: string,
  catalogue: Catalogue,
): Scenario {
  const { path, along = {} } = control;
  const restored = replacedBy(control).reduce(
    (changing, part) => withValue(changing, part, at(original, part)),
    scenario,
  );
  const own = kindOf(at(original, path)) === kind;
  const changes = { ...(own ? {} : { [`${path}.kind`]: kind }), ...along[kind] };
  return withChanges(restored, Object.entries(changes), catalogue);
}
