/** Chooses the flow that the controls edit; copies it or removes it. */
import type { FieldInfo, Scenario } from '../engine/schema';
import { flowSign } from '../plot/signs';
import type { Bench } from '../run/bench';
import { withCopyOf, withoutFlow } from '../scenario/edit';
import { flowToken } from '../ui/theme';
import { formatCount } from '../words/format';
import { t } from '../words/words';
import './controls.css';

interface Props {
  bench: Bench;
  scenario: Scenario;
  /** The catalogue's description of the list of flows. */
  list: FieldInfo | undefined;
  flow: number;
  choose(flow: number): void;
}

export function FlowChoice({ bench, scenario, list, flow, choose }: Props) {
  const { flows } = scenario;
  const most = list?.shape.type === 'list' ? list.shape.max_length : flows.length;
  const full = flows.length >= most;
  const name = flows[flow]?.name ?? '';
  return (
    <div className="flow-choice">
      <label>
        {t('Flow')}
        <i style={{ background: `var(--${flowToken(flow)})` }} />
        <select value={flow} onChange={(event) => choose(Number(event.target.value))}>
          {flows.map((one, index) => (
            <option key={one.name} value={index}>
              {flows.length > 1 ? `${flowSign(index)} ${one.name}` : one.name}
            </option>
          ))}
        </select>
      </label>
      <span className="buttons">
        <button
          type="button"
          disabled={full}
          title={
            full
              ? t('A scenario has at most {count} flows', { count: formatCount(most) })
              : t('A competitor: a copy of {name}', { name })
          }
          onClick={(event) => {
            bench.edit('', withCopyOf(scenario, flow), event.timeStamp);
            choose(flows.length);
          }}
        >
          {t('Add a flow')}
        </button>
        {flows.length > 1 && (
          <button
            type="button"
            title={t('Take {name} out of the scenario', { name })}
            aria-label={t('Remove {name}', { name })}
            onClick={(event) => {
              bench.edit('', withoutFlow(scenario, flow), event.timeStamp);
              choose(Math.max(0, flow - 1));
            }}
          >
            {t('Remove')}
          </button>
        )}
      </span>
      {full && (
        <p className="part-doc">{t('A scenario has at most {count} flows.', { count: formatCount(most) })}</p>
      )}
    </div>
  );
}
