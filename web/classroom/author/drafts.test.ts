/** Drafts of lessons in the browser's storage: none is overwritten. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeStorage, fakeStorage } from '../../base/storage/fakeStorage';
import {
  currentDraft,
  lessonsWithDrafts,
  makeCurrent,
  moveToEarlier,
  otherDrafts,
  storeDraft,
} from './drafts';

const [MINE, THEIRS] = ['{"title":"Mine"}', '{"title":"Theirs"}'];

const titles = (open: string | null) => otherDrafts('rem', open).map(({ title }) => title);

describe('a stored draft', () => {
  let browser: FakeStorage;

  beforeEach(() => {
    browser = fakeStorage();
  });

  afterEach(() => vi.unstubAllGlobals());

  it('a stored draft follows its own changes', () => {
    expect(storeDraft('rem', '{"title":"M"}', null)).toBe(true);
    expect(storeDraft('rem', MINE, '{"title":"M"}')).toBe(true);
    expect(currentDraft('rem')).toBe(MINE);
    expect(titles(MINE)).toEqual([]);
  });

  it('a stored draft is kept when another copy is stored, also one from another tab', () => {
    storeDraft('rem', MINE, null);
    storeDraft('reno', MINE, null);
    expect(storeDraft('rem', THEIRS, null)).toBe(true);
    expect(titles(THEIRS)).toEqual(['Mine']);
    expect(storeDraft('rem', '{"title":"Mine, too"}', MINE)).toBe(true);
    expect(titles('{"title":"Mine, too"}').sort()).toEqual(['Mine', 'Theirs']);
    expect(lessonsWithDrafts()).toEqual(['rem', 'reno']);
  });

  it('a stored draft stays as it was if there is no room for another', () => {
    storeDraft('rem', MINE, null);
    // Not another one fits.
    browser.room = MINE.length;
    expect(storeDraft('rem', THEIRS, null)).toBe(false);
    expect(moveToEarlier('rem')).toBe(false);
    expect([...browser.items.values()]).toEqual([MINE]);
  });

  it('a stored draft takes the place of the current one, which becomes an earlier one', () => {
    storeDraft('rem', MINE, null);
    storeDraft('rem', THEIRS, null);
    const [earlier] = otherDrafts('rem', THEIRS);
    expect(makeCurrent('rem', earlier?.key ?? '')).toBe(true);
    expect(currentDraft('rem')).toBe(MINE);
    expect(titles(MINE)).toEqual(['Theirs']);
    expect(moveToEarlier('rem')).toBe(true);
    expect(currentDraft('rem')).toBeNull();
    expect(titles(null).sort()).toEqual(['Mine', 'Theirs']);
  });
});
