import { expect, it, vi } from 'vitest';
import { nearest } from '../../scenario/content/scenarios';
import { benchAddress, parseRoute, replaceAddress } from './route';

it('addresses contain the scenario', () => {
  const { page, query } = parseRoute(benchAddress('ahn-fig1-rr'));
  expect(page).toBe('bench');
  expect(query.get('scenario')).toBe('ahn-fig1-rr');
});

it('addresses lead to the front page if they are empty', () => {
  expect(parseRoute('').page).toBe('');
  expect(parseRoute('#/').page).toBe('');
});

it('addresses with a misspelled name lead to the most similar scenario', () => {
  const names = ['ahn-fig1-rr', 'ahn-fig1-vr', 'ahn-fig2'];
  expect(nearest('ahn-fig-vr', names)).toBe('ahn-fig1-vr');
  expect(nearest('anh-fig2', names)).toBe('ahn-fig2');
});

it.each([
  ['#/papers', ['#/papers?view=rows']],
  ['#/bench?scenario=ahn-fig1-rr', []],
])('addresses are kept up to date by a page only while it is the open one: %s', (hash, written) => {
  const addresses: string[] = [];
  const history = {
    state: null,
    replaceState: (_: null, __: string, address: string) => addresses.push(address),
  };
  vi.stubGlobal('window', { location: { hash }, history });
  replaceAddress('#/papers?view=rows');
  vi.unstubAllGlobals();
  expect(addresses).toEqual(written);
});
