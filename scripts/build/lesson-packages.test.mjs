import { expect, it } from 'vitest';
import { filesFor } from './lesson-packages.mjs';

/** @param {Partial<import('./lesson-packages.mjs').BuiltFile>} some */
const built = (some) => ({ imports: [], dynamicImports: [], lesson: null, text: '', ...some });

const FILES = new Map([
  [
    'main.js',
    built({
      imports: ['shared.js'],
      dynamicImports: ['a.js', 'b.js', 'answers.js'],
      text: 'only-b.js a.js b.js',
    }),
  ],
  ['shared.js', built({ text: 'new Worker("worker-1.js")' })],
  ['a.js', built({ lesson: 'a', dynamicImports: ['view.js'] })],
  ['b.js', built({ lesson: 'b', dynamicImports: ['only-b.js'] })],
  ['only-b.js', built({})],
  ['answers.js', built({ lesson: '' })],
  ['view.js', built({ imports: ['style.css'] })],
  ['style.css', built({ text: 'url(font.woff2)' })],
  ['font.woff2', built({ text: null })],
  ['worker-1.js', built({ text: 'fetch("engine.wasm"); import("theory.js")' })],
  ['theory.js', built({})],
  ['engine.wasm', built({ text: null })],
  ['engine.wasm.map', built({})],
]);

it("a lesson needs its chunks' imports, dynamic imports and referenced files", () => {
  expect([...filesFor('a', ['main.js'], FILES)].sort()).toEqual(
    [
      'main.js',
      'shared.js',
      'a.js',
      'view.js',
      'style.css',
      'font.woff2',
      'worker-1.js',
      'theory.js',
      'engine.wasm',
    ].sort(),
  );
});

it('files that only another lesson needs are left out', () => {
  const files = filesFor('b', ['main.js'], FILES);
  expect(files.has('only-b.js')).toBe(true);
  expect(files.has('a.js')).toBe(false);
  expect(files.has('view.js')).toBe(false);
});
