/** The scenarios to choose from, by the paper that they come from. */
import { byPaper, TITLES } from '../content/scenarios';
import { translated } from '../words/words';

const PAPERS = [...byPaper()];

/** All named scenarios, in a `select`. */
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
