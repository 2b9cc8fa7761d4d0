/** Checks that a copy of each lesson survives its file. */
import { describe, expect, it } from 'vitest';
import { COURSE } from '../course';
import { compileCopy } from './compile';
import { readCopy, writeCopy } from './format';
import { baseOf, newCopy, openCopy } from './openCopy';

const ID = 'abcdefgh';

describe.each(COURSE.map(({ name }) => name))('%s', (name) => {
  it(`${name} is the same after a copy was saved and opened`, async () => {
    const base = await baseOf(name);
    if (base === null) throw new Error(`There is no lesson ${name}.`);
    const copy = newCopy(base, ID);
    expect(readCopy(writeCopy(copy))).toEqual({ copy });
    expect(await openCopy(writeCopy(copy))).toMatchObject({ copy });
  });
});

it('a copy whose settings choose other senders shows flows by the scenario’s names', async () => {
  const base = await baseOf('head-to-head');
  if (base === null) throw new Error('There is no lesson head-to-head.');
  const namesWith = (set: Record<string, string | number>) => {
    const side = compileCopy({ ...newCopy(base, ID), settings: { side: set } }, base.lesson).experiments.side;
    return side?.kind === 'runs' ? side.arms.mixed?.flowNames : 'no runs';
  };
  expect(namesWith({ seed: 2 })).toEqual({ one: 'Reno', two: 'Vegas' });
  expect(namesWith({ 'flows.1.sender.preset': 'cubic' })).toBeUndefined();
});
