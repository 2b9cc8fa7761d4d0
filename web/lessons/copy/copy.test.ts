/** Checks that a copy of each lesson survives its file. */
import { describe, expect, it } from 'vitest';
import { COURSE } from '../course';
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
