/** Tests that the editor finds problems in a text, and suggests only what the engine takes. */
import { expect, it } from 'vitest';
import { catalogue, read, scenarioOf } from '../../engine/nodeEngine';
import { at } from '../../scenario/path';
import { lineOf, placeOf, type Suggestion, scan, suggestionsAt } from './jsonText';

const scenario = scenarioOf('ahn-fig2');

/** Splits a text at `|`, the cursor. */
function cut(marked: string): [text: string, cursor: number] {
  return [marked.replace('|', ''), marked.indexOf('|')];
}

function suggested(marked: string) {
  return suggestionsAt(...cut(marked), catalogue);
}

function labels(marked: string): string[] {
  return suggested(marked)?.list.map(({ label }) => label) ?? [];
}

function applied(marked: string, label: string): string {
  const [text, cursor] = cut(marked);
  const found = suggestionsAt(text, cursor, catalogue)?.list.find((one) => one.label === label);
  if (found === undefined) throw new Error(`${label} is not suggested`);
  return text.slice(0, found.start) + found.text + text.slice(found.end);
}

it('a text is read like JSON.parse reads it', () => {
  const text = JSON.stringify(scenario, null, 2);
  const { values, mistake } = scan(text);
  expect(mistake).toBeNull();
  for (const { path, start, end } of values)
    expect(JSON.parse(text.slice(start, end))).toEqual(at(scenario, path));
});

it.each([
  ['{ "a": 1, }', 10],
  ['{ "a" 1 }', 6],
  ['{ "a": }', 7],
  ['{ "a": [1, 2 }', 13],
  ['{ "a": tru }', 10],
  ['{ "a": "x }', 11],
  ['{ "a": 1 } x', 11],
  ['', 0],
  ['{ a: 1 }', 2],
])('a text has its first mistake at the right place: %s', (text, place) => {
  const { mistake } = scan(text);
  expect(() => JSON.parse(text)).toThrow();
  expect(Math.abs((mistake ?? -9) - place), `${mistake}`).toBeLessThanOrEqual(3);
});

it('a text never hangs, and finds a mistake exactly where JSON.parse does find one', () => {
  const text = JSON.stringify(scenario, null, 1).slice(0, 1_500);
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  for (let round = 0; round < 600; round += 1) {
    const [a, b] = [random(text.length), random(12)];
    const broken = text.slice(0, a) + '{}[]",: x1\n'.charAt(random(11)) + text.slice(a + b);
    const parses = (() => {
      try {
        JSON.parse(broken);
        return true;
      } catch {
        return false;
      }
    })();
    if (parses) expect(scan(broken).mistake, broken).toBeNull();
    else expect(scan(broken).mistake, broken).not.toBeNull();
    suggestionsAt(broken, random(broken.length), catalogue);
  }
  expect(scan('['.repeat(100_000)).mistake).not.toBeNull();
});

it('a text shows where a problem is: at its value, or at the nearest around it', () => {
  const text = JSON.stringify({ version: 1, flows: [{ name: 'a', sender: {} }] }, null, 2);
  const shown = (path: string) => {
    const { start, end } = placeOf(text, path);
    return [lineOf(text, start), text.slice(start, end)];
  };
  expect(shown('flows.0.name')).toEqual([5, '"name": "a"']);
  expect(shown('flows.0.sender.timer')).toEqual([6, '"sender": {']);
  expect(shown('links')).toEqual([1, '']);
  expect(lineOf('{\n "a": 1\n "b": 2\n}', placeOf('{\n "a": 1\n "b": 2\n}', '').start)).toBe(3);
});

it('suggestions are the fields that an object lacks', () => {
  expect(labels('{ "version": 1, | }')).toContain('duration_s');
  expect(labels('{ "version": 1, | }')).not.toContain('version');
  expect(labels('{ "links": [{ "name": "a" | }] }')).toEqual(expect.arrayContaining(['rate_bps', 'queue']));
  expect(labels('{ "flows": [{ "sender": { "avoidance": { "kind": "cam", | } } }] }')).toEqual(
    expect.arrayContaining(['alpha', 'beta']),
  );
  expect(labels('{ "links": [|] }')).not.toContain('rate_bps');
  expect(suggested('|')).toBeNull();
});

it('suggestions are the values that a field can have', () => {
  expect(labels('{ "flows": [{ "sender": { "preset": "r|eno" } }] }')).toContain('vegas');
  expect(labels('{ "links": [{ "queue": { "kind": | } }] }')).toContain('red');
  expect(labels('{ "links": [{ "both_ways": tr|ue }] }')).toEqual(['true', 'false']);
  expect(applied('{ "flows": [{ "sender": { "preset": "re|no" } }] }', 'vegas')).toBe(
    '{ "flows": [{ "sender": { "preset": "vegas" } }] }',
  );
  expect(suggested('{ "flows": [{ "sender": { "preset": "re|no" } }] }')).toMatchObject({
    path: 'flows.0.sender.preset',
    kind: 'values',
  });
});

it('suggestions are written with commas and indents where they belong', () => {
  expect(applied('{ "version": 1| }', 'seed')).toBe('{ "version": 1, "seed": 1 }');
  expect(applied('{ | "version": 1 }', 'seed')).toBe('{ "seed": 1,  "version": 1 }');
  expect(applied('{|}', 'seed')).toBe('{ "seed": 1 }');
  expect(applied('{\n  "version": 1|\n}', 'seed')).toBe('{\n  "version": 1,\n  "seed": 1\n}');
  expect(applied('{\n  "version": 1,|\n  "name": "x"\n}', 'seed')).toBe(
    '{\n  "version": 1,\n  "seed": 1,\n  "name": "x"\n}',
  );
});

it('suggestions keep a scenario acceptable wherever a field with a default is left out and put back', () => {
  let tried = 0;
  const text = JSON.stringify(scenario, null, 2);
  for (const path of [
    'seed',
    'links.1.loss',
    'flows.0.start_s',
    'flows.1.sender.timer.tick_ms',
    'flows.0.route',
  ]) {
    const parent = path.replace(/\.?[^.]*$/, '');
    const name = path.split('.').at(-1) ?? '';
    const less = structuredClone(scenario) as unknown as Record<string, unknown>;
    delete (parent === '' ? less : (at(less, parent) as Record<string, unknown>))[name];
    const shorter = JSON.stringify(less, null, 2);
    const place = placeOf(shorter, parent === '' ? 'version' : parent);
    const found = suggestionsAt(shorter, place.end, catalogue)?.list.find(
      ({ label }: Suggestion) => label === name,
    );
    expect(found, path).toBeDefined();
    if (found === undefined) continue;
    const whole = shorter.slice(0, found.start) + found.text + shorter.slice(found.end);
    expect(() => read(whole)).not.toThrow();
    expect(at(JSON.parse(whole), path)).toBeDefined();
    tried += 1;
  }
  expect(tried).toBe(5);
  expect(read(text)).toEqual(scenario);
});
