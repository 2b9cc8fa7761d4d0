/** The note that everything was deleted: it's for the page that loads next, and no address can say it. */
import { afterEach, expect, it, vi } from 'vitest';

/** Loads the module in a page with this address and state of its history entry. */
async function load(address: string, state: unknown) {
  const history = {
    state,
    replaceState: (next: unknown, _: string, to?: string) => {
      history.state = next;
      if (to !== undefined) location.hash = to;
    },
  };
  const location = { hash: address, href: `https://lab.example/${address}` };
  vi.stubGlobal('history', history);
  vi.stubGlobal('location', location);
  vi.stubGlobal('window', { history, location });
  vi.resetModules();
  const module = await import('./offline');
  return { ...module, history, location };
}

afterEach(() => vi.unstubAllGlobals());

it('the note of a deletion is taken by the page that loads next, once', async () => {
  const first = await load('#/privacy', null);
  expect(first.wasDeleted).toBe(false);
  first.noteDeletion();
  const next = await load(first.location.hash, first.history.state);
  expect(next.wasDeleted).toBe(true);
  const reloaded = await load(next.location.hash, next.history.state);
  expect(reloaded.wasDeleted, 'a reload, or the way back').toBe(false);
});

it.each([null, undefined, {}, { deleted: 'true' }, { deleted: 1 }, { visit: '1-2' }, 'deleted'])(
  'the note of a deletion isn’t in an address, whatever the page’s history says: %j',
  async (state) => {
    for (const address of ['#/privacy?deleted', '#/privacy?deleted=true', '?deleted#/privacy'])
      expect((await load(address, state)).wasDeleted).toBe(false);
  },
);
