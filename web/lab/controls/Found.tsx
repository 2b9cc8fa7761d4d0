import { useId } from 'react';
import { plural, t } from '../../base/words/words';
import { differences, presetOf } from '../../scenario/edit';
import { matcher } from '../../scenario/search';
import { componentsOf } from './components';
import { Field } from './Field';
import type { PlaceProps } from './Rail';
import { SenderCard, Switch } from './SenderCard';
import { search } from './search';
import './Found.css';
import './controls.css';

/** The controls that match the search. */
export function Found({
  query,
  scenario,
  catalogue,
  origin,
  flow,
  choosePreset,
}: PlaceProps & { query: string }) {
  const count = useId();
  const present = scenario.flows[flow];
  if (present === undefined) return null;
  const preset = presetOf(scenario, flow, catalogue);
  const path = `flows.${flow}.sender`;
  const matches = matcher(query);
  const isSender = matches({ names: `${t('Sender')} ${preset?.title} ${preset?.name}`, about: '' }) !== null;
  const switches = componentsOf(present.sender, preset, catalogue)
    .flatMap((one) => one.switches)
    .filter(({ label, set }) => matches({ names: `${label} ${set}`, about: '' }) !== null);
  const sections = search(query, catalogue, { scenario, origin, flow, preset: preset?.sender });
  // The basic fields of a matching switch are next to it.
  const beside = switches.filter(({ on }) => on).map(({ set }) => `${path}.${set}.`);
  const rows = sections.map(({ title, rows: all }) => ({
    title,
    rows: all.filter(({ path: at, info }) => !(info.basic && beside.some((start) => at.startsWith(start)))),
  }));
  const found = rows.reduce((sum, one) => sum + one.rows.length, switches.length + (isSender ? 1 : 0));
  return (
    <div className="found" aria-describedby={count}>
      <p id={count} className="found-count" aria-live="polite">
        {found === 0
          ? t('No control matches. Esc clears the search.')
          : plural(found, '{n} control', '{n} controls')}
      </p>
      {(isSender || switches.length > 0) && (
        <section className="controls">
          <h2>{t('Sender')}</h2>
          {isSender && (
            <SenderCard
              path={path}
              preset={preset}
              differing={differences(scenario, flow, catalogue)}
              choose={choosePreset}
            />
          )}
          {switches.map((component) => (
            <Switch key={component.set} {...{ component, path, sender: present.sender, preset }} />
          ))}
        </section>
      )}
      {rows.map(
        ({ title, rows: own }) =>
          own.length > 0 && (
            <section key={title} className="controls">
              <h2>{title}</h2>
              {own.map(({ info, path: at, value, preset: before, within }, place) => (
                <div key={at} className="found-row">
                  {within && within !== own[place - 1]?.within && <small>{within}</small>}
                  <Field info={info} path={at} value={value} preset={before} inside="none" />
                </div>
              ))}
            </section>
          ),
      )}
    </div>
  );
}
