/** Python's widget has a table of panels and traits of its own, which must be those of the registry and of the options. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PANEL_NAMES } from '../../lab/panels/registry';
import { DEFAULTS } from './options';
import { OPTIONS } from './widget';

const SOURCE = readFileSync('engine-wasm/python/python/vegaslab/widget.py', 'utf8');

function panels(): Record<string, string> {
  const [, table = ''] = /^PANELS = (\{[^}]*\})/m.exec(SOURCE) ?? [];
  return JSON.parse(table.replace(/,\s*\}/, '}'));
}

/** The declaration of each trait that the browser and Python share. */
function traits(): Map<string, string> {
  const declared = SOURCE.matchAll(/^ {4}([a-z]\w*)(?:: [^=]+)? = ((?:[^"]|"(?!""))*?\.tag\(\s*sync=True)/gm);
  return new Map([...declared].map(([, name = '', text = '']) => [name, text]));
}

it('the widget in Python names every panel, and no other', () => {
  expect(Object.values(panels()).sort()).toEqual([...PANEL_NAMES].sort());
});

it('the widget in Python names panels as in the docs of its trait', () => {
  const [, docs = ''] =
    /The plots, from top to bottom, as the user has arranged them: ([^.]*)\./.exec(SOURCE) ?? [];
  expect([...docs.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(Object.keys(panels()));
});

it('the widget in Python has the options of the element as traits, with their defaults', () => {
  const found = traits();
  const options = OPTIONS.filter((name) => name !== 'recording');
  expect([...found.keys()].sort()).toEqual([...options, 'result'].sort());
  const [, names = ''] = /default_value=(\[[^\]]*\])/.exec(found.get('panels') ?? '') ?? [];
  expect(JSON.parse(names).map((name: string) => panels()[name])).toEqual(DEFAULTS.panels);
  expect(found.get('controls')).toContain(`default_value=${JSON.stringify(DEFAULTS.controls)}`);
  expect(found.get('panel_height')).toContain(`Int(${DEFAULTS.panel_height},`);
  expect(found.get('theme')).toContain(`default_value="${DEFAULTS.theme}"`);
});
