/** The scenarios to choose from, by the paper that they come from. */
import { placeOf } from '../share/opening';
import { translated } from '../words/words';
import { benchAddress } from './route';
import { byPaper, TITLES } from './scenarios';

const PAPERS = [...byPaper()];

/** The title of a scenario that the engine has not read yet. */
export function titleOf(name: string): string {
  return TITLES.get(placeOf(name).base) ?? '';
}

/** `title` is that of the scenario on the bench. */
export function ScenarioMenu({ name, title }: { name: string; title: string }) {
  const { parameter, base, mark } = placeOf(name);
  return (
    <label>
      <span>Scenario</span>
      <select value={name} onChange={(event) => (window.location.hash = benchAddress(event.target.value))}>
        {!TITLES.has(name) && (
          <option value={name}>
            {mark !== null
              ? `As it was once: ${title}`
              : parameter === 'experiment'
                ? `An experiment: ${base}`
                : ''}
          </option>
        )}
        <ScenarioOptions />
      </select>
    </label>
  );
}

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
