/**
 * Reads a scenario's text as it's typed: which value is where, and which fields and values fit at the cursor. Unlike the engine it goes on
 * after a mistake, because a text that is being edited is rarely complete.
 */
import type { Catalogue, FieldInfo, Shape } from '../../engine/schema';
import { blank } from '../../scenario/edit';

export interface Value {
  /** As in the engine's problems: `flows.0.sender`. */
  path: string;
  kind: 'object' | 'list' | 'plain' | 'missing';
  /** Positions in the text: the value's beginning and end, and its key's beginning. */
  start: number;
  end: number;
  key: number;
}

interface Scanned {
  /** Outer values come before the inner ones. */
  values: Value[];
  /** Position from which the text isn't JSON; null if it all is. */
  mistake: number | null;
}

/** Deepest nesting; scenarios need six levels. */
const DEEPEST = 50;

export function scan(text: string): Scanned {
  const values: Value[] = [];
  let mistake: number | null = null;
  let at = 0;
  const wrong = () => {
    mistake ??= at;
  };
  const skip = () => {
    while (/\s/.test(text[at] ?? '')) at += 1;
  };
  const string = (): string => {
    const start = at;
    at += 1;
    while (at < text.length && text[at] !== '"' && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
    if (text[at] === '"') at += 1;
    else wrong();
    return text.slice(start + 1, at - 1);
  };
  const entries = (path: string, close: string, depth: number) => {
    at += 1;
    let comma = false;
    for (let index = 0; ; index += 1) {
      skip();
      // A bracket that doesn't match ends this list too.
      if (at >= text.length || (/[\]}]/.test(text[at] ?? '') && text[at] !== close)) {
        wrong();
        return;
      }
      if (text[at] === close) {
        if (comma) wrong();
        at += 1;
        return;
      }
      const key = at;
      let name = String(index);
      if (close === '}') {
        if (text[at] !== '"') {
          // Go on after what can't be a key.
          wrong();
          at += 1;
          continue;
        }
        name = string();
        skip();
        if (text[at] === ':') at += 1;
        else wrong();
        skip();
      }
      value(path === '' ? name : `${path}.${name}`, key, depth + 1);
      skip();
      comma = text[at] === ',';
      if (comma) at += 1;
      else if (text[at] !== close) wrong();
      // Go on in any case.
      if (at === key) at += 1;
    }
  };
  const value = (path: string, key: number, depth: number) => {
    const start = at;
    const own: Value = { path, kind: 'plain', start, end: start, key };
    values.push(own);
    const first = text[at];
    if (depth > DEEPEST) {
      wrong();
      at = text.length;
    } else if (first === '{') {
      own.kind = 'object';
      entries(path, '}', depth);
    } else if (first === '[') {
      own.kind = 'list';
      entries(path, ']', depth);
    } else if (first === '"') string();
    else {
      const [word = ''] = /^[^\s,:"[\]{}]*/.exec(text.slice(at, at + 40)) ?? [];
      if (!/^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(word)) wrong();
      if (word === '') {
        own.kind = 'missing';
        own.start = text.slice(0, at).trimEnd().length;
      }
      at += word.length;
    }
    own.end = at;
  };
  skip();
  value('', at, 0);
  skip();
  if (at < text.length) wrong();
  return { values, mistake };
}

/** A problem's place in the text: its value, or the innermost one around it that the text has. */
export function placeOf(text: string, path: string): { start: number; end: number } {
  const { values, mistake } = scan(text);
  if (path === '' && mistake !== null) return { start: mistake, end: Math.min(text.length, mistake + 1) };
  for (let wanted = path; wanted !== ''; wanted = wanted.replace(/\.?[^.]*$/, '')) {
    const found = values.find((one) => one.path === wanted);
    if (found) return { start: found.key, end: found.kind === 'plain' ? found.end : found.start + 1 };
  }
  return { start: 0, end: 0 };
}

/** The line of a position, from 1. */
export function lineOf(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

export interface Suggestion {
  /** The field or value. */
  label: string;
  doc: string;
  /** Replaces the text from `start` to `end`. */
  start: number;
  end: number;
  text: string;
}

interface Suggestions {
  /** The object whose fields are suggested, or the field whose values are. */
  path: string;
  kind: 'fields' | 'values';
  list: Suggestion[];
}

/** Suggestions for the cursor: values for a field that has a choice of them, else fields that the object around it lacks. */
export function suggestionsAt(text: string, cursor: number, catalogue: Catalogue): Suggestions | null {
  const { values } = scan(text);
  const around = values.filter(({ key, end }) => key <= cursor && cursor <= end);
  const inner = around.findLast(({ kind }) => kind === 'plain' || kind === 'missing');
  if (inner && cursor >= inner.start) {
    const list = valuesFor(text, values, inner, catalogue);
    // A value that isn't there yet is written at the cursor.
    const at = inner.kind === 'missing' ? { start: cursor, end: cursor } : {};
    if (list.length > 0)
      return { path: inner.path, kind: 'values', list: list.map((one) => ({ ...one, ...at })) };
  }
  const outer = around.findLast(
    ({ kind, start, end }) => kind === 'object' && start < cursor && cursor <= end,
  );
  if (outer === undefined) return null;
  const fields = fieldsAt(text, values, outer.path, catalogue);
  const own = values.filter((one) => parentOf(one.path) === outer.path && one !== values[0]);
  const names = new Set(own.map(({ path }) => path.split('.').at(-1)));
  const list = fields
    .filter(({ name }) => !names.has(name))
    .map((field) => ({
      label: field.name,
      doc: field.doc,
      ...insertion(text, outer, own, cursor, field, catalogue),
    }));
  return { path: outer.path, kind: 'fields', list };
}

function parentOf(path: string): string {
  return path.includes('.') ? path.replace(/\.[^.]*$/, '') : '';
}

function within(shape: Shape): Shape {
  return shape.type === 'optional' ? within(shape.item) : shape;
}

/** The shape of the value at a path, as far as the text says which part it is. */
function shapeAt(text: string, values: readonly Value[], path: string, catalogue: Catalogue): Shape | null {
  const field = fieldsAt(text, values, parentOf(path), catalogue).find(
    ({ name }) => name === path.split('.').at(-1),
  );
  if (field !== undefined) return within(field.shape);
  const list = /^(.*)\.\d+$/.exec(path)?.[1];
  const shape = list === undefined ? null : shapeAt(text, values, list, catalogue);
  return shape?.type === 'list' ? within(shape.item) : null;
}

/** The part of a field's description that suggestions use. */
type Field = Pick<FieldInfo, 'name' | 'doc' | 'shape' | 'default'>;

/** The fields of the object at a path. A part's `kind` comes first. */
function fieldsAt(text: string, values: readonly Value[], path: string, catalogue: Catalogue): Field[] {
  if (path === '') return catalogue.scenario;
  const shape = shapeAt(text, values, path, catalogue);
  if (shape?.type === 'object') return shape.fields;
  if (shape?.type !== 'part') return [];
  const set = catalogue.parts[shape.set];
  const named = values.find((one) => one.path === `${path}.kind`);
  const chosen = named && text.slice(named.start + 1, named.end - 1);
  const member = set?.members.find((one) => one.kind === chosen);
  const choices = set?.members.map(({ kind, doc }) => ({ value: kind, label: kind, doc })) ?? [];
  const choice: Field = {
    name: 'kind',
    doc: set?.doc ?? '',
    shape: { type: 'choice', choices },
    default: choices[0]?.value ?? null,
  };
  return [choice, ...(member?.fields ?? [])];
}

function valuesFor(
  text: string,
  values: readonly Value[],
  { path, start, end }: Value,
  catalogue: Catalogue,
): Suggestion[] {
  const shape = shapeAt(text, values, path, catalogue);
  const options = path.endsWith('.preset')
    ? catalogue.presets.map(({ name, doc }) => ({ value: name, doc }))
    : shape?.type === 'choice' || shape?.type === 'choice_or_number'
      ? shape.choices
      : shape?.type === 'boolean'
        ? [
            { value: true, doc: '' },
            { value: false, doc: '' },
          ]
        : [];
  return options.map(({ value, doc }) => ({
    label: String(value),
    doc,
    start,
    end,
    text: JSON.stringify(value),
  }));
}

/** The text of a new field, on a line of its own if the object has several lines. */
function insertion(
  text: string,
  { start, end }: Value,
  own: readonly Value[],
  cursor: number,
  field: Field,
  catalogue: Catalogue,
): Pick<Suggestion, 'start' | 'end' | 'text'> {
  const before = own.findLast((one) => one.key < cursor);
  const at = before ? Math.max(before.end, Math.min(cursor, before.end)) : start + 1;
  const [first] = own;
  const member = `${JSON.stringify(field.name)}: ${JSON.stringify(initialOf(field, catalogue))}`;
  const indent = first && /\n([ \t]*)$/.exec(text.slice(0, first.key))?.[1];
  const several = indent !== undefined || /\n/.test(text.slice(start, end));
  const gap = several ? `\n${indent ?? ''}` : ' ';
  if (before) return { start: at, end: at, text: `,${gap}${member}` };
  return { start: at, end: at, text: `${gap}${member}${first ? ',' : several ? '' : ' '}` };
}

/** A value to start from: the default, or for a part the first of its kind. */
function initialOf({ shape, default: given }: Field, catalogue: Catalogue): unknown {
  if (given !== null) return given;
  if (shape.type === 'part') return { kind: catalogue.parts[shape.set]?.members[0]?.kind ?? '' };
  return shape.type === 'object' ? {} : blank(shape);
}
