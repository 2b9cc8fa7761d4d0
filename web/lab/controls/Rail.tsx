import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { usePart } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Catalogue, Scenario } from '../../engine/schema';
import type { Bench } from '../../run/bench';
import { useFocus } from '../../run/hooks';
import { useOpen } from '../../run/tabStorage';
import { differences, presetOf, withOwnPresets, withRequirements } from '../../scenario/edit';
import { itemFields } from '../../scenario/quantities';
import { useActions } from '../../ui/actions';
import { Deferred } from '../../ui/Deferred';
import { Changes, useChangelog } from './Changes';
import { componentsOf } from './components';
import { type Editing, EditingProvider } from './editing';
import { Field } from './Field';
import { FlowChoice, OtherFlows } from './FlowControls';
import { Fold } from './Fold';
import { LinkControls } from './LinkControls';
import { type GroupLayout, groupsOf, type Place, splitGroups } from './layout';
import { GroupWithMore } from './More';
import { ComponentSwitches, SenderCard } from './SenderCard';
import './Rail.css';
import './controls.css';

/** Loaded with the first search. */
const Found = lazy(() => import('./Found').then(({ Found }) => ({ default: Found })));

interface Props {
  bench: Bench;
  actions: Editing['actions'];
  changeActions: Editing['changeActions'];
  /** Shown until the engine is there. */
  waiting: ReactNode;
}

export function Rail({ bench, actions, changeActions, waiting }: Props) {
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
        actions,
        changeActions,
        folds: true,
        edit: (path, value, at) => {
          const { scenario: now } = bench.state.value;
          const [changed, whole] = now ? withRequirements(now, path, value, catalogue) : [path, value];
          bench.edit(changed, whole, at);
        },
      },
    [bench, catalogue, problems, actions, changeActions],
  );
  if (editing === null || scenario === null) return waiting;
  return (
    <EditingProvider value={editing}>
      <Sections bench={bench} scenario={scenario} catalogue={editing.catalogue} />
    </EditingProvider>
  );
}

interface SectionsProps {
  bench: Bench;
  scenario: Scenario;
  catalogue: Catalogue;
}

function Sections({ bench, scenario, catalogue }: SectionsProps) {
  const [query, setQuery] = useState('');
  const [wanted, want] = useState(0);
  useFocus((focus) => {
    // The search shows any field, also one whose group is folded.
    setQuery('field' in focus ? (focus.field.split('.').at(-1) ?? '') : '');
    if ('flow' in focus) want(focus.flow);
  });
  const flow = Math.min(wanted, scenario.flows.length - 1);
  const origin = bench.origin?.scenario;
  const choosePreset = useCallback(
    (name: string, at: number) => bench.choosePreset(flow, name, at),
    [bench, flow],
  );
  const log = useChangelog(bench, scenario, catalogue);
  const count = log.changed?.length;
  const changes = useRef<HTMLDivElement>(null);
  const showChanges = () => {
    changes.current?.scrollIntoView({ block: 'nearest' });
    changes.current?.querySelector('summary')?.focus({ preventScroll: true });
  };
  const searching = query.trim() !== '';
  const place = { bench, scenario, catalogue, origin, flow, choosePreset };
  return (
    <div className="rail">
      <div className="rail-top">
        <SearchBox query={query} setQuery={setQuery} />
        {count !== 0 && (
          <button type="button" className="rail-changed" onClick={showChanges}>
            {count === undefined ? t('changed') : t('{count} changed', { count })}
          </button>
        )}
      </div>
      <div ref={changes} className="rail-changes" tabIndex={-1}>
        <Changes bench={bench} catalogue={catalogue} log={log} />
      </div>
      {searching ? (
        <Suspense fallback={null}>
          <Found query={query} {...place} />
        </Suspense>
      ) : (
        <Everything want={want} {...place} />
      )}
    </div>
  );
}

/** The key that focuses the search. */
const SEARCH_KEY = '/';

function SearchBox({ query, setQuery }: { query: string; setQuery(query: string): void }) {
  const input = useRef<HTMLInputElement>(null);
  useActions(
    useMemo(
      () => [
        {
          id: 'controls.search',
          title: () => t('Search the controls'),
          keys: [SEARCH_KEY],
          run: () => input.current?.focus(),
        },
      ],
      [],
    ),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || query === '') return;
    event.stopPropagation();
    event.preventDefault();
    setQuery('');
  };
  return (
    <input
      ref={input}
      className="rail-search"
      type="search"
      aria-label={t('Search the controls')}
      placeholder={t('Search the controls')}
      aria-keyshortcuts={SEARCH_KEY}
      value={query}
      onChange={(event) => setQuery(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

export interface PlaceProps extends SectionsProps {
  /** The scenario before any edit. */
  origin: Scenario | undefined;
  flow: number;
  choosePreset(name: string, at: number): void;
}

function Everything(props: PlaceProps & { want(flow: number): void }) {
  const { bench, scenario, catalogue, origin, flow, choosePreset, want } = props;
  const value = scenario.flows[flow];
  const names = useMemo(() => scenario.flows.map(({ name }) => name), [scenario.flows]);
  const [first, rest] = useMemo(() => splitGroups(groupsOf(catalogue)), [catalogue]);
  const linkFields = useMemo(() => itemFields(catalogue, 'links'), [catalogue]);
  if (value === undefined) return null;
  const path = `flows.${flow}.sender`;
  const preset = presetOf(scenario, flow, catalogue);
  const group = { scenario, catalogue, origin, flow };
  return (
    <>
      <section className="controls">
        {names.length > 1 ? <FlowChoice names={names} flow={flow} choose={want} /> : <h2>{t('Sender')}</h2>}
        <SenderCard
          path={path}
          preset={preset}
          differing={differences(scenario, flow, catalogue)}
          choose={choosePreset}
        />
        <ComponentSwitches path={path} sender={value.sender} preset={preset} />
      </section>
      {first.map((layout) => (
        <GroupSection key={layout.name} layout={layout} {...group} />
      ))}
      <Deferred meanwhile={null}>
        <LinkControls links={scenario.links} origin={origin?.links} fields={linkFields} />
        <FlowSection {...{ bench, scenario, catalogue, flow, want }} />
      </Deferred>
      <Deferred meanwhile={null}>
        {rest.map((layout) => (
          <GroupSection key={layout.name} layout={layout} {...group} />
        ))}
      </Deferred>
    </>
  );
}

/** With more flows than this, the list of flows is folded. */
const FEW = 6;

function FlowSection(props: SectionsProps & { flow: number; want(flow: number): void }) {
  const { bench, scenario, catalogue, flow, want } = props;
  const { flows } = scenario;
  const [open, setOpen] = useOpen('controls flows', flows.length <= FEW);
  const list = catalogue.scenario.find(({ name }) => name === 'flows');
  return (
    <Fold title={t('Flows')} count={flows.length} open={open} setOpen={setOpen}>
      <OtherFlows bench={bench} flows={flows} list={list} flow={flow} choose={want} />
    </Fold>
  );
}

interface GroupProps {
  layout: GroupLayout;
  scenario: Scenario;
  catalogue: Catalogue;
  origin: Scenario | undefined;
  flow: number;
}

function GroupSection({ layout, ...rest }: GroupProps) {
  const { name, title, folded } = layout;
  const [open, setOpen] = useOpen(`controls ${name}`, !folded);
  return (
    <Fold title={title} open={open} setOpen={setOpen}>
      <GroupFields layout={layout} {...rest} />
    </Fold>
  );
}

function GroupFields({ layout, scenario, catalogue, origin, flow }: GroupProps) {
  const present = scenario.flows[flow];
  const preset = presetOf(scenario, flow, catalogue);
  const original = origin?.flows.find(({ name }) => name === present?.name);
  const shown = useMemo(
    () =>
      new Set(
        present
          ? componentsOf(present.sender, preset, catalogue).flatMap(({ switches }) =>
              switches.flatMap(({ set, on }) => (on ? [set] : [])),
            )
          : [],
      ),
    [present, preset, catalogue],
  );
  if (present === undefined) return null;
  const roots: Record<Place, [path: string, value: object, preset: unknown]> = {
    sender: [`flows.${flow}.sender`, present.sender, preset?.sender],
    flow: [`flows.${flow}`, present, original],
    scenario: ['', scenario, origin],
  };
  return layout.fields.map(({ place, fields }) => {
    const [path, value, before] = roots[place];
    if (place !== 'sender')
      return (
        <GroupWithMore
          key={place}
          name={layout.name}
          fields={fields}
          path={path}
          value={value}
          preset={before}
        />
      );
    // The basic fields of a component that is on are next to its switch.
    return fields.map((info) => (
      <Field
        key={info.name}
        info={info}
        path={`${path}.${info.name}`}
        value={(value as Record<string, unknown>)[info.name]}
        preset={(before as Record<string, unknown> | undefined)?.[info.name]}
        inside={shown.has(info.name) ? 'rest' : undefined}
      />
    ));
  });
}
