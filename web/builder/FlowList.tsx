/** The flows under construction: where each begins and ends, its sender, its path, and what it achieved in the last run. */
import { usePart } from '../base/observable';
import type { Catalogue } from '../engine/schema';
import { flowSign } from '../plot/signs';
import type { Bench } from '../run/bench';
import { flowToken } from '../ui/theme';
import { formatRate } from '../words/format';
import { t } from '../words/words';
import type { Draft, Item } from './draft';
import { EndChoice, SenderChoice } from './ItemForm';
import { itemInWords, itemKey } from './items';
import { pathNodes } from './routes';
import { sessionOf } from './session';
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
}

/** Flows listed at most; others are changed in the controls. */
const MOST = 40;

export function FlowList({ bench, draft, catalogue, selected, incomplete, select, remove }: Props) {
  const session = sessionOf(bench);
  const { scenario } = draft;
  const paths = pathNodes(scenario);
  const streams = [...scenario.flows, ...scenario.datagrams];
  const apply = (next: Draft, what: string, at: number) => session.apply(next, what, at);
  return (
    <section className="flow-list" aria-label={t('Flows')}>
      {streams.length === 0 && <p className="builder-hint">{t('No flow yet.')}</p>}
      <ul>
        {streams.slice(0, MOST).map((stream, index) => {
          const item: Item = { kind: 'flow', index };
          const flow = scenario.flows[index];
          const name = itemInWords(draft, item);
          const chosen = selected !== null && itemKey(selected) === itemKey(item);
          return (
            <li
              key={stream.name}
              data-chosen={chosen}
              data-incomplete={incomplete.has(itemKey(item)) || undefined}
            >
              <button
                type="button"
                className="flow-name"
                aria-pressed={chosen}
                title={t('Edit {flow}', { flow: name })}
                onClick={() => select(item)}
                onKeyDown={(event) => {
                  if (event.key !== 'Delete' && event.key !== 'Backspace') return;
                  event.preventDefault();
                  remove(item, event.timeStamp);
                }}
              >
                <i style={{ background: `var(--${flowToken(index)})` }}>{flowSign(index)}</i>
                {stream.name}
              </button>
              <span className="flow-ends">
                <EndChoice {...{ draft, catalogue, index, apply }} end="from" bare />
                <span aria-hidden="true">→</span>
                <EndChoice {...{ draft, catalogue, index, apply }} end="to" bare />
              </span>
              {flow ? (
                <SenderChoice {...{ draft, catalogue, index, flow, apply }} bare />
              ) : (
                <span className="flow-kind">{t('datagrams')}</span>
              )}
              <span className="flow-path">{between(paths[index]?.data ?? [])}</span>
              <Goodput bench={bench} index={index} name={stream.name} />
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
      {streams.length > MOST && (
        <p className="builder-hint">{t('and {count} more', { count: streams.length - MOST })}</p>
      )}
    </section>
  );
}

/** The nodes between the ends of a path. */
function between(path: readonly string[]): string {
  const nodes = path.slice(1, -1);
  return nodes.length === 0 ? '' : t('over {nodes}', { nodes: nodes.join(', ') });
}

/** The flow's goodput in the last run of a complete network. */
function Goodput({ bench, index, name }: { bench: Bench; index: number; name: string }) {
  const shown = usePart(bench.runner.state, 'shown');
  const flow = shown?.summary?.flows[index];
  return (
    <output className="flow-goodput">
      {flow?.name === name && formatRate(8 * flow.goodput_bytes_per_s)}
    </output>
  );
}
