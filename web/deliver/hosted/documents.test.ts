/** The documents of frames and elements, and the builder's form, have the options of the list. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PANEL_NAMES } from '../../lab/panels/registry';
import { SPEEDS } from '../../run/view';
import { BUILDER_FIELDS } from '../embed/builderFields';
import { ELEMENT_OPTIONS, FRAME_OPTIONS, parametersOf, usualOptions } from './options';

/** The cells of a document's table by the name in its first column. The table is the one after a text. */
function tableAfter(file: string, text: string): Map<string, string[]> {
  const document = readFileSync(file, 'utf8');
  const rows =
    document
      .slice(document.indexOf(text) + text.length)
      .trimStart()
      .split('\n\n', 1)[0] ?? '';
  const cells = rows
    .split('\n')
    .slice(2)
    .map((row) => row.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));
  return new Map(cells.map(([name = '', ...others]) => [name.replaceAll('`', ''), others]));
}

const listed = (values: readonly (string | number)[]) => values.map((value) => `\`${value}\``).join(', ');

const GUIDE = 'docs/embedding.md';
const OF_RUNS = tableAfter(GUIDE, 'For an experiment with runs, or a bench:');
const OF_ALL = tableAfter(GUIDE, 'For any content:');
const ATTRIBUTES = tableAfter('web/deliver/element/package/README.md', 'gives JSX its types.');

const attributeOf = (name: string) => name.replaceAll('_', '-');

test('the guide has a row for each parameter of frames, in the table of the contents that have it', () => {
  const all = parametersOf('lesson');
  expect([...OF_ALL.keys()].sort()).toEqual([...all].sort());
  expect([...OF_RUNS.keys()].sort()).toEqual(FRAME_OPTIONS.filter((name) => !all.includes(name)).sort());
});

test('the guide has the defaults of parameters that have one', () => {
  const written: Record<string, string> = { true: 'on', auto: 'system' };
  const rows = new Map([...OF_RUNS, ...OF_ALL]);
  for (const [name, usual] of Object.entries(usualOptions('frame'))) {
    if (usual === null || Array.isArray(usual)) continue;
    expect(rows.get(name)?.[1], name).toBe(`\`${written[String(usual)] ?? usual}\``);
  }
});

test('the guide lists the panels and the speeds', () => {
  expect(OF_RUNS.get('panels')?.[0]).toBe(`${listed(PANEL_NAMES)}, separated by commas`);
  const speeds = SPEEDS.join(', ').replace(/, (\d+)$/, ' or $1');
  expect(OF_RUNS.get('autoplay')?.[0]).toContain(`: ${speeds}. `);
});

test('the builder has a field for each parameter of frames', () => {
  expect(BUILDER_FIELDS.map(({ name }) => name).sort()).toEqual([...FRAME_OPTIONS].sort());
});

test('the package documents each attribute, with its default', () => {
  expect([...ATTRIBUTES.keys()].sort()).toEqual(
    ['scenario', 'link', 'lang', ...ELEMENT_OPTIONS.map(attributeOf)].sort(),
  );
  expect(ATTRIBUTES.get('panels')?.[1]).toContain(listed(PANEL_NAMES));
  const { controls, panel_height } = usualOptions('element');
  expect(ATTRIBUTES.get('controls')?.[1]).toContain(`${listed(controls)} by default`);
  expect(ATTRIBUTES.get('panel-height')?.[1]).toContain(`${panel_height} by default`);
});

test('the manifest of the package has the attributes and their defaults', () => {
  const manifest = JSON.parse(readFileSync('web/deliver/element/package/custom-elements.json', 'utf8'));
  const [{ attributes }] = manifest.modules[0].declarations as [
    { attributes: { name: string; default?: string }[] },
  ];
  expect(attributes.map(({ name }) => name)).toEqual([
    'scenario',
    'link',
    ...ELEMENT_OPTIONS.map(attributeOf),
  ]);
  for (const [name, usual] of Object.entries(usualOptions('element'))) {
    const found = attributes.find((one) => one.name === attributeOf(name))?.default;
    const text = typeof usual === 'number' ? String(usual) : `'${usual}'`;
    expect(found, name).toBe(usual === null ? undefined : text);
  }
});
