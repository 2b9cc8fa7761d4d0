import { expect, it } from 'vitest';
import type { Item, Kind } from './items';
import { match, searchable } from './match';
import { heldWith } from './open';
import { sectionsOf } from './rank';

function item(kind: Kind, title: string, words = ''): Item {
  const search = searchable(title, words);
  return { id: `${kind} ${title}`, kind, title, detail: '', language: {}, keys: [], search, run: () => {} };
}

const ITEMS: readonly Item[] = [
  item('action', 'Share this view', 'link QR code send'),
  item('action', 'Undo'),
  item('action', 'Go to the next loss'),
  item('sender', 'Switch the sender to Vegas 0.8', 'vegas'),
  item('sender', 'Switch the sender to NewReno (RFC 6582)', 'newreno'),
  item('field', 'R1-R2: queue limit bytes', 'links.1.queue.limit_bytes buffer size'),
  item('scenario', 'Vegas on a link that slows down', 'Lesson'),
  item('scenario', 'R-R: Reno sender, Reno receiver', 'Ahn et al. 1995, Figures 1 and 9'),
  item('scenario', 'Table 1: turns beside sources', 'Ahn et al. 1995, Table 1 and Figure 9'),
  item('lesson', '16. How much buffer is enough?'),
  item('page', 'Papers'),
  item('number', 'Ahn 1995, Figure 8: gain over 1.5 Mbit/s', 'paper 3'),
];

/** Titles of the rows for a search, from top to bottom. */
function found(search: string, recent: readonly string[] = []): string[] {
  return sectionsOf(search, ITEMS, recent, 'Recent').flatMap(({ rows }) => rows.map((row) => row.item.title));
}

it('the search of the palette puts what can be done before what can be read', () => {
  expect(found('vegas')[0]).toBe('Switch the sender to Vegas 0.8');
  expect(found('share')[0]).toBe('Share this view');
});

it('the search of the palette finds the beginnings of words in any order', () => {
  expect(found('veg swi')).toEqual(['Switch the sender to Vegas 0.8']);
  expect(found('nex lo')[0]).toBe('Go to the next loss');
  expect(found('switch xyz')).toEqual([]);
});

it('the search of the palette finds other words for the same thing, and code names', () => {
  expect(found('buffer')).toEqual(['R1-R2: queue limit bytes', '16. How much buffer is enough?']);
  expect(found('limit_bytes')).toEqual(['R1-R2: queue limit bytes']);
  expect(found('qr')).toContain('Share this view');
});

it('the search of the palette prefers words that follow one another as they were typed', () => {
  expect(found('ahn figure 1')[0]).toBe('R-R: Reno sender, Reno receiver');
});

it('the search of the palette forgives one wrong letter, not two', () => {
  expect(found('sahre')[0]).toBe('Share this view');
  expect(found('papres')).toEqual(['Papers']);
  expect(found('pxpxrs')).toEqual([]);
});

it('the search of the palette ignores case and accents', () => {
  const accented = searchable('Ähnliche Szenarien');
  expect(match('ahnliche', accented)?.ranges).toEqual([[0, 8]]);
  expect(match('SZENARIEN', accented)?.ranges).toEqual([[9, 18]]);
});

it('the search of the palette marks the letters that match', () => {
  expect(match('share vie', searchable('Share this view'))?.ranges).toEqual([
    [0, 5],
    [11, 14],
  ]);
  expect(match('link', searchable('Share this view', 'link'))?.ranges).toEqual([]);
});

it('the search of the palette ranks a whole word above its beginning, and that above its inside', () => {
  const scores = ['loss', 'lossy path', 'no-glossary'].map(
    (title) => match('loss', searchable(title))?.score ?? 0,
  );
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(new Set(scores).size).toBe(3);
  const number = (title: string) => match('1', searchable(title))?.score ?? 0;
  expect(number('Table 1'), '1.5 is another number').toBeGreaterThan(number('At 1.5'));
});

it('the search of the palette starts with recent items, and ranks them higher', () => {
  const recent = ['page Papers', 'gone'];
  const [first] = sectionsOf('', ITEMS, recent, 'Recent');
  expect(first?.heading).toBe('Recent');
  expect(first?.rows.map((row) => row.item.title)).toEqual(['Papers']);
  expect(found('', recent).filter((title) => title === 'Papers')).toHaveLength(1);
  expect(found('sender').indexOf('R-R: Reno sender, Reno receiver')).toBeGreaterThan(0);
  expect(found('sender', ['scenario R-R: Reno sender, Reno receiver', 'x'])).toContain(
    'R-R: Reno sender, Reno receiver',
  );
});

const typed = (keys: readonly string[]) =>
  keys.reduce((held, key) => heldWith(held, key) ?? held, { text: '', entered: false });

it('keys before the palette has loaded are its first search', () => {
  expect(typed(['v', 'e', 'x', 'Backspace', 'g', ' ', 'ArrowDown', 'Shift'])).toEqual({
    text: 'veg ',
    entered: false,
  });
});

it('keys before the palette has loaded choose with Enter, which ends the search', () => {
  expect(typed([...'undo', 'Enter', 'x', 'Backspace'])).toEqual({ text: 'undo', entered: true });
  expect(typed([...'undo', 'Escape'])).toEqual({ text: '', entered: false });
  expect(heldWith({ text: '', entered: false }, 'F5')).toBeNull();
});
