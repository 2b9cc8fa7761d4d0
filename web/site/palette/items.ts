/** Everything that the palette finds. */

import { formatQuantity } from '../../base/words/quantity';
import { t, translated } from '../../base/words/words';
import { gallery } from '../../bench/gallery/groups';
import type { Scenario } from '../../engine/schema';
import { COURSE, GLOSSARY } from '../../lessons/course';
import { load } from '../../papers/load';
import { number, published, VERDICTS } from '../../papers/words';
import type { Bench } from '../../run/bench';
import { PINNED_LETTERS } from '../../run/pinned';
import { PLACES } from '../../run/share/pages';
import { paperAddress } from '../../run/share/places';
import { benchAddress } from '../../run/share/route';
import { findingOf, PAPER_NAMES, type Paper, shortName } from '../../scenario/content/papers';
import { withOwnPresets } from '../../scenario/edit';
import { fieldsOf } from '../../scenario/fields';
import { synonymsOf } from '../../scenario/search';
import { type Action, actions, isEnabled } from '../../ui/actions';
import { contentText, inEnglish, type LanguageAttributes } from '../../ui/InEnglish';
import { type Searchable, searchable } from './match';
import { revealField } from './revealField';

export type Kind = 'action' | 'sender' | 'field' | 'scenario' | 'lesson' | 'page' | 'term' | 'number';

/** Headings, in the order of the kinds when nothing is typed. */
export const KINDS: Record<Kind, () => string> = {
  action: () => t('Actions'),
  sender: () => t('Senders'),
  field: () => t('Settings of this scenario'),
  scenario: () => t('Scenarios'),
  lesson: () => t('Lessons'),
  page: () => t('Pages'),
  term: () => t('Glossary'),
  number: () => t('Published numbers'),
};

export interface Item {
  /** Unique and permanent, for the list of recent ones. */
  id: string;
  kind: Kind;
  title: string;
  /** Attributes of the title: none if it's in the interface's language. */
  language: LanguageAttributes;
  /** Small text after the title. */
  detail: string;
  keys: readonly string[];
  search: Searchable;
  run(): void;
}

function item(kind: Kind, id: string, title: string, detail: string, words: string, run: () => void): Item {
  return {
    kind,
    id: `${kind} ${id}`,
    title,
    language: {},
    detail,
    keys: [],
    search: searchable(title, `${detail} ${words}`),
    run,
  };
}

/** The items that are known at once. `root` is the address of the lab's main page. */
export function itemsOf(bench: Bench | undefined, root: string): Item[] {
  const go = (address: string) => () => goTo(root + address);
  return [
    ...actions.value.filter((action) => isEnabled(action) && action.id !== 'palette').map(actionItem),
    ...(bench === undefined ? [] : [...senderItems(bench), ...fieldItems(bench)]),
    ...gallery().flatMap(({ entries, question }) =>
      entries.map(({ name, title, line, source, senders }) =>
        item(
          'scenario',
          name,
          title,
          source,
          [name, line, question, ...senders].join(' '),
          go(benchAddress(name)),
        ),
      ),
    ),
    ...COURSE.map(({ name, number, title, question, sources }) => {
      const { children, ...language } = contentText(title);
      const words = [title, question, ...sources].join(' ');
      const run = go(`lessons/${name}/`);
      return {
        ...item('lesson', name, `${number}. ${children}`, translated(question), words, run),
        language,
      };
    }),
    ...PLACES.map(({ name, title, address }) => item('page', name, title(), '', name, go(address))),
    ...[...GLOSSARY].map(([term, { means }]) => {
      const { children, ...language } = contentText(term);
      const run = go(`lessons/glossary/#${encodeURIComponent(term)}`);
      return { ...item('term', term, children, translated(means), `${term} ${means}`, run), language };
    }),
  ];
}

function goTo(address: string): void {
  window.location.href = address;
}

function actionItem({ id, title, words, keys = [], run }: Action): Item {
  const found = item('action', id, title(), '', words?.() ?? '', () => run(performance.now()));
  return { ...found, keys };
}

/** Most flows whose senders are listed one by one. */
const FLOWS = 6;

function senderItems(bench: Bench): Item[] {
  const { scenario } = bench.state.value;
  const { catalogue } = bench.runner.state.value;
  if (scenario === null || catalogue === null) return [];
  const { presets } = withOwnPresets(catalogue, scenario);
  const alone = scenario.flows.length === 1;
  const full = bench.state.value.pinned.length >= PINNED_LETTERS.length;
  return scenario.flows.slice(0, FLOWS).flatMap((flow, index) =>
    presets
      .filter(({ name }) => name !== flow.sender.preset)
      .flatMap(({ name, title, doc }) => {
        const sender = translated(title);
        const words = alone
          ? t('Switch the sender to {sender}', { sender })
          : t('Switch {flow} to {sender}', { flow: flow.name, sender });
        const run = () => bench.choosePreset(index, name, performance.now());
        const compare = () => {
          const at = performance.now();
          bench.keep(at);
          bench.choosePreset(index, name, at);
        };
        const compared = alone
          ? t('Compare with {sender}', { sender })
          : t('Compare {flow} with {sender}', { flow: flow.name, sender });
        const items = [item('sender', `${index} ${name}`, words, name, translated(doc), run)];
        // The present run stays as the one to compare with.
        if (!full) items.push(item('sender', `compare ${index} ${name}`, compared, name, '', compare));
        return items;
      }),
  );
}

/** The name of the link or flow that a field belongs to; empty if it's the only flow. */
function entryOf(path: string, { links, flows }: Scenario): string {
  const [list, index = ''] = path.split('.');
  if (list === 'links') return links[Number(index)]?.name ?? '';
  return list === 'flows' && flows.length > 1 ? (flows[Number(index)]?.name ?? '') : '';
}

/** Lists that are edited as JSON. */
const WITHOUT_CONTROL = /^(?:timeline|drops|datagrams|presets|topology)\b/;

function fieldItems(bench: Bench): Item[] {
  const { scenario } = bench.state.value;
  const { catalogue } = bench.runner.state.value;
  if (scenario === null || catalogue === null) return [];
  return fieldsOf(scenario, catalogue)
    .filter(({ path }) => !path.endsWith('.preset') && !WITHOUT_CONTROL.test(path))
    .map(({ path, pathInWords, label, value, shape }) => {
      const detail = typeof value === 'number' ? formatQuantity(value, shape?.unit ?? '') : String(value);
      const entry = entryOf(path, scenario);
      const names = `${label} ${path.split('.').at(-1)}`;
      const title = entry === '' ? label : t('{field}, {entry}', { field: label, entry });
      const found = item('field', path, title, detail, '', () => revealField(bench, path));
      // Values aren't searched: "vegas" means a sender, not each field that has it as its value.
      return { ...found, search: searchable(title, [pathInWords, path, ...synonymsOf(names)].join(' ')) };
    });
}

/** The papers' numbers. They load after the palette has opened, because they are large. */
export async function numberItems(root: string): Promise<Item[]> {
  const { papers, findings } = await load(PAPER_NAMES);
  return papers.flatMap((paper: Paper) =>
    paper.entries.map((entry) => {
      const finding = findingOf(findings, paper, entry);
      const theirs = published(entry);
      const unit = entry.unit === '' ? '' : ` ${entry.unit}`;
      const values = [
        theirs === ''
          ? ''
          : t('paper {value}', { value: theirs + (entry.expect.kind === 'direction' ? '' : unit) }),
        finding?.ours == null ? '' : t('ours {value}', { value: number(finding.ours) + unit }),
        finding === undefined ? '' : `${VERDICTS[finding.verdict].sign} ${VERDICTS[finding.verdict].words}`,
      ];
      const address = root + paperAddress(paper.name, entry.item);
      const found = item(
        'number',
        `${paper.name}/${entry.item}`,
        `${shortName(paper)}, ${entry.place}: ${entry.quantity}`,
        values.filter(Boolean).join(' · '),
        `${paper.authors} ${entry.item.replace(/[/-]/g, ' ')}`,
        () => goTo(address),
      );
      return { ...found, language: inEnglish() };
    }),
  );
}
