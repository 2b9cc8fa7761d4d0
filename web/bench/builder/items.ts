/** Names of items: keys in the drawing, and words for people. */
import { t } from '../../base/words/words';
import { type Draft, type Item, streamAt, streamInWords } from './draft';

export function itemKey(item: Item): string {
  switch (item.kind) {
    case 'node':
      return `node ${item.name}`;
    case 'link':
      return `link ${item.entry}`;
    case 'flow':
      return `flow ${item.index}`;
  }
}

/** "Router R1", "Link R1 to R2", "Flow reno". */
export function itemInWords({ nodes, scenario }: Draft, item: Item): string {
  switch (item.kind) {
    case 'node': {
      const { name } = item;
      const host = nodes.find((node) => node.name === name)?.kind === 'host';
      return host ? t('Host {name}', { name }) : t('Router {name}', { name });
    }
    case 'link': {
      const { from = '', to = '' } = scenario.links[item.entry] ?? {};
      return t('Link {from} to {to}', { from, to });
    }
    case 'flow':
      return streamInWords(scenario, item.index);
  }
}

/** The item of a key. */
export function itemOf(key: string): Item {
  const [kind = '', name = ''] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
  switch (kind) {
    case 'link':
      return { kind, entry: Number(name) };
    case 'flow':
      return { kind, index: Number(name) };
    default:
      return { kind: 'node', name };
  }
}

/** Every node, link and flow. */
export function allItems({ nodes, scenario }: Draft): Item[] {
  return [
    ...nodes.map(({ name }): Item => ({ kind: 'node', name })),
    ...[...scenario.flows, ...scenario.datagrams].map((_, index): Item => ({ kind: 'flow', index })),
    ...scenario.links.map((_, entry): Item => ({ kind: 'link', entry })),
  ];
}

export function exists({ nodes, scenario }: Draft, item: Item): boolean {
  switch (item.kind) {
    case 'node':
      return nodes.some(({ name }) => name === item.name);
    case 'link':
      return scenario.links[item.entry] !== undefined;
    case 'flow':
      return streamAt(scenario, item.index) !== undefined;
  }
}
