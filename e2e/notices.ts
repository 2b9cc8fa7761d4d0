/** The licenses of software by others, in whatever contains it. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from './lab';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

const LOCKED = (JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> })
  .packages;

/** The words that name an npm package of the lock file. */
export function noticeOf(name: string): string {
  return `${name} ${LOCKED[`node_modules/${name}`]?.version} (`;
}

/** The npm packages whose modules are in the site, by its source maps. */
export function packagesInMaps(): string[] {
  const folder = new URL('../dist/assets/', import.meta.url);
  const maps = readdirSync(folder).filter((file) => file.endsWith('.map'));
  const sources = maps.flatMap(
    (file) => (JSON.parse(read(`dist/assets/${file}`)) as { sources: string[] }).sources,
  );
  const names = sources.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  expect(names).toContain('react-dom');
  return [...new Set(names)];
}

/** Expects the notices of the pages' packages, of the engine's crates, and of the font. */
export function expectNotices(text: string): void {
  const lock = read('engine-wasm/Cargo.lock');
  const crates = ['serde_json', 'libm', 'wasm-bindgen'].map((name) => {
    const [, version = ''] = new RegExp(`name = "${name}"\\nversion = "(.+)"`).exec(lock) ?? [];
    return `${name} ${version} (`;
  });
  const packages = ['react', 'react-dom', 'scheduler', 'd3-shape', 'd3-color'].map(noticeOf);
  for (const words of [
    ...[...packages, ...crates, "Rust's standard library", 'Bricolage Grotesque', 'SIL OPEN FONT LICENSE'],
    ...['Meta Platforms', 'Mike Bostock', 'Permission is hereby granted', 'Permission to use, copy, modify'],
  ])
    expect(text).toContain(words);
}
