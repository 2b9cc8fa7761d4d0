import { describe, expect, it } from 'vitest';
import { nearest } from '../content/scenarios';
import { benchAddress, parseRoute } from './route';

describe('addresses', () => {
  it('contain the scenario', () => {
    const { page, query } = parseRoute(benchAddress('ahn-fig1-rr'));
    expect(page).toBe('bench');
    expect(query.get('scenario')).toBe('ahn-fig1-rr');
  });

  it('lead to the front page if they are empty', () => {
    expect(parseRoute('').page).toBe('');
    expect(parseRoute('#/').page).toBe('');
  });

  it('with a misspelled name lead to the most similar scenario', () => {
    const names = ['ahn-fig1-rr', 'ahn-fig1-vr', 'ahn-fig2'];
    expect(nearest('ahn-fig-vr', names)).toBe('ahn-fig1-vr');
    expect(nearest('anh-fig2', names)).toBe('ahn-fig2');
  });
});
