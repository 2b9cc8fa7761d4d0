/** The form of a node, a link or a flow: what people change most. Everything else is among the bench's controls. */
import { useId, useState } from 'react';
import { usePart } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Catalogue, FieldInfo } from '../../engine/schema';
import { EditingProvider } from '../../lab/controls/editing';
import { Field } from '../../lab/controls/Field';
import { SenderPicker } from '../../lab/controls/SenderPicker';
import type { Bench } from '../../run/bench';
import { itemFields } from '../../scenario/quantities';
import { type Draft, type Flow, type Item, type Link, type Missing, type Source, streamAt } from './draft';
import { FilteredList } from './FilteredList';
import { useEditingOf } from './hooks';
import { itemInWords, itemKey, itemOf } from './items';
import {
  linkTargets,
  nameProblem,
  namesOf,
  pathOfStream,
  redirectLink,
  renameNode,
  renameStream,
  setEnd,
  setOwnWayBack,
  setRoute,
  setSender,
  setTraffic,
  setTwoWay,
  setValue,
  streamNames,
} from './operations';
import { pathNodes, pathsBetween } from './routes';
import { sessionOf } from './session';
import './builder.css';
import './ItemForm.css';

interface Props {
  bench: Bench;
  draft: Draft;
  missing: readonly Missing[];
  catalogue: Catalogue;
  item: Item;
  select(item: Item): void;
  remove(item: Item, at: number): void;
  /** Begins a link at a node; absent where nothing can be connected. */
  connect?: ((name: string, at: number) => void) | undefined;
}

type FormProps = Props & { apply(next: Draft, what: string, at: number): void };

export function ItemForm(props: Props) {
  const { bench, draft, missing, catalogue, item, remove } = props;
  const session = sessionOf(bench);
  const editing = useEditingOf(bench, session, catalogue);
  const title = useId();
  const key = itemKey(item);
  const form: FormProps = { ...props, apply: (next, what, at) => session.apply(next, what, at) };
  const problems = missing.filter((one) => one.item !== null && itemKey(one.item) === key);
  return (
    <EditingProvider value={editing}>
      <section className="item-form" aria-labelledby={title} data-form={key}>
        <header className="builder-head">
          <h2 className="builder-title" id={title} tabIndex={-1}>
            {itemInWords(draft, item)}
          </h2>
          <button type="button" onClick={(event) => remove(item, event.timeStamp)}>
            {t('Remove')}
          </button>
        </header>
        {problems.map(({ text }) => (
          <p key={text} className="wrong">
            {text}
          </p>
        ))}
        {item.kind === 'node' && <NodeForm key={key} {...form} name={item.name} />}
        {item.kind === 'link' && <LinkForm key={key} {...form} entry={item.entry} />}
        {item.kind === 'flow' && <FlowForm key={key} {...form} index={item.index} />}
      </section>
    </EditingProvider>
  );
}

function NodeForm({ draft, name, apply, select, connect }: FormProps & { name: string }) {
  const others = namesOf(draft).filter((one) => one !== name);
  const { links, flows, datagrams } = draft.scenario;
  const isHere = ({ from, to }: { from: string; to: string }) => from === name || to === name;
  return (
    <>
      <NameField
        name={name}
        taken={others}
        rename={(wanted, at) => {
          apply(renameNode(draft, name, wanted), `rename ${wanted}`, at);
          select({ kind: 'node', name: wanted });
        }}
      />
      {connect && (
        <button
          type="button"
          disabled={linkTargets(draft, name).length === 0}
          onClick={(event) => connect(name, event.timeStamp)}
        >
          {t('Connect to another node')}
        </button>
      )}
      <Related
        title={t('Links')}
        items={links.flatMap((link, entry) => (isHere(link) ? [{ kind: 'link', entry }] : []))}
        {...{ draft, select }}
      />
      <Related
        title={t('Flows that begin or end here')}
        items={[...flows, ...datagrams].flatMap((stream, index) =>
          isHere(stream) ? [{ kind: 'flow', index }] : [],
        )}
        {...{ draft, select }}
      />
    </>
  );
}

interface RelatedProps extends Pick<Props, 'draft' | 'select'> {
  title: string;
  items: readonly Item[];
}

/** Leads to other items; nothing if there are none. */
function Related({ draft, title, items, select }: RelatedProps) {
  if (items.length === 0) return null;
  return (
    <section className="related">
      <h3 className="builder-subtitle">{title}</h3>
      <FilteredList
        label={t('Name of a node or flow')}
        choices={items.map((item) => ({ key: itemKey(item), label: itemInWords(draft, item) }))}
        choose={(key) => select(itemOf(key))}
      />
    </section>
  );
}

/** The fields of one direction of a link, in the order in which people look for them. */
const LINK_FIELDS = ['rate_bps', 'delay_ms', 'queue', 'loss'] as const;

function LinkForm({ draft, catalogue, entry, apply }: FormProps & { entry: number }) {
  const link = draft.scenario.links[entry];
  if (link === undefined) return null;
  const fields = itemFields(catalogue, 'links');
  const taken = !link.both_ways && !linkTargets(draft, link.to).includes(link.from) && leadsBack(draft, link);
  return (
    <>
      <Fields names={LINK_FIELDS} fields={fields} path={`links.${entry}`} values={link} />
      <label className="item-check">
        <input
          type="checkbox"
          checked={link.both_ways}
          disabled={taken}
          onChange={(event) =>
            apply(setTwoWay(draft, entry, event.target.checked), 'two-way', event.timeStamp)
          }
        />{' '}
        {t('Both directions')}
      </label>
      {taken && <p className="note">{t('Another link already goes back.')}</p>}
      {link.both_ways && (
        <label className="item-check">
          <input
            type="checkbox"
            checked={link.back === null}
            onChange={(event) =>
              apply(setOwnWayBack(draft, entry, !event.target.checked), 'way back', event.timeStamp)
            }
          />{' '}
          {t('Same settings from {to} back to {from}', { from: link.from, to: link.to })}
        </label>
      )}
      {link.back !== null && (
        <section
          className="way-back"
          aria-label={t('From {to} back to {from}', { from: link.from, to: link.to })}
        >
          <h3 className="builder-subtitle">
            {t('From {to} back to {from}', { from: link.from, to: link.to })}
          </h3>
          <Fields
            names={LINK_FIELDS}
            fields={fields}
            path={`links.${entry}.back`}
            values={withoutNull(link)}
          />
        </section>
      )}
      <div className="ends">
        {(['from', 'to'] as const).map((end) => {
          const fixed = end === 'from' ? link.to : link.from;
          const targets = linkTargets(draft, fixed, entry);
          return (
            <Choice
              key={end}
              label={end === 'from' ? t('From') : t('To')}
              value={link[end]}
              options={namesOf(draft).filter((name) => name === link[end] || targets.includes(name))}
              choose={(name, at) => apply(redirectLink(draft, entry, end, name), `redirect ${end}`, at)}
            />
          );
        })}
      </div>
    </>
  );
}

function leadsBack({ scenario }: Draft, { from, to }: Link): boolean {
  return scenario.links.some((other) => other.from === to && other.to === from);
}

/** The values on the way back; those that are null are the same as on the way there. */
function withoutNull({ back, ...there }: Link): Record<string, unknown> {
  const own = Object.entries(back ?? {}).filter(([, value]) => value !== null);
  return { ...there, ...Object.fromEntries(own) };
}

interface FieldsProps {
  /** Names of the fields, in the order to show them. */
  names: readonly string[];
  fields: readonly FieldInfo[];
  path: string;
  values: object;
}

function Fields({ names, fields, path, values }: FieldsProps) {
  return names.map((name) => {
    const info = fields.find((one) => one.name === name);
    const value = (values as Record<string, unknown>)[name];
    return info && <Field key={name} info={info} path={`${path}.${name}`} value={value} preset={undefined} />;
  });
}

function FlowForm(props: FormProps & { index: number }) {
  const { draft, index, apply } = props;
  const { scenario } = draft;
  const stream = streamAt(scenario, index);
  if (stream === undefined) return null;
  const flow = scenario.flows[index];
  const source = scenario.datagrams[index - scenario.flows.length];
  return (
    <>
      <NameField
        name={stream.name}
        taken={streamNames(scenario).filter((name) => name !== stream.name)}
        rename={(wanted, at) => apply(renameStream(draft, index, wanted), `rename flow ${index}`, at)}
      />
      {flow && <SenderChoice {...props} flow={flow} />}
      <div className="ends">
        <EndChoice {...props} end="from" />
        <EndChoice {...props} end="to" />
      </div>
      {flow && <FlowFields {...props} flow={flow} />}
      {source && <SourceFields {...props} source={source} />}
    </>
  );
}

function FlowFields(props: FormProps & { index: number; flow: Flow }) {
  const { catalogue, index, flow } = props;
  const fields = itemFields(catalogue, 'flows');
  return (
    <>
      <Routes {...props} way="route" />
      <Routes {...props} way="route_back" />
      <Fields names={['start_s', 'traffic']} fields={fields} path={`flows.${index}`} values={flow} />
    </>
  );
}

/** A datagram source: its path, when it sends, and how. */
function SourceFields({ draft, catalogue, index, source, apply }: StreamProps & { source: Source }) {
  const { scenario } = draft;
  const path = pathOfStream(scenario, index);
  // A source that doesn't stop has no number there.
  const fields = itemFields(catalogue, 'datagrams').map((field) =>
    field.shape.type === 'optional' ? { ...field, shape: field.shape.item } : field,
  );
  const taken = pathNodes(scenario)[index]?.data ?? [];
  const stops = source.stop_s !== null;
  return (
    <>
      {taken.length > 0 && (
        <p className="route">
          <b>{t('Path of the datagrams')}</b> {taken.join(' → ')}
        </p>
      )}
      <Fields names={['traffic', 'start_s']} fields={fields} path={path} values={source} />
      <label className="item-check">
        <input
          type="checkbox"
          checked={stops}
          onChange={(event) =>
            apply(
              setValue(draft, `${path}.stop_s`, stops ? null : scenario.duration_s),
              'stop',
              event.timeStamp,
            )
          }
        />{' '}
        {t('Stops before the run ends')}
      </label>
      {stops && <Fields names={['stop_s']} fields={fields} path={path} values={source} />}
    </>
  );
}

interface StreamProps {
  draft: Draft;
  catalogue: Catalogue;
  index: number;
  apply(next: Draft, what: string, at: number): void;
}

/** Chooses a flow's sender, from the same menu as in the controls. */
export function SenderChoice({
  draft,
  catalogue,
  index,
  flow,
  apply,
  bare = false,
}: StreamProps & { flow: Flow; bare?: boolean }) {
  const preset = catalogue.presets.find(({ name }) => name === flow.sender.preset);
  const title = preset?.title ?? t('Custom parts');
  const picker = (
    <SenderPicker
      presets={catalogue.presets}
      label={
        <>
          <span className="visually-hidden">
            {bare ? t('Sender of {flow}:', { flow: flow.name }) : t('Sender')}
          </span>{' '}
          <span className="sender-name">{title}</span>
        </>
      }
      chosen={preset?.name ?? null}
      choose={(name, at) => apply(setSender(draft, catalogue, index, name), `sender ${index}`, at)}
    />
  );
  if (bare) return <div className="sender-choice">{picker}</div>;
  return (
    <div className="choice sender-choice">
      <span aria-hidden="true">{t('Sender')}</span>
      {picker}
    </div>
  );
}

/** Chooses how a datagram source sends. */
export function TrafficChoice({ draft, catalogue, index, source, apply }: StreamProps & { source: Source }) {
  const members = catalogue.parts.datagram?.members ?? [];
  return (
    <Choice
      label={t('Traffic')}
      accessibleName={t('Traffic of {flow}', { flow: source.name })}
      value={source.traffic.kind}
      options={members.map(({ kind }) => kind)}
      names={new Map(members.map(({ kind, label }) => [kind, label]))}
      choose={(kind, at) => apply(setTraffic(draft, catalogue, index, kind), `traffic ${index}`, at)}
    />
  );
}

/** Chooses the host at which a flow or a datagram source begins or ends. Routers are offered if one of its ends is a router already. */
export function EndChoice({
  draft,
  index,
  end,
  apply,
  bare,
}: StreamProps & { end: 'from' | 'to'; bare?: boolean }) {
  const stream: Flow | Source | undefined = streamAt(draft.scenario, index);
  if (stream === undefined) return null;
  const other = end === 'from' ? stream.to : stream.from;
  const hosts = draft.nodes.filter(({ kind, name }) => kind === 'host' || name === stream[end]);
  const label = end === 'from' ? t('From') : t('To');
  return (
    <Choice
      label={label}
      accessibleName={
        bare
          ? end === 'from'
            ? t('{flow}: from', { flow: stream.name })
            : t('{flow}: to', { flow: stream.name })
          : undefined
      }
      value={stream[end]}
      empty={stream[end] === '' ? t('Choose a host') : undefined}
      options={hosts.map(({ name }) => name).filter((name) => name === stream[end] || name !== other)}
      choose={(name, at) => apply(setEnd(draft, index, end, name), `${end} ${index}`, at)}
    />
  );
}

/** Shows the path of a flow's data or ACKs, and lets people choose another if there are several. */
function Routes({
  draft,
  index,
  flow,
  way,
  apply,
}: StreamProps & { flow: Flow; way: 'route' | 'route_back' }) {
  const { scenario } = draft;
  const group = useId();
  const taken = pathNodes(scenario)[index]?.[way === 'route' ? 'data' : 'acks'] ?? [];
  if (taken.length === 0) return null;
  const [from, to] = way === 'route' ? [flow.from, flow.to] : [flow.to, flow.from];
  const paths = pathsBetween(scenario, from, to);
  const title = way === 'route' ? t('Path of the data') : t('Path of the ACKs');
  if (paths.length < 2 && flow[way].length === 0)
    return (
      <p className="route">
        <b>{title}</b> {taken.join(' → ')}
      </p>
    );
  const chosen = flow[way].join('>');
  const offered = paths.some((path) => path.join('>') === chosen) ? paths : [...paths, flow[way]];
  const shortest = pathNodes({
    ...scenario,
    flows: scenario.flows.map((one, at) => (at === index ? { ...one, [way]: [] } : one)),
  })[index]?.[way === 'route' ? 'data' : 'acks'];
  const isChosen = (between: readonly string[]) => chosen === between.join('>');
  const isShortest = (between: readonly string[]) => shortest?.slice(1, -1).join('>') === between.join('>');
  const choose = (between: readonly string[], at: number) =>
    apply(setRoute(draft, index, way, between), `${way} ${index}`, at);
  return (
    <fieldset className="routes">
      <legend>{title}</legend>
      <label>
        <input
          type="radio"
          name={group}
          checked={chosen === ''}
          onChange={(event) => choose([], event.timeStamp)}
        />{' '}
        {t('Fewest links: {path}', { path: (shortest ?? []).join(' → ') })}
      </label>
      {offered
        .filter((between) => between.length > 0 && (isChosen(between) || !isShortest(between)))
        .map((between) => (
          <label key={between.join('>')}>
            <input
              type="radio"
              name={group}
              checked={isChosen(between)}
              onChange={(event) => choose(between, event.timeStamp)}
            />{' '}
            {[from, ...between, to].join(' → ')}
          </label>
        ))}
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  /** If given, the label isn't shown. */
  accessibleName?: string | undefined;
  value: string;
  /** Shown for an empty value. */
  empty?: string | undefined;
  options: readonly string[];
  /** Names of options for people, by value. */
  names?: ReadonlyMap<string, string>;
  choose(value: string, at: number): void;
}

function Choice({ label, accessibleName, value, empty, options, names, choose }: ChoiceProps) {
  return (
    <label className="choice">
      {accessibleName === undefined && <span>{label}</span>}
      <select
        value={value}
        aria-label={accessibleName}
        aria-invalid={value === '' && empty !== undefined}
        onChange={(event) => choose(event.target.value, event.timeStamp)}
      >
        {empty !== undefined && (
          <option value="" disabled>
            {empty}
          </option>
        )}
        {options.map((option) => (
          <option key={option} value={option}>
            {names?.get(option) ?? option}
          </option>
        ))}
      </select>
    </label>
  );
}

interface NameProps {
  name: string;
  taken: readonly string[];
  rename(wanted: string, at: number): void;
}

/** A name, which changes when Enter is pressed or the field loses the focus. */
function NameField({ name, taken, rename }: NameProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const problem = useId();
  const wanted = typed?.trim() ?? name;
  const wrong = typed === null ? null : nameProblem(wanted, taken);
  const finish = (at: number) => {
    setTyped(null);
    if (wrong === null && wanted !== name) rename(wanted, at);
  };
  return (
    <>
      <label className="choice">
        <span>{t('Name')}</span>
        <input
          type="text"
          value={typed ?? name}
          aria-invalid={wrong !== null}
          aria-describedby={problem}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={(event) => finish(event.timeStamp)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') finish(event.timeStamp);
            else if (event.key === 'Escape' && typed !== null) {
              setTyped(null);
              event.stopPropagation();
            }
          }}
        />
      </label>
      <p id={problem} className="wrong" hidden={wrong === null}>
        {wrong}
      </p>
    </>
  );
}

/** The engine's reason for refusing a network that misses nothing; null if it accepts the network. */
export function useRefusal(bench: Bench): string | null {
  const phase = usePart(bench.runner.state, 'phase');
  const problems = usePart(bench.runner.state, 'problems');
  const [first] = problems;
  return phase === 'refused' && first ? `${first.path}: ${first.problem}` : null;
}
