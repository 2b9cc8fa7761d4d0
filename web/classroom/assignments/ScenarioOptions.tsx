import { translated } from '../../base/words/words';
import { byPaper, TITLES } from '../../scenario/content/scenarios';

const PAPERS = [...byPaper()];

/** The options of a `select` with all named scenarios, grouped by paper. */
export function ScenarioOptions() {
  return PAPERS.map(([paper, names]) => (
    <optgroup key={paper} label={translated(paper)}>
      {names.map((one) => (
        <option key={one} value={one}>
          {TITLES.get(one)}
        </option>
      ))}
    </optgroup>
  ));
}
