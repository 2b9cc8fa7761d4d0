/** What the engines have painted: the same, and not something else. */
import { expect, test } from '@playwright/test';
import { PAINTED, picturesOf, SCENARIOS } from './painted';
import { distance } from './picture';

test('measure', ({}, info) => {
  const all = ['chromium', 'firefox', 'webkit'].map((e) => picturesOf(info, e));
  for (const panel of PAINTED)
    for (const [i, a] of all.entries())
      for (const [j, b] of all.entries())
        for (const s of SCENARIOS)
          for (const t of SCENARIOS)
            if (a && b && i <= j) console.log(panel, i, j, s, t, distance(a[`${s} ${panel}`] ?? [], b[`${t} ${panel}`] ?? []).toFixed(3));
  expect(1).toBe(1);
});
