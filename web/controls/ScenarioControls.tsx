/**
 * The controls of a scenario: every field that is not a name, as the engine's catalogue describes it. Only the layout is
 * written here (flows, links, and the run itself); the fields come from the schema.
 */
import { useCallback, useMemo, useState } from 'react';
import { usePart } from '../base/observable';
import type { Catalogue, FieldInfo, Scenario } from '../engine/schema';
import type { Bench } from '../run/bench';
import { useFocus } from '../run/hooks';
import { differences, presetOf, withOwnPresets, withRequirements } from '../scenario/edit';
import { Deferred } from '../ui/Deferred';
import { t } from '../words/words';
import { Changes } from './Changes';
import { type Editing, EditingProvider } from './editing';
import { Field, Group } from './Field';
import { FlowChoice } from './FlowChoice';
import { LinkControls } from './LinkControls';
import { PresetField } from './PresetField';

export function ScenarioControls({ bench }: { bench: Bench }) {
  const scenario = usePart(bench.state, 'scenario');
  const builtIn = usePart(bench.runner.state, 'catalogue');
  const problems = usePart(bench.runner.state, 'problems');
  const own = scenario?.presets;
  const catalogue = useMemo(
    () => builtIn && (own === undefined ? builtIn : withOwnPresets(builtIn, { presets: own })),
    [builtIn, own],
  );
  const editing = useMemo<Editing | null>(
    () =>
      catalogue && {
        catalogue,
        problems,
        edit: (path, value, at) => {
          const { scenario: now } = bench.state.value;
          const [place, whole] = now ? withRequirements(now, path, value, catalogue) : [path, value];
          bench.edit(place, whole, at);
        },
      },
    [bench, catalogue, problems],
  );
  const waiting = <p className="waiting">{t('The engine is loading.')}</p>;
  if (editing === null || scenario === null) return waiting;
  const origin = bench.origin?.scenario;
  // Deferred, because the first run is more urgent than rendering a thousand controls.
  return (
    <EditingProvider value={editing}>
      <Deferred meanwhile={waiting}>
        <Changes bench={bench} scenario={scenario} catalogue={editing.catalogue} />
        <Flows bench={bench} scenario={scenario} catalogue={editing.catalogue} origin={origin} />
      </Deferred>
      <Deferred meanwhile={null}>
        <LinkControls
          links={scenario.links}
          origin={origin?.links}
          fields={itemFields(editing.catalogue.scenario, 'links')}
        />
      </Deferred>
      <Deferred meanwhile={null}>
        <section className="controls">
          <h2>{t('Run')}</h2>
          <Group
            fields={editing.catalogue.scenario.filter(({ name }) => name !== 'version')}
            path=""
            value={scenario}
            preset={origin}
          />
        </section>
      </Deferred>
    </EditingProvider>
  );
}

/** The fields of the items of a list in the schema. */
function itemFields(fields: FieldInfo[], list: string): FieldInfo[] {
  const shape = fields.find(({ name }) => name === list)?.shape;
  return shape?.type === 'list' && shape.item.type === 'object' ? shape.item.fields : [];
}

interface FlowsProps {
  bench: Bench;
  scenario: Scenario;
  catalogue: Catalogue;
  /** The scenario before any edit. */
  origin: Scenario | undefined;
}

function Flows({ bench, scenario, catalogue, origin }: FlowsProps) {
  const [wanted, want] = useState(0);
  useFocus((focus) => 'flow' in focus && want(focus.flow));
  const flow = Math.min(wanted, scenario.flows.length - 1);
  const choosePreset = useCallback(
    (name: string, at: number) => bench.choosePreset(flow, name, at),
    [bench, flow],
  );
  const value = scenario.flows[flow];
  if (value === undefined) return null;
  const fields = itemFields(catalogue.scenario, 'flows');
  const sender = fields.find(({ name }) => name === 'sender');
  const others = fields.filter(({ name }) => name !== 'sender' && name !== 'receiver' && name !== 'traffic');
  const path = `flows.${flow}`;
  const original = origin?.flows.find(({ name }) => name === value.name);
  return (
    <>
      <FlowChoice
        bench={bench}
        scenario={scenario}
        list={catalogue.scenario.find(({ name }) => name === 'flows')}
        flow={flow}
        choose={want}
      />
      <section className="controls">
        <h2>{t('Sender')}</h2>
        <PresetField
          catalogue={catalogue}
          preset={presetOf(scenario, flow, catalogue)?.name ?? null}
          differing={differences(scenario, flow, catalogue)}
          choose={choosePreset}
        />
        {sender && (
          <Field
            info={sender}
            path={`${path}.sender`}
            value={value.sender}
            preset={presetOf(scenario, flow, catalogue)?.sender}
          />
        )}
      </section>
      <section className="controls">
        <h2>{t('Receiver and traffic')}</h2>
        {fields
          .filter(({ name }) => name === 'receiver' || name === 'traffic')
          .map((info) => (
            <Field
              key={info.name}
              info={info}
              path={`${path}.${info.name}`}
              value={value[info.name as 'receiver' | 'traffic']}
              preset={original?.[info.name as 'receiver' | 'traffic']}
            />
          ))}
        <Group fields={others} path={path} value={value} preset={original} />
      </section>
    </>
  );
}
