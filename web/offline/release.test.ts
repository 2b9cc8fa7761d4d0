import { describe, expect, it } from 'vitest';
import { addressOf, cachePrefix, meaningOf, type Release } from './release';

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
const meaning = (address: string) => meaningOf(address, root, release);

describe('what an address means', () => {
  it.each([
    ['', 'index.html'],
    ['index.html', 'index.html'],
    ['?source=pwa#/bench', 'index.html'],
    ['lessons/', 'lessons/index.html'],
    ['lessons/rem/?from=course#ask', 'lessons/rem/index.html'],
    ['lessons/rem/index.html', 'lessons/rem/index.html'],
    ['assets/main-12345678.js', 'assets/main-12345678.js'],
  ])('%s is a file', (path, file) => {
    expect(meaning(root + path)).toEqual({ kind: 'file', file });
  });

  it('a folder without its slash leads to the one with it, and keeps what it was asked', () => {
    expect(meaning(`${root}lessons/rem?a=1#b`)).toEqual({ kind: 'folder', to: `${root}lessons/rem/?a=1#b` });
  });

  it.each(['lessons/gone/', 'assets/main-00000000.js', 'constructor', '%E0%A4%A'])(
    '%s is not of this release, and no page stands in for it',
    (path) => {
      expect(meaning(root + path)).toEqual({ kind: 'unlisted' });
    },
  );

  it.each([
    'https://host.example/some/other/',
    'https://host.example/',
    'https://elsewhere.example/some/lab/',
    'http://host.example/some/lab/',
    'https://host.example/some/labyrinth',
  ])('%s is not the lab', (address) => {
    expect(meaning(address)).toBeNull();
  });
});

it('asks for a page as the folder that it is in', () => {
  expect(addressOf('index.html', root)).toBe(root);
  expect(addressOf('lessons/rem/index.html', root)).toBe(`${root}lessons/rem/`);
  expect(addressOf('assets/a-1.js', root)).toBe(`${root}assets/a-1.js`);
});

it('two labs of one host have caches of their own', () => {
  expect(cachePrefix(root)).not.toBe(cachePrefix('https://host.example/some/'));
  expect(cachePrefix(root).startsWith(cachePrefix('https://host.example/some/'))).toBe(false);
});
