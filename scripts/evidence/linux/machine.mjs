// Builds the virtual machine's files from installed Debian packages. They are rebuilt for every boot.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpio } from './cpio.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));

/** Programs needed to build or run the machine, with the Debian package of each. */
const PROGRAMS = {
  'qemu-system-x86_64': 'qemu-system-x86',
  busybox: 'busybox-static',
  ip: 'iproute2',
  tc: 'iproute2',
  modinfo: 'kmod',
  ldd: 'libc-bin',
  gcc: 'gcc libc6-dev',
};

/** Commands of busybox that init.sh and network.sh use. */
const APPLETS = [
  'sh',
  'mount',
  'insmod',
  'cat',
  'seq',
  'sleep',
  'kill',
  'rm',
  'tr',
  'uname',
  'poweroff',
  'sysctl',
];

const MODULES = ['tcp_vegas', 'tcp_veno', 'tcp_westwood', 'tcp_bbr', 'sch_netem', 'veth'];

const FOLDERS = ['/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** @param {string} program @returns {string | undefined} */
const findProgram = (program) =>
  FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path));

/** Installed Debian kernels that have modules, newest last. */
function kernels() {
  if (!existsSync('/boot') || !existsSync('/lib/modules')) return [];
  const order = new Intl.Collator('en', { numeric: true });
  return readdirSync('/boot')
    .filter((name) => name.startsWith('vmlinuz-'))
    .map((name) => name.slice('vmlinuz-'.length))
    .filter((release) => existsSync(`/lib/modules/${release}`))
    .sort(order.compare);
}

/** Debian packages that are needed for the machine but not installed. */
export function missingPackages() {
  const missing = Object.entries(PROGRAMS).flatMap(([program, names]) =>
    findProgram(program) ? [] : [names],
  );
  if (kernels().length === 0) missing.push('linux-image-amd64');
  return [...new Set(missing)];
}

/** @param {string} program @returns {string} */
function path(program) {
  const found = findProgram(program);
  if (found === undefined) throw new Error(`${program} is not installed`);
  return found;
}

/** @param {string} program @param {readonly string[]} args */
const output = (program, args) => execFileSync(program, args, { encoding: 'utf8' });

/**
 * Module files, in an order in which they can be loaded.
 * @param {string} release
 * @returns {string[]}
 */
function moduleFiles(release) {
  const files = new Set();
  /** @param {string} name */
  const add = (name) => {
    const [file, depends] = ['filename', 'depends'].map((field) =>
      output(path('modinfo'), ['-k', release, '-F', field, name]).trim(),
    );
    for (const other of (depends ?? '').split(',').filter(Boolean)) add(other);
    if (file && file !== '(builtin)') files.add(file);
  };
  MODULES.forEach(add);
  return [...files];
}

/** The programs' shared libraries. @param {readonly string[]} programs */
function libraries(programs) {
  const paths = programs.flatMap((program) => output(path('ldd'), [program]).match(/\/\S+\.so\S*/g) ?? []);
  return [...new Set(paths)];
}

/** Compiles stream.c. @param {string} folder for the program */
function compileStream(folder) {
  const program = join(folder, 'stream');
  execFileSync(path('gcc'), ['-O2', '-static', '-Wall', '-Wextra', '-o', program, join(HERE, 'stream.c')]);
  return readFileSync(program);
}

/**
 * Builds the kernel and the initial file system of a machine for these runs.
 * @param {readonly string[]} runs arguments of `one_run` in network.sh
 * @param {string} folder for temporary files
 * @returns {{ kernel: string, release: string, initramfs: Buffer }}
 */
export function makeMachine(runs, folder) {
  const release = kernels().at(-1);
  if (release === undefined) throw new Error('There is no kernel with modules in /boot.');
  const modules = moduleFiles(release);
  const tools = [path('ip'), path('tc')];
  /** @type {import('./cpio.mjs').Entry[]} */
  const files = [
    { path: 'init', content: readFileSync(join(HERE, 'init.sh')) },
    { path: 'network.sh', content: readFileSync(join(HERE, 'network.sh')) },
    { path: 'runs', content: Buffer.from(`${runs.join('\n')}\n`) },
    { path: 'modules.txt', content: Buffer.from(`${modules.map((file) => basename(file)).join('\n')}\n`) },
    { path: 'bin/busybox', content: readFileSync(path('busybox')) },
    { path: 'bin/stream', content: compileStream(folder) },
    ...APPLETS.map((name) => ({ path: `bin/${name}`, link: 'busybox' })),
    ...modules.map((file) => ({ path: `modules/${basename(file)}`, content: readFileSync(file) })),
    ...tools.map((file) => ({ path: `bin/${basename(file)}`, content: readFileSync(realpathSync(file)) })),
    ...libraries(tools).map((file) => ({ path: file.slice(1), content: readFileSync(realpathSync(file)) })),
  ];
  return { kernel: `/boot/vmlinuz-${release}`, release, initramfs: cpio([...foldersOf(files), ...files]) };
}

/** @param {readonly { path: string }[]} files @returns {import('./cpio.mjs').Entry[]} */
function foldersOf(files) {
  const folders = new Set(['dev', 'proc', 'sys', 'run']);
  for (const { path: file } of files) {
    const parts = file.split('/').slice(0, -1);
    parts.forEach((_, index) => void folders.add(parts.slice(0, index + 1).join('/')));
  }
  return [...folders].map((folder) => ({ path: folder, directory: true }));
}
