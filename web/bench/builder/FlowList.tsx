/** The flows and datagram sources under construction: where each begins and ends, its sender or traffic, its path, and what it achieved in the last run. */
import { useEffect, useRef } from 'react';
import { usePart } from '../../base/observable';
import { formatCount, formatRate, formatShare } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { Catalogue } from '../../engine/schema';
import { flowSign } from '../../plot/signs';
import type { Bench } from '../../run/bench';
import { flowToken } from '../../ui/theme';
import type { Draft, Item } from './draft';
import { EndChoice, SenderChoice, TrafficChoice } from './ItemForm';
import { itemInWords, itemKey } from './items';
import { pathNodes } from './routes';
import { sessionOf } from './session';
import { MOST_DRAWN } from './spots';
import './builder.css';
import './FlowList.css';

interface Props {
  bench: Bench;
  draft: Draft;
  catalogue: Catalogue;
  selected: Item | null;
  incomplete: ReadonlySet<string>;
  select(item: Item): void;
  remove(item: Item, at: number): void;
  /** Shows the list of all parts. */
  find(): void;
}

/** Flows listed at most, besides the selected one; others are found by name. */
const MOST = 40;

export function FlowList({ bench, draft, catalogue, selected, incomplete, select, remove, find }: Props) {
  const session = sessionOf(bench);
  const { scenario } = draft;
  const paths = pathNodes(scenario);
  const streams = [...scenario.flows, ...scenario.datagrams];
  const first = Array.from({ length: Math.min(streams.length, MOST) }, (_, index) => index);
  const chosen = selected?.kind === 'flow' && selected.index >= MOST ? [selected.index] : [];
  const listed = [...first, ...chosen];
  const list = useRef<HTMLElement>(null);
  const shown = selected?.kind === 'flow' ? selected.index : null;
  // Scrolls the list only, because the page may show the flow's form.
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[data-chosen="true"]');
    if (shown === null || !row || list.current === null) return;
    const { clientHeight, scrollTop } = list.current;
    const top = row.offsetTop - list.current.offsetTop;
    if (top < scrollTop || top + row.offsetHeight > scrollTop + clientHeight)
      list.current.scrollTop = top - clientHeight / 2;
  }, [shown]);
  const apply = (next: Draft, what: string, at: number) => session.apply(next, what, at);
  return (
    <section className="flow-list" ref={list} aria-label={t('Flows and datagram sources')}>
      {streams.length === 0 && <p className="builder-hint">{t('No flow yet.')}</p>}
      <ul>
        {listed.map((index) => {
          const stream = streams[index];
          if (stream === undefined) return null;
          const item: Item = { kind: 'flow', index };
          const flow = scenario.flows[index];
          const source = scenario.datagrams[index - scenario.flows.length];
          const name = itemInWords(draft, item);
          const isChosen = selected !== null && itemKey(selected) === itemKey(item);
          return (
            <li
              key={stream.name}
              data-chosen={isChosen}
              data-incomplete={incomplete.has(itemKey(item)) || undefined}
            >
              <button
                type="button"
                className="flow-name"
                aria-pressed={isChosen}
                title={t('Edit {flow}', { flow: name })}
                onClick={() => select(item)}
                onKeyDown={(event) => {
                  if (event.key !== 'Delete' && event.key !== 'Backspace') return;
                  event.preventDefault();
                  remove(item, event.timeStamp);
                }}
              >
                <i style={{ borderColor: `var(--${flowToken(index)})` }}>{flowSign(index)}</i>
                {stream.name}
              </button>
              {draft.nodes.length > MOST_DRAWN ? (
                // Lists of so many hosts in every row would take long; the form has them.
                <span className="flow-ends">
                  {stream.from} → {stream.to}
                </span>
              ) : (
                <span className="flow-ends">
                  <EndChoice {...{ draft, catalogue, index, apply }} end="from" bare />
                  <span aria-hidden="true">→</span>
                  <EndChoice {...{ draft, catalogue, index, apply }} end="to" bare />
                </span>
              )}
              {flow && <SenderChoice {...{ draft, catalogue, index, flow, apply }} bare />}
              {source && <TrafficChoice {...{ draft, catalogue, index, source, apply }} />}
              <span className="flow-path">{between(paths[index]?.data ?? [])}</span>
              <Result bench={bench} name={stream.name} />
              <button
                type="button"
                className="quiet"
                aria-label={t('Remove {item}', { item: name })}
                title={t('Remove {item}', { item: name })}
                onClick={(event) => remove(item, event.timeStamp)}
              >
                ×
              </button>
            </li>
          );
        })}
      </ul>
      {streams.length > listed.length && (
        <p className="builder-hint">
          {t('and {count} more', { count: formatCount(streams.length - listed.length) })}{' '}
          <button type="button" onClick={find}>
            {t('Find a part')}
          </button>
        </p>
      )}
    </section>
  );
}

/** The nodes between the ends of a path. */
function between(path: readonly string[]): string {
  const nodes = path.slice(1, -1);
  return nodes.length === 0 ? '' : t('over {nodes}', { nodes: nodes.join(', ') });
}

/** What the flow achieved in the last run of a complete network: its goodput, or how many of a source's datagrams arrived. */
function Result({ bench, name }: { bench: Bench; name: string }) {
  const summary = usePart(bench.runner.state, 'shown')?.summary;
  const flow = summary?.flows.find((one) => one.name === name);
  const source = summary?.datagrams.find((one) => one.name === name);
  return (
    <output className="flow-goodput">
      {flow && formatRate(8 * flow.goodput_bytes_per_s)}
      {source &&
        source.sent > 0 &&
        t('{share} arrived', { share: formatShare(source.arrived / source.sent) })}
    </output>
  );
}
