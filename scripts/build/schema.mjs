// The JSON Schema of scenarios, from the engine's catalogue. docs/schema.md has its rules.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ROOT } from '../child.mjs';
import { buildWasm, loadEngine } from '../engine.mjs';

/** The build serves public/, so this is also the schema's address. */
export const SCHEMA_FILE = `${ROOT}public/schema/scenario-v1.json`;

/** @typedef {import('../../web/engine/schema').Catalogue} Catalogue */
/** @typedef {import('../../web/engine/schema').Shape} Shape */
/** @typedef {Pick<import('../../web/engine/schema').FieldInfo, 'name' | 'doc' | 'shape' | 'default'>} Field */
/** @typedef {{ [keyword: string]: unknown }} Schema */

/**
 * Complete objects need every field without a default, and parts their kind. Changed ones, in a sender with a preset or a link of a topology,
 * have only the fields that differ.
 * @typedef {'complete' | 'changed'} Mode
 */

/**
 * The schema's text.
 * @param {Catalogue} catalogue
 */
export function schemaText(catalogue) {
  return `${JSON.stringify(schemaOf(catalogue), null, 1)}\n`;
}

/** @param {Catalogue} catalogue @returns {Schema} */
function schemaOf(catalogue) {
  const sets = Object.entries(catalogue.parts).flatMap(([set, { title, doc, members }]) => [
    ...members.map(({ kind, label, doc: description, fields }) => [
      `${set}.${kind}`,
      { title: label, description, type: 'object', properties: propertiesOf(fields, 'complete') },
    ]),
    [set, partSchema(set, title, doc, members, 'complete')],
    [`${set}.changed`, partSchema(set, title, doc, members, 'changed')],
  ]);
  const fields = catalogue.scenario.map((field) =>
    field.name === 'links' ? { ...field, default: [] } : field,
  );
  const link = itemOf(catalogue.scenario, 'links');
  const flow = itemOf(catalogue.scenario, 'flows');
  const sender = flow.find(({ name }) => name === 'sender')?.shape;
  if (sender?.type !== 'object') throw new Error('flows have no sender');
  const $defs = {
    'link.changed': objectSchema(link, 'changed', ['name']),
    sender: when(
      { properties: { preset: { type: 'string' } }, required: ['preset'] },
      objectSchema(sender.fields, 'changed'),
      objectSchema(sender.fields, 'complete'),
    ),
    ...Object.fromEntries(sets),
  };
  const { properties, ...root } = objectSchema(fields, 'complete');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Vegas Lab scenario, version 1',
    description: `Everything about one run. Generated from the catalogue of engine ${catalogue.engine_version}.`,
    ...root,
    properties: {
      $schema: { description: 'Address of this schema, for editors.', type: 'string', maxLength: 2000 },
      .../** @type {object} */ (properties),
    },
    // The links of a topology come before those of the list, whose entries may then change one of them.
    ...when(
      { properties: { topology: { type: 'object' } }, required: ['topology'] },
      { properties: { links: { items: { $ref: '#/$defs/link.changed' } } } },
      { properties: { links: { items: objectSchema(link, 'complete') } }, required: ['links'] },
    ),
    $defs,
  };
}

/** The fields of the items of a list. @param {readonly Field[]} fields @param {string} list @returns {readonly Field[]} */
function itemOf(fields, list) {
  const shape = fields.find(({ name }) => name === list)?.shape;
  if (shape?.type !== 'list' || shape.item.type !== 'object')
    throw new Error(`scenarios have no list ${list}`);
  return shape.item.fields;
}

/** @param {readonly Field[]} fields @param {Mode} mode @returns {Record<string, Schema>} */
function propertiesOf(fields, mode) {
  return Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, mode)]));
}

/** @param {Field} field @param {Mode} mode @returns {Schema} */
function fieldSchema({ name, doc, shape, default: given }, mode) {
  const description = doc.trim();
  const about = { ...(description !== '' && { description }), ...(given !== null && { default: given }) };
  // These two have definitions of their own, because what they need depends on other fields.
  if (name === 'links')
    return { ...about, type: 'array', ...(shape.type === 'list' && { maxItems: shape.max_length }) };
  if (name === 'sender') return { ...about, $ref: '#/$defs/sender' };
  return { ...about, ...shapeSchema(shape, mode) };
}

/** @param {Shape} shape @param {Mode} mode @returns {Schema} */
function shapeSchema(shape, mode) {
  switch (shape.type) {
    case 'boolean':
      return { type: 'boolean' };
    case 'text':
      return { type: 'string', maxLength: shape.max_length };
    case 'number': {
      const type = shape.integer ? 'integer' : 'number';
      // JSON Schema has no keyword for units; this one is for people and for our own tools.
      const unit = shape.unit === '' ? {} : { 'x-unit': shape.unit };
      return shape.min === shape.max
        ? { type, const: shape.min }
        : { type, minimum: shape.min, maximum: shape.max, ...unit };
    }
    case 'choice':
      return {
        type: 'string',
        oneOf: shape.choices.map(({ value, label, doc }) => ({
          const: value,
          title: label,
          description: doc,
        })),
      };
    case 'choice_or_number': {
      const { choices, number } = shape;
      return { anyOf: [shapeSchema({ type: 'choice', choices }, mode), shapeSchema(number, mode)] };
    }
    case 'list':
      return { type: 'array', items: shapeSchema(shape.item, mode), maxItems: shape.max_length };
    case 'optional':
      return { anyOf: [shapeSchema(shape.item, mode), { type: 'null' }] };
    case 'object':
      return objectSchema(shape.fields, mode);
    case 'part':
      return { $ref: `#/$defs/${shape.set}${mode === 'changed' ? '.changed' : ''}` };
  }
}

/** @param {readonly Field[]} fields @param {Mode} mode @param {readonly string[]} [always] fields that even a changed object needs @returns {Schema} */
function objectSchema(fields, mode, always = []) {
  const needed = mode === 'changed' ? always : requiredOf(fields);
  return {
    type: 'object',
    properties: propertiesOf(fields, mode),
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  };
}

/** @param {readonly Field[]} fields */
function requiredOf(fields) {
  // A default of null is that of an optional field.
  return fields
    .filter(({ shape, default: given }) => given === null && shape.type !== 'optional')
    .map(({ name }) => name);
}

/**
 * A part: its kind says which fields it has. A changed part may leave out its kind.
 * @param {string} set
 * @param {string} title
 * @param {string} description
 * @param {Catalogue['parts'][string]['members']} members
 * @param {Mode} mode
 * @returns {Schema}
 */
function partSchema(set, title, description, members, mode) {
  const kind = {
    description,
    oneOf: members.map((member) => ({ const: member.kind, title: member.label, description: member.doc })),
  };
  const common = { title, description, type: 'object', properties: { kind } };
  const own = members.map((member) => {
    const names = [...member.fields.map(({ name }) => name), 'kind'];
    const needed = mode === 'changed' ? [] : requiredOf(member.fields);
    return {
      kind: member.kind,
      schema: {
        $ref: `#/$defs/${set}.${member.kind}`,
        propertyNames: { enum: names },
        ...(needed.length > 0 && { required: needed }),
      },
    };
  });
  const byKind = own.map(({ kind: name, schema }) =>
    when({ properties: { kind: { const: name } }, required: ['kind'] }, schema),
  );
  if (mode === 'complete') return { ...common, required: ['kind'], allOf: byKind };
  const someKind = { anyOf: own.map(({ schema }) => schema) };
  return { ...common, ...when({ required: ['kind'] }, { allOf: byKind }, someKind) };
}

/** @param {Schema} condition @param {Schema} yes @param {Schema} [no] @returns {Schema} */
function when(condition, yes, no) {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: condition, then: yes, ...(no && { else: no }) };
}

/** Writes the schema. */
export async function writeSchema() {
  await buildWasm();
  const { catalogue } = await loadEngine();
  mkdirSync(dirname(SCHEMA_FILE), { recursive: true });
  writeFileSync(SCHEMA_FILE, schemaText(catalogue));
}
