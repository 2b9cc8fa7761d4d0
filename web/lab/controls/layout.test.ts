/** Tests that every field of the schema has its place among the controls, and that search finds it there. */
import { expect, it } from 'vitest';
import { catalogue, scenarioOf } from '../../engine/nodeEngine';
import { presetOf } from '../../scenario/edit';
import { fieldsOf } from '../../scenario/fields';
import { groupsOf } from './layout';
import { search } from './search';

const scenario = scenarioOf('ahn-fig1-vr');

function found(query: string): string[] {
  const values = { scenario, origin: scenario, flow: 0, preset: presetOf(scenario, 0, catalogue)?.sender };
  return search(query, catalogue, values).flatMap(({ title, rows }) =>
    rows.map(({ path }) => `${title}: ${path}`),
  );
}

it('the layout puts each group at one place and no group is empty', () => {
  const groups = groupsOf(catalogue);
  expect(groups.map(({ name }) => name)).toEqual(catalogue.groups.map(({ name }) => name));
  for (const { name, fields } of groups)
    expect(fields.flatMap((one) => one.fields).length, name).toBeGreaterThan(0);
  expect(groups[0]?.fields.flatMap((one) => one.fields.map(({ name }) => name))).toEqual([
    'receiver',
    'rwnd_bytes',
  ]);
});

it('the layout lists each field that a sweep can change once; an empty search finds them all', () => {
  const values = { scenario, origin: scenario, flow: 0, preset: undefined };
  const listed = search('', catalogue, values).flatMap(({ rows }) => rows.map(({ path }) => path));
  expect(new Set(listed).size).toBe(listed.length);
  const wanted = fieldsOf(scenario, catalogue)
    .map(({ path }) => path)
    .filter((path) => !path.endsWith('.preset'));
  expect(wanted.filter((path) => !listed.includes(path))).toEqual([]);
});

it('search finds fields by another word for them', () => {
  expect(found('bandwidth')[0]).toBe('Bottleneck: links.1.rate_bps');
  expect(found('buffer')).toContain('Bottleneck: links.1.queue.limit_bytes');
  expect(found('buffer').some((row) => row.endsWith('both_ways'))).toBe(false);
  expect(found('cwnd')).toContain('Window and options: flows.0.sender.initial_cwnd');
  expect(found('mss')).toContain('Host: flows.0.smss_bytes');
  expect(found('seed')).toContain('Run and recording: seed');
});

it('search finds parts by their members, and fields by what their descriptions mention', () => {
  expect(found('RED')).toContain('Bottleneck: links.1.queue');
  expect(found('netbsd')).toEqual(found('NetBSD'));
  expect(found('nothing has this name')).toEqual([]);
});
