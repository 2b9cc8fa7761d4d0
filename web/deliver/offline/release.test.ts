import { expect, it } from 'vitest';
import { addressOf, cachePrefix, type Release, resolveAddress } from './release';

const root = 'https://host.example/some/lab/';
const release: Release = {
  version: 'v1',
  files: {
    'index.html': ['sha256-a', 1],
    'lessons/index.html': ['sha256-b', 1],
    'lessons/rem/index.html': ['sha256-c', 1],
    'assets/main-12345678.js': ['sha256-d', 1],
  },
};
const resolved = (address: string) => resolveAddress(address, root, release);

it.each([
  ['', 'index.html'],
  ['index.html', 'index.html'],
  ['?source=pwa#/bench', 'index.html'],
  ['lessons/', 'lessons/index.html'],
  ['lessons/rem/?from=course#ask', 'lessons/rem/index.html'],
  ['lessons/rem/index.html', 'lessons/rem/index.html'],
  ['assets/main-12345678.js', 'assets/main-12345678.js'],
])('an address %s refers to a file', (path, file) => {
  expect(resolved(root + path)).toEqual({ kind: 'file', file });
});

it('an address of a folder without its slash redirects to the folder, with query and fragment', () => {
  expect(resolved(`${root}lessons/rem?a=1#b`)).toEqual({ kind: 'folder', to: `${root}lessons/rem/?a=1#b` });
});

it.each(['lessons/gone/', 'assets/main-00000000.js', 'constructor', '%E0%A4%A'])(
  'an address %s is not in this release',
  (path) => {
    expect(resolved(root + path)).toEqual({ kind: 'unlisted' });
  },
);

it.each([
  'https://host.example/some/other/',
  'https://host.example/',
  'https://elsewhere.example/some/lab/',
  'http://host.example/some/lab/',
  'https://host.example/some/labyrinth',
])('an address %s is outside the lab', (address) => {
  expect(resolved(address)).toBeNull();
});

it('fetches a page by the address of its folder', () => {
  expect(addressOf('index.html', root)).toBe(root);
  expect(addressOf('lessons/rem/index.html', root)).toBe(`${root}lessons/rem/`);
  expect(addressOf('assets/a-1.js', root)).toBe(`${root}assets/a-1.js`);
});

it('gives two labs on one host different caches', () => {
  expect(cachePrefix(root)).not.toBe(cachePrefix('https://host.example/some/'));
  expect(cachePrefix(root).startsWith(cachePrefix('https://host.example/some/'))).toBe(false);
});
