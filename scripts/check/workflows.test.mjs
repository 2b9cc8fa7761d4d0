import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ALLOWED } from '../build/notices.mjs';
import { problemsOf, releaseDate, versions } from '../build/release-version.mjs';
import { ROOT } from '../child.mjs';
import { TYPES } from './serve-static.mjs';

const FOLDER = `${ROOT}.github/workflows/`;

/** @param {string} file */
const read = (file) => readFileSync(ROOT + file, 'utf8');

describe.each(readdirSync(FOLDER))('%s', (file) => {
  const text = readFileSync(FOLDER + file, 'utf8');

  it(`${file} pins actions to commits and names their versions`, () => {
    const actions = [...text.matchAll(/uses: *(.+)/g)].map(([, action]) => action);
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it(`${file} has read-only permissions by default, and no secrets`, () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    expect(text).not.toMatch(/write-all|secrets\./);
    // Only the job that drafts a release may write.
    const jobs = text.split(/^ {2}(?=[\w-]+:$)/m).filter((job) => job.includes('contents: write'));
    expect(jobs.map((job) => job.split(':', 1)[0])).toEqual(file === 'release.yml' ? ['draft'] : []);
  });

  it(`${file} runs only scripts that exist`, () => {
    const scripts = [...text.matchAll(/node (scripts\/\S+)|(?<=run: )(\.ci\/\w+)/g)].map(
      ([, one, other]) => one ?? other,
    );
    for (const script of scripts) expect(existsSync(ROOT + script), script).toBe(true);
    const { scripts: known } = JSON.parse(read('package.json'));
    for (const [, name = ''] of text.matchAll(/npm run (\w+)/g)) expect(known).toHaveProperty(name);
  });
});

it('a release has the same version everywhere', () => {
  expect(new Set(Object.values(versions()))).toEqual(new Set([JSON.parse(read('package.json')).version]));
});

it('a release is refused if the tag, a file or the changelog differs', () => {
  expect(problemsOf('v9.9.9').length).toBeGreaterThanOrEqual(Object.keys(versions()).length);
  const { version } = JSON.parse(read('package.json'));
  const unreleased = releaseDate(read('docs/CHANGELOG.md')) === undefined;
  expect(problemsOf(`v${version}`)).toHaveLength(unreleased ? 1 : 0);
});

it('the CI script runs the tests of a commit, and the nightly workflow everything', () => {
  const commands = read('.ci/run')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(commands).toEqual(['set -euo pipefail', 'cd "$(dirname "$0")/.."', 'npm test']);
  const { jobs } = parse(read('.github/workflows/check.yml'));
  const runs = jobs.check.steps.flatMap((/** @type {{ run?: string }} */ step) => step.run ?? []);
  expect(runs).toEqual(['npm run check']);
});

it.each(
  readdirSync(`${ROOT}.github`, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.yml'),
  ),
)('.github/%s is YAML without repeated keys', (file) => {
  expect(
    Object.keys(parse(read(`.github/${file}`), { strict: true, uniqueKeys: true })).length,
  ).toBeGreaterThan(0);
});

it('every lock file is audited and updated', () => {
  const audits = read('.github/workflows/check.yml');
  const updates = read('.github/dependabot.yml');
  for (const folder of ['engine-wasm', 'engine-wasm/python', 'engine-wasm/fuzz']) {
    expect(existsSync(`${ROOT}${folder}/Cargo.lock`)).toBe(true);
    expect(audits).toContain(`${folder}/Cargo.lock`);
    expect(audits).toContain(`${folder}/Cargo.toml`);
    expect(updates).toMatch(new RegExp(`[[ ]/${folder}[,\\]]`));
  }
  expect(audits).toContain('npm audit');
  expect(updates).toContain('package-ecosystem: npm');
});

it('cargo deny allows the licenses that may ship', () => {
  const [, list = ''] = /^allow = (\[.*\])$/m.exec(read('engine-wasm/deny.toml')) ?? [];
  expect(JSON.parse(list).sort()).toEqual([...ALLOWED].sort());
});

const WORKFLOWS = readdirSync(FOLDER).map((file) => read(`.github/workflows/${file}`));

it('images, features, toolchains and tools have full versions', () => {
  const container = JSON.parse(read('.devcontainer/devcontainer.json'));
  const froms = [...read('.ci/Containerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
  const containers = WORKFLOWS.flatMap((text) =>
    Object.values(parse(text).jobs).flatMap(({ container }) => container?.image ?? container ?? []),
  );
  const images = [...froms, ...containers, container.image, ...Object.keys(container.features)];
  expect(images.length).toBeGreaterThan(8);
  for (const image of images) expect(image).toMatch(/:\d+\.\d+\.\d+(?:-|$)/);
  // Rust is of one version: that of the image, which Dependabot updates.
  const [, rust = ''] = /rust:(\d+\.\d+\.\d+)-/.exec(froms[0] ?? '') ?? [];
  expect(new Set(containers)).toEqual(new Set([`rust:${rust}-trixie`]));
  expect(container.features).toMatchObject({
    [Object.keys(container.features).find((one) => one.includes('/rust:')) ?? '']: { version: rust },
  });
  const toolchains = WORKFLOWS.flatMap((text) => [
    ...text.matchAll(/rustup (?:toolchain install|default) (\S+)|rust-toolchain: (\S+)/g),
  ]).map(([, one, other]) => one ?? other);
  expect(toolchains.length).toBeGreaterThan(2);
  expect(new Set(toolchains)).toEqual(new Set([rust]));
  const tools = WORKFLOWS.flatMap((text) => [...text.matchAll(/cargo install .*/g)].map(([line]) => line));
  expect(tools.length).toBeGreaterThan(0);
  for (const line of tools) expect(line).toMatch(/^cargo install [\w-]+ --version \d+\.\d+\.\d+ --locked$/);
});

describe('the Python packages that build and test', () => {
  const FOLDER = 'engine-wasm/python/';
  const maturin = /requires = \["maturin==(\d+\.\d+\.\d+)"\]/.exec(read(`${FOLDER}pyproject.toml`))?.[1];

  it.each(['requirements', 'jupyter'])(
    'the Python packages that build and test %s.txt has hashes, and versions that are within bounds',
    (name) => {
      const wanted = read(`${FOLDER}tests/${name}.in`).match(/^\w.*$/gm) ?? [];
      expect(wanted.length).toBeGreaterThan(1);
      for (const line of wanted) expect(line).toMatch(/^[\w-]+(?:>=[\d.]+,<[\d.]+|==[\d.]+)$/);
      const locked =
        read(`${FOLDER}tests/${name}.txt`)
          .replaceAll('\\\n', '')
          .match(/^\w.*$/gm) ?? [];
      for (const line of locked) expect(line).toMatch(/^[\w-]+==[\w.]+ .*--hash=sha256:[0-9a-f]{64}$/);
      const names = locked.map((line) => line.split('==', 1)[0]);
      for (const line of wanted) expect(names).toContain(line.split(/[>=]/, 1)[0]);
    },
  );

  it('the Python packages that build and test are installed by their hashes only', () => {
    const installs = WORKFLOWS.flatMap((text) => text.match(/pip install .*-r .*/g) ?? []);
    expect(installs.length).toBeGreaterThan(0);
    for (const line of installs) expect(line).toContain('--require-hashes');
    const script = read('scripts/python.mjs');
    expect(script.match(/'-r',/g)).toHaveLength(2);
    expect(script.match(/'--require-hashes',\s+'-r',/g)).toHaveLength(2);
  });

  it('the Python packages that build and test have one version of maturin', () => {
    expect(maturin).toBeDefined();
    expect(read(`${FOLDER}tests/requirements.txt`)).toContain(`\nmaturin==${maturin} `);
    const actions = WORKFLOWS.flatMap((text) => text.match(/PyO3\/maturin-action@/g) ?? []);
    const versions = WORKFLOWS.flatMap((text) => text.match(/maturin-version: .*/g) ?? []);
    expect(versions).toEqual(actions.map(() => `maturin-version: v${maturin}`));
  });
});

it('each Python package is built with the widget, which is not in the repository', () => {
  /** @typedef {{ uses?: string, with?: Record<string, string> }} Step */
  /** @type {{ jobs: Record<string, { needs?: string[], steps: Step[] }> }} */
  const { jobs } = parse(read('.github/workflows/python.yml'));
  const builds = Object.values(jobs).filter(({ steps }) =>
    steps.some(({ uses }) => uses?.startsWith('PyO3/maturin-action@')),
  );
  expect(builds).toHaveLength(2);
  const [, widget = ''] =
    /path = "(python\/vegaslab\/\*\.js)"/.exec(read('engine-wasm/python/pyproject.toml')) ?? [];
  const uploaded = jobs.widget?.steps.flatMap((step) => step.with?.path?.trim().split('\n') ?? []);
  expect(uploaded).toEqual([`engine-wasm/python/${widget}`, 'engine-wasm/python/THIRD-PARTY-WIDGET.txt']);
  for (const { needs, steps } of builds) {
    expect(needs).toEqual(['widget']);
    const before = steps.slice(
      0,
      steps.findIndex(({ uses }) => uses?.startsWith('PyO3/')),
    );
    // The files of an artifact keep their paths below the folder that all of them are in.
    expect(before.map((step) => step.with?.path)).toContain('engine-wasm/python');
    expect(JSON.stringify(steps)).toContain("is_file() for name in ('widget.js', 'loader.js')");
  }
});

it('the container for development has the Node and the port that the lab uses', () => {
  const container = JSON.parse(read('.devcontainer/devcontainer.json'));
  const { engines, devDependencies } = JSON.parse(read('package.json'));
  const [, oldest = ''] = />=(\d+)/.exec(engines.node) ?? [];
  const versions = Object.entries(container.features).map(([feature, { version }]) => [
    feature.split('/').at(-1)?.split(':')[0],
    version,
  ]);
  const { node, ...others } = Object.fromEntries(versions);
  expect(Number(node)).toBeGreaterThanOrEqual(Number(oldest));
  expect(Object.keys(others).sort()).toEqual(['python', 'rust']);
  expect(read('.github/workflows/check.yml')).toContain(`node-version: ${node}`);
  // Vite's port; `npm start` sets no other.
  expect(container.forwardPorts).toEqual([5173]);
  expect(`${read('vite.config.ts')}${read('scripts/start.mjs')}`).not.toMatch(/\bport\s*:/);
  expect(container.postCreateCommand).toContain('npm ci');
  expect(devDependencies).toHaveProperty('@playwright/test');
});

it('every crate that can be published is tried each night, and says what the registry asks for', () => {
  const folders = readdirSync(`${ROOT}engine-wasm`).filter((one) =>
    existsSync(`${ROOT}engine-wasm/${one}/Cargo.toml`),
  );
  const published = folders.filter((one) => !/^publish/m.test(read(`engine-wasm/${one}/Cargo.toml`)));
  const names = published.map((folder) => {
    const manifest = read(`engine-wasm/${folder}/Cargo.toml`);
    const [, name, description, readme] =
      /^name = "(.+)"\ndescription = "(.+)"\n(?:.+\n)*readme = "(.+)"$/m.exec(manifest) ?? [];
    expect(description, folder).toMatch(/\S/);
    expect(existsSync(`${ROOT}engine-wasm/${folder}/${readme}`), folder).toBe(true);
    expect(manifest, folder).toMatch(/^license(?:\.workspace = true| = "Apache-2.0")$/m);
    return name;
  });
  const [, tried = ''] =
    /cargo publish --dry-run .*?((?: -p \S+)+)$/m.exec(read('.github/workflows/check.yml')) ?? [];
  expect(tried.split(' -p ').slice(1).sort()).toEqual(names.sort());
});

it('the image serves the same media types as the tests, and allows frames', () => {
  const config = read('.ci/nginx.conf');
  const [, block = ''] = /types \{([^}]*)\}/.exec(config) ?? [];
  const served = [...block.matchAll(/^\s*(\S+) ([^;]+);$/gm)].flatMap(([, type = '', extensions = '']) =>
    extensions.split(' ').map((extension) => [`.${extension}`, type]),
  );
  const expected = Object.entries(TYPES).map(([extension, type]) => [
    extension,
    type.replace('; charset=utf-8', ''),
  ]);
  expect(Object.fromEntries(served)).toEqual(Object.fromEntries(expected));
  expect(config).not.toMatch(/X-Frame-Options|frame-ancestors/i);
  // The container's port may be published as another.
  expect(config).toContain('absolute_redirect off;');
  expect(read('.ci/Containerfile')).toContain('.ci/nginx.conf');
});
