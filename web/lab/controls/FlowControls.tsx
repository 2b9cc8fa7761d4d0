/** Chooses the flow that the controls edit, adds flows with another sender, and removes flows. */
import { memo, useCallback } from 'react';
import { formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { FieldInfo, Scenario } from '../../engine/schema';
import { flowSign } from '../../plot/signs';
import type { Bench } from '../../run/bench';
import { senderOf, withCopyOf, withoutFlow } from '../../scenario/edit';
import { withValue } from '../../scenario/path';
import { flowToken } from '../../ui/theme';
import { useEditing } from './editing';
import { SenderPicker } from './SenderPicker';
import './FlowControls.css';
import './controls.css';

interface ChoiceProps {
  names: readonly string[];
  flow: number;
  choose(flow: number): void;
}

export function FlowChoice({ names, flow, choose }: ChoiceProps) {
  return (
    <label className="flow-choice">
      {t('Flow')}
      <i style={{ background: `var(--${flowToken(flow)})` }} />
      <select value={flow} onChange={(event) => choose(Number(event.target.value))}>
        {names.map((name, index) => (
          <option key={name} value={index}>
            {`${flowSign(index)} ${name}`}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ListProps {
  bench: Bench;
  flows: Scenario['flows'];
  /** The catalogue's description of the list of flows. */
  list: FieldInfo | undefined;
  flow: number;
  choose(flow: number): void;
}

/** The other flows, and a button that adds one with another sender. */
export const OtherFlows = memo(function OtherFlows({ bench, flows, list, flow, choose }: ListProps) {
  const { catalogue } = useEditing();
  const most = list?.shape.type === 'list' ? list.shape.max_length : flows.length;
  const full = flows.length >= most;
  const add = useCallback(
    (name: string, at: number) => {
      const { scenario } = bench.state.value;
      const sender = senderOf(catalogue, name);
      if (scenario === null || sender === undefined) return;
      const added = scenario.flows.length;
      bench.edit('', withValue(withCopyOf(scenario, flow), `flows.${added}.sender`, sender), at);
      choose(added);
    },
    [bench, catalogue, flow, choose],
  );
  const remove = useCallback(
    (index: number, at: number) => {
      const { scenario } = bench.state.value;
      if (scenario === null) return;
      bench.edit('', withoutFlow(scenario, index), at);
      choose(index < flow || index === scenario.flows.length - 1 ? Math.max(0, flow - 1) : flow);
    },
    [bench, flow, choose],
  );
  const titleOf = (preset: string | null) =>
    catalogue.presets.find(({ name }) => name === preset)?.title ?? t('Custom parts');
  return (
    <>
      {flows.length > 1 && (
        <ul className="other-flows">
          {flows.map(({ name, sender }, index) => (
            <FlowRow
              key={name}
              name={name}
              index={index}
              title={titleOf(sender.preset)}
              chosen={index === flow}
              choose={choose}
              remove={remove}
            />
          ))}
        </ul>
      )}
      {full ? (
        <p className="part-doc">{t('A scenario has at most {count} flows.', { count: formatCount(most) })}</p>
      ) : (
        <div className="add-flow">
          <SenderPicker presets={catalogue.presets} label={t('Add a flow')} chosen={null} choose={add} />
        </div>
      )}
    </>
  );
});

interface RowProps {
  name: string;
  index: number;
  /** Title of its sender. */
  title: string;
  chosen: boolean;
  choose(flow: number): void;
  remove(flow: number, at: number): void;
}

/** Memoized, because a scenario may have hundreds of flows. */
const FlowRow = memo(function FlowRow({ name, index, title, chosen, choose, remove }: RowProps) {
  return (
    <li>
      <button
        type="button"
        className="edit"
        aria-label={t('Edit {name}', { name })}
        aria-pressed={chosen}
        onClick={() => choose(index)}
      >
        <i style={{ background: `var(--${flowToken(index)})` }} />
        <span>
          {flowSign(index)} {name}
        </span>
        <small>{title}</small>
      </button>
      <button
        type="button"
        className="remove"
        aria-label={t('Remove {name}', { name })}
        title={t('Remove {name}', { name })}
        onClick={(event) => remove(index, event.timeStamp)}
      >
        ✕
      </button>
    </li>
  );
});
