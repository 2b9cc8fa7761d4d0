import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { ROOT } from '../child.mjs';
import { loadEngine, scenarioNames, scenarioText } from '../engine.mjs';
import { SCHEMA_FILE, schemaText } from './schema.mjs';

const { engine, catalogue } = await loadEngine();

const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, validateFormats: false });
ajv.addKeyword('x-unit');
const validate = ajv.compile(JSON.parse(schemaText(catalogue)));

/** The paths and problems that the validator finds. @param {unknown} scenario */
function problemsOf(scenario) {
  validate(scenario);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The engine's result for a scenario. @param {unknown} scenario */
function read(scenario) {
  return JSON.parse(engine.check(JSON.stringify(scenario)));
}

/** @param {string} folder @param {RegExp} name */
function filesIn(folder, name) {
  const files = readdirSync(ROOT + folder, { recursive: true }).map(String);
  return files.filter((file) => name.test(file)).map((file) => `${folder}/${file}`);
}

/** The scenarios in a Markdown file, each an indented or fenced block. @param {string} file */
function examplesIn(file) {
  const text = readFileSync(ROOT + file, 'utf8');
  const fenced = [...text.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
  const indented = [...text.matchAll(/(?:^ {4}.*\n)+/gm)].map(([block]) => block);
  return [...fenced, ...indented].flatMap((block) => {
    try {
      const value = JSON.parse(block);
      return typeof value.version === 'number' ? [value] : [];
    } catch {
      return [];
    }
  });
}

it('is published as it follows from the catalogue', () => {
  expect(readFileSync(SCHEMA_FILE, 'utf8'), 'run npm run types').toBe(schemaText(catalogue));
});

it('has the description, unit, range and default of a field', () => {
  const { $defs } = JSON.parse(schemaText(catalogue));
  const alpha = catalogue.parts.avoidance?.members
    .find(({ kind }) => kind === 'cam')
    ?.fields.find(({ name }) => name === 'alpha');
  expect($defs['avoidance.cam'].properties.alpha).toEqual({
    type: 'number',
    description: alpha?.doc,
    minimum: 0,
    maximum: 1000,
    default: 1,
    'x-unit': 'segments',
  });
});

it.each(scenarioNames())('the schema accepts %s, as in its file and with all defaults', (name) => {
  const scenario = JSON.parse(scenarioText(name));
  expect(problemsOf(scenario)).toEqual([]);
  expect(problemsOf(read(scenario).scenario)).toEqual([]);
  expect(problemsOf({ $schema: '../scenario-v1.json', ...scenario })).toEqual([]);
});

it('the schema accepts every archived scenario and every scenario of a lesson', () => {
  const files = [
    ...filesIn('content/archive', /\.json$/),
    ...filesIn('content/lessons', /\.scenario\.json$/),
  ];
  expect(files.length).toBeGreaterThan(50);
  for (const file of files)
    expect(problemsOf(JSON.parse(readFileSync(ROOT + file, 'utf8'))), file).toEqual([]);
});

it('the schema accepts what old links opened', () => {
  for (const { link, opens } of JSON.parse(readFileSync(`${ROOT}content/links.json`, 'utf8')))
    expect(problemsOf(opens), link).toEqual([]);
});

it('the schema accepts the examples in the documents', () => {
  const examples = ['README.md', 'docs/schema.md'].map(examplesIn);
  expect(examples.map(({ length }) => length)).toEqual([1, 1]);
  for (const example of examples.flat()) {
    expect(problemsOf(example)).toEqual([]);
    expect(read(example).problems).toEqual([]);
  }
});

it('the schema accepts every preset, with a changed part', () => {
  const base = JSON.parse(scenarioText('ahn-fig1-vr'));
  for (const { name } of catalogue.presets) {
    base.flows[0].sender = { preset: name, initial_cwnd: 2, timer: { kind: 'rfc6298' } };
    expect(problemsOf(base), name).toEqual([]);
  }
  base.flows[0].sender = { preset: 'vegas', avoidance: { alpha: 2 } };
  expect(problemsOf(base)).toEqual([]);
});

it('the schema accepts every kind of every part, with its required fields', () => {
  const base = JSON.parse(scenarioText('ahn-fig1-vr'));
  const sender = read(base).scenario.flows[0].sender;
  for (const set of Object.keys(sender))
    for (const { kind, fields } of catalogue.parts[set]?.members ?? []) {
      const needed = fields.filter((field) => field.default === null && field.shape.type === 'number');
      const values = needed.map(({ name, shape }) => [name, shape.type === 'number' ? shape.min : 0]);
      base.flows[0].sender = { ...sender, [set]: { kind, ...Object.fromEntries(values) } };
      expect(problemsOf(base), `${set} ${kind}`).toEqual([]);
    }
});

/** Changes to a scenario that both the engine and the schema refuse. @type {Record<string, (scenario: any) => void>} */
const WRONG = {
  'another version': (one) => Object.assign(one, { version: 2 }),
  'a schema that is no text': (one) => Object.assign(one, { $schema: 5 }),
  'an unknown field': (one) => Object.assign(one, { colour: 'red' }),
  'no name': (one) => delete one.name,
  'no links': (one) => delete one.links,
  'no flows': (one) => delete one.flows,
  'text for a number': (one) => Object.assign(one, { duration_s: 'long' }),
  'a number out of range': (one) => Object.assign(one, { duration_s: -1 }),
  'a fraction for a whole number': (one) => Object.assign(one.links[0], { rate_bps: 1000.5 }),
  'an unknown kind': (one) => Object.assign(one.links[0].queue, { kind: 'leaky' }),
  'no kind': (one) => delete one.links[0].queue.kind,
  'a field of another kind': (one) => Object.assign(one.links[0].queue, { weight: 0.1 }),
  'an unknown choice': (one) => Object.assign(one.flows[0].sender, { ecn: 'maybe' }),
  'a misspelled field of a sender': (one) => Object.assign(one.flows[0].sender, { initial_cwmd: 3 }),
  'a sender without parts': (one) => Object.assign(one.flows[0], { sender: {} }),
  'a list for an object': (one) => Object.assign(one, { record: [] }),
  'a long name': (one) => Object.assign(one, { name: 'x'.repeat(65) }),
  'an unknown field of a changed part': (one) =>
    Object.assign(one.flows[0], { sender: { preset: 'vegas', avoidance: { alphabet: 2 } } }),
  'too large a field of a changed part': (one) =>
    Object.assign(one.flows[0], { sender: { preset: 'vegas', avoidance: { kind: 'cam', alpha: 2000 } } }),
};

it.each(Object.entries(WRONG))('the schema refuses %s, as the engine does', (_, change) => {
  const scenario = JSON.parse(scenarioText('ahn-fig1-vr'));
  change(scenario);
  expect(problemsOf(scenario)).not.toEqual([]);
  expect(read(scenario).problems).not.toEqual([]);
});
