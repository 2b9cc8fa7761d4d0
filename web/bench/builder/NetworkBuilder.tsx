/**
 * The network builder: nodes, links and flows to add, connect, edit and remove. Complete networks run on the bench at once; incomplete ones
 * say what they miss, and the bench keeps its last run.
 */
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { usePart } from '../../base/observable';
import { formatCount } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import type { Catalogue } from '../../engine/schema';
import type { Bench } from '../../run/bench';
import { writing } from '../../ui/shortcuts';
import { Canvas } from './Canvas';
import { type Draft, draftOf, type Item, streamAt } from './draft';
import { FilteredList } from './FilteredList';
import { FlowList } from './FlowList';
import { drawnOf } from './fold';
import { useCatalogue, useSession } from './hooks';
import { ItemForm, useRefusal } from './ItemForm';
import { allItems, exists, itemInWords, itemKey, itemOf } from './items';
import { MissingList } from './MissingList';
import {
  addFlow,
  addNode,
  addSource,
  connect,
  likelyEnds,
  linkTargets,
  moveNode,
  namesOf,
  rearrange,
  removeItem,
} from './operations';
import { reachedFrom } from './routes';
import { type SessionState, sessionOf } from './session';
import type { Spot } from './spots';
import { TemplateList } from './TemplateList';
import './builder.css';
import './NetworkBuilder.css';

interface Props {
  bench: Bench;
  onClose(): void;
  /** Shows the templates first, for a new network. */
  start?: 'templates' | undefined;
}

export function NetworkBuilder(props: Props) {
  const state = useSession(props.bench);
  const catalogue = useCatalogue(props.bench);
  if (state === null || catalogue === null)
    return <p className="network-builder waiting">{t('Loading the engine …')}</p>;
  return <Builder {...props} state={state} catalogue={catalogue} />;
}

/** The side panel: the selected item's form, the ends of a new link, the templates, or a list to find an item in. */
type Panel =
  | { kind: 'item' }
  | { kind: 'connect'; from: string | null }
  | { kind: 'templates' }
  | { kind: 'find' };

const ITEM: Panel = { kind: 'item' };

/** The preset of new flows. */
const SENDER = 'reno';

interface BuilderProps extends Props {
  state: SessionState;
  catalogue: Catalogue;
}

function Builder({ bench, onClose, start, state, catalogue }: BuilderProps) {
  const session = sessionOf(bench);
  const { draft, missing } = state;
  const undoable = usePart(bench.state, 'undoable');
  const redoable = usePart(bench.state, 'redoable');
  const root = useRef<HTMLElement>(null);
  const [wanted, want] = useState<Item | null>(null);
  const selected = wanted !== null && exists(draft, wanted) ? wanted : null;
  const [panel, setPanel] = useState<Panel>(start === 'templates' ? { kind: 'templates' } : ITEM);
  const [announced, announce] = useState('');
  // A draft from earlier stays until it's finished or discarded.
  const [resumed] = useState(missing.length > 0);
  const refusal = useRefusal(bench);
  const incomplete = new Set(missing.flatMap(({ item }) => (item === null ? [] : [itemKey(item)])));
  const connecting = panel.kind === 'connect' ? panel.from : null;
  const drawn = useMemo(() => drawnOf(draft, selected), [draft, selected]);

  /** Moves the focus to the first match, once it's there. */
  const focusOn = (...selectors: string[]) =>
    requestAnimationFrame(() => {
      const found = selectors.map((selector) => root.current?.querySelector<HTMLElement>(selector));
      found.find((element) => element)?.focus();
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the builder opens
  useEffect(() => {
    focusOn(start === 'templates' ? '.templates h2' : '.builder-tools button');
  }, []);

  const select = (item: Item | null) => {
    want(item);
    setPanel(ITEM);
  };
  const open = (item: Item) => {
    select(item);
    focusOn(
      '.item-form [aria-invalid="true"]',
      '.item-form :is(input, select, button):not(header *)',
      '.item-form h2',
    );
  };
  const apply = (next: Draft, what: string, at: number) => session.apply(next, what, at);

  const add = (kind: 'router' | 'host', at: number) => {
    const near =
      selected?.kind === 'node' ? draft.nodes.find(({ name }) => name === selected.name) : undefined;
    const next = addNode(draft, kind, near?.spot);
    const name = next.nodes.at(-1)?.name ?? '';
    apply(next, `add ${name}`, at);
    select({ kind: 'node', name });
    announce(t('Added {item}.', { item: itemInWords(next, { kind: 'node', name }) }));
  };
  const addStream = (kind: 'flow' | 'datagrams', at: number) => {
    const from = selected?.kind === 'node' ? selected.name : undefined;
    const host = draft.nodes.some(({ name, kind }) => name === from && kind === 'host') ? from : undefined;
    const ends = likelyEnds(draft, (node) => reachedFrom(draft.scenario, node), host);
    const next =
      kind === 'flow'
        ? addFlow(draft, catalogue, ends.from, ends.to, SENDER)
        : addSource(draft, catalogue, ends.from, ends.to);
    const { flows, datagrams } = next.scenario;
    const index = flows.length - 1 + (kind === 'flow' ? 0 : datagrams.length);
    // Steps are never merged: each new flow has a name of its own.
    apply(next, `add flow ${streamAt(next.scenario, index)?.name}`, at);
    open({ kind: 'flow', index });
    announce(t('Added {item}.', { item: itemInWords(next, { kind: 'flow', index }) }));
  };
  const link = (from: string, to: string, at: number) => {
    setPanel(ITEM);
    const next = connect(draft, catalogue, from, to);
    if (next === draft) {
      announce(t('{from} and {to} are already connected.', { from, to }));
      return;
    }
    const entry = next.scenario.links.length - 1;
    apply(next, `connect ${from} ${to}`, at);
    want({ kind: 'link', entry });
    announce(t('Connected {from} to {to}.', { from, to }));
    focusOn(`.builder-canvas [data-item="link ${entry}"]`);
  };
  /** Chooses a node as an end of a new link. */
  const choose = (name: string, at: number) => {
    if (connecting !== null && connecting !== name) {
      link(connecting, name, at);
      return;
    }
    if (connecting === name) {
      setPanel({ kind: 'connect', from: null });
      return;
    }
    want({ kind: 'node', name });
    setPanel({ kind: 'connect', from: name });
    announce(t('Choose the node to connect {name} to.', { name }));
    focusOn('.connect-to .filtered-list :is(input, button)', '.connect-to h2');
  };
  /** Asks for both ends of a new link, or for the other end if a node is selected. */
  const beginLink = (at: number) => {
    if (selected?.kind === 'node') {
      choose(selected.name, at);
      return;
    }
    setPanel({ kind: 'connect', from: null });
    focusOn('.connect-to .filtered-list :is(input, button)', '.connect-to h2');
  };
  const remove = (item: Item, at: number) => {
    const next = removeItem(draft, item);
    if (next === draft) return;
    const links = draft.scenario.links.length - next.scenario.links.length - (item.kind === 'link' ? 1 : 0);
    const name = itemInWords(draft, item);
    apply(next, `remove ${itemKey(item)} ${at}`, at);
    select(null);
    announce(
      links === 0
        ? t('Removed {item}.', { item: name })
        : plural(links, 'Removed {item} and {n} link.', 'Removed {item} and {n} links.', { item: name }),
    );
    if (item.kind === 'flow') focusOn('.flow-list .flow-name', '.builder-tools button');
    else focusOn('.builder-canvas [tabindex="0"]', '.builder-tools button');
  };
  const find = () => {
    setPanel({ kind: 'find' });
    focusOn('.builder-side .filtered-list input');
  };
  const step = (way: 'undo' | 'redo', at: number) => {
    bench[way](at);
    announce(way === 'undo' ? t('Undone.') : t('Redone.'));
  };
  const cancel = () => {
    if (panel.kind === 'item') {
      want(null);
      return;
    }
    const from = connecting;
    setPanel(ITEM);
    focusOn(from === null ? '.builder-tools button' : `[data-item="node ${CSS.escape(from)}"]`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A popover closes by itself.
    if (event.target instanceof Element && event.target.closest('.floating')) return;
    if (event.key === 'Escape' && panel.kind !== 'item') {
      cancel();
      event.stopPropagation();
      return;
    }
    if (event.key === 'Escape' && selected !== null && event.target instanceof Element) {
      // From a form back to its item.
      if (event.target.closest('.item-form') === null) return;
      focusOn(
        selected.kind === 'flow'
          ? '.flow-list [data-chosen="true"] .flow-name'
          : `[data-item="${CSS.escape(itemKey(selected))}"]`,
      );
      event.stopPropagation();
      return;
    }
    const way = stepOf(event);
    if (way === null || writing(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    step(way, event.timeStamp);
  };

  const first = draft.nodes.find(({ name }) => linkTargets(draft, name).length > 0);
  return (
    <section className="network-builder" aria-label={t('Network builder')} ref={root} onKeyDown={onKeyDown}>
      <header className="builder-tools">
        <span className="buttons">
          <button type="button" onClick={(event) => add('host', event.timeStamp)}>
            {t('Add host')}
          </button>
          <button type="button" onClick={(event) => add('router', event.timeStamp)}>
            {t('Add router')}
          </button>
          <button
            type="button"
            disabled={first === undefined}
            aria-pressed={panel.kind === 'connect'}
            onClick={(event) => {
              if (panel.kind === 'connect') cancel();
              else beginLink(event.timeStamp);
            }}
          >
            {t('Connect')}
          </button>
          <button type="button" onClick={(event) => addStream('flow', event.timeStamp)}>
            {t('Add flow')}
          </button>
          <button
            type="button"
            title={t('Traffic that doesn’t use TCP')}
            onClick={(event) => addStream('datagrams', event.timeStamp)}
          >
            {t('Add datagrams')}
          </button>
          <button
            type="button"
            aria-pressed={panel.kind === 'templates'}
            onClick={() => {
              if (panel.kind === 'templates') cancel();
              else {
                setPanel({ kind: 'templates' });
                focusOn('.templates h2');
              }
            }}
          >
            {t('Templates')}
          </button>
          <button
            type="button"
            disabled={draft.nodes.length < 2}
            title={t('Place the nodes along the paths of the flows')}
            onClick={(event) => {
              apply(rearrange(draft), `arrange ${event.timeStamp}`, event.timeStamp);
              announce(t('The nodes are arranged.'));
            }}
          >
            {t('Arrange')}
          </button>
        </span>
        <span className="buttons">
          <button type="button" disabled={!undoable} onClick={(event) => step('undo', event.timeStamp)}>
            {t('Undo')}
          </button>
          <button type="button" disabled={!redoable} onClick={(event) => step('redo', event.timeStamp)}>
            {t('Redo')}
          </button>
        </span>
        <Progress bench={bench} missing={missing.length} />
        <button type="button" className="primary" onClick={onClose}>
          {t('Done')}
        </button>
      </header>
      <Canvas
        draft={draft}
        nodes={drawn.nodes}
        selected={selected}
        incomplete={incomplete}
        connecting={connecting}
        choosing={panel.kind === 'connect'}
        select={select}
        open={open}
        connect={choose}
        beginLink={beginLink}
        link={link}
        move={(name: string, spot: Spot, at: number) =>
          apply(moveNode(draft, name, spot), `move ${name}`, at)
        }
        remove={remove}
        cancel={cancel}
      />
      {drawn.hidden > 0 && (
        <p className="builder-note">
          {drawn.tooLarge
            ? t('This network has {count} nodes, too many to draw. You see what you select.', {
                count: formatCount(draft.nodes.length),
              })
            : plural(
                drawn.hidden,
                '{n} node isn’t drawn: hosts that are linked alike share a place.',
                '{n} nodes aren’t drawn: hosts that are linked alike share a place.',
              )}{' '}
          <button type="button" onClick={find}>
            {t('Find a part')}
          </button>
        </p>
      )}
      <div className="builder-side">
        {resumed && missing.length > 0 && (
          <p className="note">
            {t('This is your unfinished network.')}{' '}
            <button type="button" onClick={(event) => session.discard(event.timeStamp)}>
              {t('Discard it')}
            </button>
          </p>
        )}
        {refusal !== null && <p className="wrong">{refusal}</p>}
        {missing.length > 0 && <MissingList missing={missing} open={open} />}
        {panel.kind === 'templates' ? (
          <TemplateList
            catalogue={catalogue}
            choose={(scenario, title, at) => {
              apply(draftOf(scenario), `template ${title} ${at}`, at);
              select(null);
              announce(
                scenario.links.length > 0
                  ? t('{title} is on the bench.', { title })
                  : t('The network is empty. Add a host, or start from a template.'),
              );
              focusOn('.flow-list .sender-choice button', '.builder-tools button');
            }}
            close={cancel}
          />
        ) : panel.kind === 'connect' ? (
          <ConnectTo draft={draft} from={connecting} choose={choose} cancel={cancel} />
        ) : panel.kind === 'find' ? (
          <section aria-labelledby="builder-find">
            <header className="builder-head">
              <h2 className="builder-title" id="builder-find">
                {t('Find a part')}
              </h2>
              <button type="button" onClick={cancel}>
                {t('Close')}
              </button>
            </header>
            <FilteredList
              label={t('Name of a node, link or flow')}
              choices={allItems(draft).map((item) => ({
                key: itemKey(item),
                label: itemInWords(draft, item),
              }))}
              choose={(key) => open(itemOf(key))}
            />
          </section>
        ) : selected === null ? (
          <Help />
        ) : (
          <ItemForm
            bench={bench}
            draft={draft}
            missing={missing}
            catalogue={catalogue}
            item={selected}
            select={select}
            remove={remove}
            connect={choose}
          />
        )}
      </div>
      <FlowList
        bench={bench}
        draft={draft}
        catalogue={catalogue}
        selected={selected}
        incomplete={incomplete}
        select={select}
        remove={remove}
        find={find}
      />
      <p className="visually-hidden" aria-live="polite">
        {announced}
      </p>
    </section>
  );
}

/** Says if something is missing, and if the bench is still running the network. Only the former is announced. */
function Progress({ bench, missing }: { bench: Bench; missing: number }) {
  const phase = usePart(bench.runner.state, 'phase');
  return (
    <p className="builder-progress" data-complete={missing === 0}>
      <span aria-live="polite">
        {missing > 0 && plural(missing, '{n} thing missing', '{n} things missing')}
      </span>
      {missing === 0 && (phase === 'running' ? t('Running') : t('Complete'))}
    </p>
  );
}

interface ConnectProps {
  draft: Draft;
  /** Null until the first node is chosen. */
  from: string | null;
  choose(name: string, at: number): void;
  cancel(): void;
}

/** The nodes that a new link can begin at or lead to. */
function ConnectTo({ draft, from, choose, cancel }: ConnectProps) {
  const names =
    from === null
      ? namesOf(draft).filter((name) => linkTargets(draft, name).length > 0)
      : linkTargets(draft, from);
  return (
    <section className="connect-to" aria-labelledby="connect-to">
      <header className="builder-head">
        <h2 className="builder-title" id="connect-to" tabIndex={-1}>
          {from === null ? t('Connect which node?') : t('Connect {name} to', { name: from })}
        </h2>
        <button type="button" onClick={cancel}>
          {t('Cancel')}
        </button>
      </header>
      {names.length === 0 && (
        <p className="builder-hint">{t('It’s linked to every other node already. Add a node first.')}</p>
      )}
      <FilteredList
        label={t('Name of a node')}
        choices={names.map((name) => ({ key: name, label: name }))}
        choose={choose}
      />
    </section>
  );
}

function Help() {
  return (
    <section className="builder-help" aria-labelledby="builder-help">
      <h2 className="builder-title" id="builder-help">
        {t('Build your network')}
      </h2>
      <p>{t('Click a node, a link or a flow to edit it. Drag a node to move it.')}</p>
      <p>{t('To connect two nodes, click one and drag its + to the other.')}</p>
      <dl>
        {[
          ['← → ↑ ↓', t('the next node or link')],
          ['Enter', t('edit')],
          ['c', t('connect')],
          [t('Delete'), t('remove')],
          [t('Shift and arrows'), t('move a node')],
        ].map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function stepOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(ctrlKey || metaKey) || altKey) return null;
  const letter = key.toLowerCase();
  if (letter === 'y' && !shiftKey) return 'redo';
  return letter === 'z' ? (shiftKey ? 'redo' : 'undo') : null;
}
