import { expect, it } from 'vitest';
import type { Scenario } from '../engine/schema';
import { plainText } from './plainText';

const SCENARIO = { version: 1, name: 'a', flows: [] as Scenario['flows'] } as Scenario;

it("a changed scenario's text keeps the address of the schema, in front", () => {
  const before = '{ "version": 1, "$schema": "../scenario-v1.json", "name": "b" }';
  expect(Object.entries(JSON.parse(plainText(SCENARIO, before)))).toEqual([
    ['$schema', '../scenario-v1.json'],
    ['version', 1],
    ['name', 'a'],
    ['flows', []],
  ]);
});

it.each(['', '{ "version": 1 }', '{ "$schema": 5 }', '{ "$schema": ', '{ "title": "\\"$schema\\"" }'])(
  "a changed scenario's text has none if it was %s",
  (before) => expect(JSON.parse(plainText(SCENARIO, before))).toEqual(SCENARIO),
);
