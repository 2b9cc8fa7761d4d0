/** Form fields for a sweep: the varied fields with their values, and the senders, one series each. */
import type { Catalogue, Scenario } from '../engine/schema';
import type { SweepField } from '../scenario/fields';
import { t } from '../words/words';
import type { Problems } from './design';
import { FieldPicker } from './FieldPicker';
import type { Axis, Setup, Spacing } from './setup';

interface Props {
  setup: Setup;
  change(next: Partial<Setup>): void;
  fields: readonly SweepField[];
  problems: Problems;
}

const SPACINGS: [spacing: Spacing, name: () => string][] = [
  ['linear', () => t('even steps')],
  ['log', () => t('even ratios')],
  ['list', () => t('a list')],
];

/** Values around the current one, for a newly chosen field. */
function axisOf({ path, shape, value }: SweepField): Axis {
  const blank = { path, spacing: 'linear' as const, from: '', to: '', steps: '6', list: '' };
  if (shape === null || typeof value !== 'number') return blank;
  const whole = (number: number) => (shape.integer ? Math.round(number) : number);
  const within = (number: number) => whole(Math.min(shape.max, Math.max(shape.min, number)));
  const far = Math.max(Math.abs(value), shape.integer ? 4 : Number.EPSILON);
  const [from, to] = [within(value - far / 2), within(value + far)];
  return { ...blank, from: String(from), to: String(from === to ? within(shape.max) : to) };
}

export function AxisFields({ setup, change, fields, problems }: Props) {
  const numbers = fields.filter(({ shape }) => shape !== null);
  const put = (place: number, axis: Axis) =>
    change({ axes: setup.axes.map((one, other) => (other === place ? axis : one)) });
  return (
    <>
      {setup.axes.map((axis, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field has no id before it is chosen
        <fieldset key={place} className="sweep-field">
          <legend>{place === 0 ? t('First field') : t('Second field')}</legend>
          <FieldPicker
            label={t('Field')}
            fields={numbers}
            path={axis.path}
            choose={(field) => put(place, axisOf(field))}
            problem={problems.get(`field ${place}`)}
          />
          <Range axis={axis} put={(next) => put(place, next)} />
          {setup.axes.length === 1 ? (
            <button
              type="button"
              onClick={() =>
                change({
                  axes: [
                    ...setup.axes,
                    { path: '', spacing: 'linear', from: '', to: '', steps: '6', list: '' },
                  ],
                })
              }
            >
              {t('Add a second field')}
            </button>
          ) : (
            <button
              type="button"
              onClick={() => change({ axes: setup.axes.filter((_, other) => other !== place) })}
            >
              {t('Remove this field')}
            </button>
          )}
        </fieldset>
      ))}
    </>
  );
}

function Range({ axis, put }: { axis: Axis; put(axis: Axis): void }) {
  const text = (name: 'from' | 'to' | 'steps', label: string) => (
    <label>
      {label}{' '}
      <input
        type="text"
        inputMode="decimal"
        value={axis[name]}
        onChange={(event) => put({ ...axis, [name]: event.target.value })}
      />
    </label>
  );
  return (
    <div className="sweep-range">
      <label>
        {t('Values in')}{' '}
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
      {axis.spacing === 'list' ? (
        <label className="wide">
          {t('Values')}{' '}
          <input
            type="text"
            value={axis.list}
            placeholder="1, 2, 4, 8"
            onChange={(event) => put({ ...axis, list: event.target.value })}
          />
        </label>
      ) : (
        <>
          {text('from', t('from'))}
          {text('to', t('to'))}
          {text('steps', t('how many'))}
        </>
      )}
    </div>
  );
}

interface SeriesProps extends Omit<Props, 'fields'> {
  scenario: Scenario;
  catalogue: Catalogue;
}

export function SeriesFields({ setup, change, problems, scenario, catalogue }: SeriesProps) {
  const { presets, flow } = setup;
  const problem = problems.get('presets');
  const toggle = (name: string) =>
    change({ presets: presets.includes(name) ? presets.filter((one) => one !== name) : [...presets, name] });
  return (
    <fieldset className="sweep-field">
      <legend>{t('Senders, a series each')}</legend>
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
      <div className="sweep-presets">
        {catalogue.presets.map(({ name, title }) => (
          <label key={name} title={title}>
            <input type="checkbox" checked={presets.includes(name)} onChange={() => toggle(name)} />
            {name}
          </label>
        ))}
      </div>
      <p className="words">
        {presets.length === 0 ? t('None chosen: the senders as they are on the bench.') : ''}
      </p>
      {problem !== undefined && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
