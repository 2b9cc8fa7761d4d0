// Runs the virtual machine and reads what it prints.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMachine } from './machine.mjs';

/**
 * `-icount shift=0` makes each guest instruction take 1 ns of virtual time, whatever the host does meanwhile, and `sleep=off`
 * skips the time in which the guest waits. So a run repeats bit for bit: entropy, too, comes from this clock alone.
 */
const MACHINE = [
  ...[
    '-accel',
    'tcg,thread=single',
    '-icount',
    'shift=0,sleep=off',
    '-rtc',
    'base=2020-01-01T00:00:00,clock=vm',
  ],
  ...[
    '-cpu',
    'qemu64',
    '-smp',
    '1',
    '-m',
    '512',
    '-nodefaults',
    '-display',
    'none',
    '-no-reboot',
    '-serial',
    'stdio',
  ],
];
const KERNEL_OPTIONS =
  'console=ttyS0 quiet panic=-1 nokaslr mitigations=off nowatchdog tsc=reliable clocksource=tsc';

/** Counters of the kernel that a result has. @typedef {Record<string, number>} FlowCounters */
/** @typedef {{ flows: FlowCounters[], drops: number }} GuestRun one transfer, between the ends of its window */

/**
 * Boots a machine that carries out the runs.
 * @param {readonly string[]} lines as `one_run` in network.sh takes them
 * @param {(id: string) => void} [onRun] called when a run begins
 * @returns {Promise<{ kernel: string, runs: Record<string, GuestRun> }>}
 */
export async function runMachine(lines, onRun = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'vegaslab-linux-'));
  try {
    const { kernel, initramfs } = makeMachine(lines, folder);
    const archive = join(folder, 'initramfs');
    writeFileSync(archive, initramfs);
    const output = await qemu(
      [...MACHINE, '-kernel', kernel, '-initrd', archive, '-append', KERNEL_OPTIONS],
      onRun,
    );
    return results(output, lines);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {readonly string[]} args @param {(id: string) => void} onRun @returns {Promise<string>} what the console shows */
function qemu(args, onRun) {
  return new Promise((resolve, reject) => {
    const child = spawn('qemu-system-x86_64', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('latin1').on('data', (text) => {
      const begun = output.length;
      output += text;
      const lineStart = output.lastIndexOf('\n', begun - 1) + 1;
      for (const [, id] of output.slice(lineStart).matchAll(/^@ {"run":"([^"]+)"}\r?\n/gm)) onRun(id ?? '');
    });
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}

/** @param {string} output @param {readonly string[]} lines */
export function results(output, lines) {
  const records = [...output.matchAll(/^@ (\{.*\})\r?$/gm)].map(([, text]) => JSON.parse(text ?? ''));
  /** @type {Record<string, GuestRun>} */
  const runs = {};
  /** @type {GuestRun} */
  let current = { flows: [], drops: 0 };
  let kernel = '';
  for (const record of records) {
    if (record.kernel) kernel = record.kernel;
    if (record.run) {
      current = { flows: [], drops: 0 };
      runs[record.run] = current;
    }
    if (record.flow) current.flows.push(record);
    if (record.queue) current.drops += (record.queue === 'after' ? 1 : -1) * record.counters[0].drops;
  }
  const missing = lines.map((line) => line.split(' ')[0] ?? '').filter((id) => !runs[id]?.flows.length);
  if (missing.length > 0) {
    const other = output.split('\n').filter((line) => !line.startsWith('@'));
    throw new Error(
      `The virtual machine gave no result for ${missing.join(', ')}. Its console:\n${other.join('\n')}`,
    );
  }
  return { kernel, runs };
}
