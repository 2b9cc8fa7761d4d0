/** docs/presets.md: each preset on one page with all its parts, written from the catalogue. `npx vitest run web/scenario/presets -u` renews it. */
import { expect, it } from 'vitest';
import { ROOT } from '../../scripts/child.mjs';
import { catalogue } from '../engine/nodeEngine';
import type { Catalogue, FieldInfo } from '../engine/schema';

type Preset = Catalogue['presets'][number];

const HEAD = `# The presets, part by part

A sender is made of parts, which are documented where they are chosen. This page has all parts of each preset together.
\`engine-wasm/sim/src/tcp/<part>/mod.rs\` lists the files of a part's kinds. The page is written from the catalogue (\`web/scenario/presets.test.ts\`).
`;

const SENDER = fieldsOf(
  catalogue.scenario.find(({ name }) => name === 'flows'),
  'sender',
);

/** The fields of an object in a list. */
function fieldsOf(list: FieldInfo | undefined, name: string): FieldInfo[] {
  const item = list?.shape.type === 'list' ? list.shape.item : undefined;
  const field = item?.type === 'object' ? item.fields.find((one) => one.name === name) : undefined;
  if (field?.shape.type !== 'object') throw new Error(`The catalogue has no fields of ${name}.`);
  return field.shape.fields;
}

function section({ name, title, doc, source, sender }: Preset): string {
  const values = sender as unknown as Record<string, unknown>;
  const parts = SENDER.filter(({ shape }) => shape.type === 'part').map((field) =>
    partRow(field, values[field.name]),
  );
  const others = SENDER.filter(({ shape, name: field }) => shape.type !== 'part' && field !== 'preset');
  const settings = others.map(({ name: field }) => `\`${field}\` ${shown(values[field])}`);
  return [
    `## \`${name}\`: ${title}`,
    `${doc}${source === '' ? '' : ` *${source}.*`}`,
    ['| part | kind | settings | what it does |', '|---|---|---|---|', ...parts].join('\n'),
    `Also: ${settings.join(', ')}.`,
  ].join('\n\n');
}

/** A row of the table: the kind of a part, its own settings, and what it does. */
function partRow(field: FieldInfo, value: unknown): string {
  if (field.shape.type !== 'part') throw new Error(`${field.name} is no part.`);
  const set = catalogue.parts[field.shape.set];
  const { kind, ...settings } = value as Record<string, unknown>;
  const member = set?.members.find((one) => one.kind === kind);
  if (set === undefined || member === undefined) throw new Error(`${field.name} has no kind ${kind}.`);
  const own = member.fields.map(({ name }) => `\`${name}\` ${shown(settings[name])}`);
  return `| ${set.title} | \`${kind}\`: ${member.label} | ${own.join(', ') || '–'} | ${member.doc} |`;
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'string' ? value.replaceAll('_', ' ') : JSON.stringify(value);
}

it('docs/presets.md has every part of every preset', async () => {
  const sections = catalogue.presets.map(section);
  expect(sections.length).toBeGreaterThan(20);
  await expect(`${[HEAD.trim(), ...sections].join('\n\n')}\n`).toMatchFileSnapshot(`${ROOT}docs/presets.md`);
});
