/** Form fields for a sweep: the varied fields with their values, and the senders to compare. */
import { useState } from 'react';
import { t } from '../base/words/words';
import type { Catalogue, Scenario } from '../engine/schema';
import type { SweepField } from '../scenario/fields';
import { byFamily } from '../scenario/senders';
import { benchSenders, type Problems } from './design';
import { FieldPicker } from './FieldPicker';
import { type Axis, axisAround, blankAxis, CURRENT, type Setup, type Spacing } from './setup';
import { UnitField } from './UnitField';
import { type FieldUnit, fieldUnit, listInUnit, listOutOfUnit } from './vocabulary';
import './SweepPage.css';

export interface FieldsProps {
  setup: Setup;
  change(next: Partial<Setup>): void;
  fields: readonly SweepField[];
  problems: Problems;
  /** Reports text in a field picker that isn't a field yet. */
  search(place: string, text: string | null): void;
}

const SPACINGS: [spacing: Spacing, name: () => string][] = [
  ['linear', () => t('even steps')],
  ['log', () => t('even ratios')],
  ['list', () => t('a list')],
];

const PLAIN: FieldUnit = { unit: '', size: 1 };

export function AxisFields({ setup, change, fields, problems, search }: FieldsProps) {
  const numbers = fields.filter(({ shape }) => shape !== null);
  const put = (place: number, axis: Axis) =>
    change({ axes: setup.axes.map((one, other) => (other === place ? axis : one)) });
  return setup.axes.map((axis, place) => {
    const field = fields.find(({ path }) => path === axis.path);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a field has no id before it is chosen
      <fieldset key={place} className="sweep-field">
        <legend>{place === 0 ? t('Vary') : t('And vary')}</legend>
        <FieldPicker
          label={t('Field')}
          fields={numbers}
          path={axis.path}
          choose={(chosen) => put(place, axisAround(chosen))}
          problem={problems.get(`field ${place}`)}
          search={(text) => search(`field ${place}`, text)}
        />
        <Range axis={axis} unit={field ? fieldUnit(field) : PLAIN} put={(next) => put(place, next)} />
        {place > 0 && (
          <button
            type="button"
            className="quiet"
            onClick={() => change({ axes: setup.axes.filter((_, other) => other !== place) })}
          >
            {t('Remove this field')}
          </button>
        )}
      </fieldset>
    );
  });
}

/** Adds a second field, for a map of colors. */
export function AddField({ setup, change }: Pick<FieldsProps, 'setup' | 'change'>) {
  return (
    <button type="button" onClick={() => change({ axes: [...setup.axes, blankAxis()] })}>
      {t('Vary a second field')}
    </button>
  );
}

function Range({ axis, unit, put }: { axis: Axis; unit: FieldUnit; put(axis: Axis): void }) {
  return (
    <div className="sweep-range">
      {axis.spacing === 'list' ? (
        <ListField axis={axis} unit={unit} put={put} />
      ) : (
        <>
          <UnitField label={t('From')} raw={axis.from} unit={unit} put={(from) => put({ ...axis, from })} />
          <UnitField label={t('to')} raw={axis.to} unit={unit} put={(to) => put({ ...axis, to })} />
          <span className="unit">{unit.unit}</span>
          <span className="line-break" />
          <UnitField
            label={t('Points')}
            raw={axis.steps}
            unit={PLAIN}
            put={(steps) => put({ ...axis, steps })}
          />
        </>
      )}
      <label>
        <span className="visually-hidden">{t('Values in')}</span>
        <select
          value={axis.spacing}
          onChange={(event) => {
            const spacing = SPACINGS.find(([one]) => one === event.target.value)?.[0];
            if (spacing) put({ ...axis, spacing });
          }}
        >
          {SPACINGS.map(([spacing, name]) => (
            <option key={spacing} value={spacing}>
              {name()}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function ListField({ axis, unit, put }: { axis: Axis; unit: FieldUnit; put(axis: Axis): void }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <>
      <label className="wide">
        {t('Values')}{' '}
        <input
          type="text"
          value={typed ?? listInUnit(axis.list, unit)}
          placeholder="1, 2, 4, 8"
          onChange={({ target }) => {
            setTyped(target.value);
            put({ ...axis, list: listOutOfUnit(target.value, unit) });
          }}
          onBlur={() => setTyped(null)}
        />
      </label>
      <span className="unit">{unit.unit}</span>
    </>
  );
}

interface SeriesProps extends Omit<FieldsProps, 'fields' | 'search'> {
  scenario: Scenario;
  catalogue: Catalogue;
}

export function SeriesFields({ setup, change, problems, scenario, catalogue }: SeriesProps) {
  const { presets, flow } = setup;
  const [all, showAll] = useState(false);
  const problem = problems.get('presets');
  const chosen = presets.length === 0 ? [CURRENT] : presets;
  const toggle = (name: string) => {
    const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
    // The bench's senders alone are the shortest setup.
    change({ presets: next.length === 1 && next[0] === CURRENT ? [] : next });
  };
  const [first] = useState(() => firstChips(catalogue, chosen));
  const titleOf = (name: string) =>
    name === CURRENT
      ? benchSenders()
      : (catalogue.presets.find((preset) => preset.name === name)?.title ?? name);
  const chips = [...new Set([...first, ...chosen])];
  return (
    <fieldset className="sweep-field">
      <legend>{t('Compare senders')}</legend>
      {scenario.flows.length > 1 && (
        <label>
          {t('of')}{' '}
          <select
            value={String(flow)}
            onChange={(event) =>
              change({ flow: event.target.value === 'all' ? 'all' : Number(event.target.value) })
            }
          >
            <option value="all">{t('all flows')}</option>
            {scenario.flows.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {all ? (
        <div className="sender-chips">
          <Chip on={chosen.includes(CURRENT)} toggle={() => toggle(CURRENT)}>
            {benchSenders()}
          </Chip>
        </div>
      ) : (
        <div className="sender-chips">
          {chips.map((name) => (
            <Chip key={name} on={chosen.includes(name)} toggle={() => toggle(name)}>
              {titleOf(name)}
            </Chip>
          ))}
        </div>
      )}
      {all &&
        byFamily(catalogue.presets).map(({ family, presets: own }) => (
          <fieldset key={family} className="sender-chips" aria-label={family}>
            <span className="family" aria-hidden="true">
              {family}
            </span>
            {own.map((preset) => (
              <Chip key={preset.name} on={chosen.includes(preset.name)} toggle={() => toggle(preset.name)}>
                {preset.title}
              </Chip>
            ))}
          </fieldset>
        ))}
      <button type="button" className="quiet more" aria-expanded={all} onClick={() => showAll(!all)}>
        {all ? t('Fewer senders') : t('All {count} senders', { count: catalogue.presets.length })}
      </button>
      {problem !== undefined && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** Senders shown before the user asks for all. */
const FEW = 6;

/** The chosen senders, and others in the order of the catalogue. */
function firstChips({ presets }: Catalogue, chosen: readonly string[]): string[] {
  const others = [...presets.map(({ name }) => name), CURRENT].filter((name) => !chosen.includes(name));
  return [...chosen, ...others].slice(0, Math.max(FEW, chosen.length));
}

interface ChipProps {
  on: boolean;
  toggle(): void;
  children: string;
}

function Chip({ on, toggle, children }: ChipProps) {
  return (
    <label className="sender-chip">
      <input type="checkbox" checked={on} onChange={toggle} />
      {children}
    </label>
  );
}
