// Runs the virtual machine and reads its output.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMachine } from './machine.mjs';

/**
 * With `-icount shift=0` each guest instruction takes 1 ns of virtual time, independently of the host, and `sleep=off`
 * skips idle time. So runs are exactly reproducible: even entropy depends only on this clock.
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

/** The kernel's counters of a flow. @typedef {Record<string, number>} FlowCounters */
/** @typedef {{ flows: FlowCounters[], drops: number }} GuestRun the result of one run, for its window */

/**
 * Boots a machine for the runs.
 * @param {readonly string[]} lines arguments of `one_run` in network.sh
 * @param {(id: string) => void} [onRun] called when a run starts
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

/** @param {readonly string[]} args @param {(id: string) => void} onRun @returns {Promise<string>} the console output */
function qemu(args, onRun) {
  return new Promise((resolve, reject) => {
    const child = spawn('qemu-system-x86_64', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('latin1').on('data', (text) => {
      const previousLength = output.length;
      output += text;
      const lineStart = output.lastIndexOf('\n', previousLength - 1) + 1;
      for (const [, id] of output.slice(lineStart).matchAll(/^@ {"run":"([^"]+)"}\r?\n/gm)) onRun(id ?? '');
    });
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}

/** Reads the results of the runs from the console output. @param {string} output @param {readonly string[]} lines */
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
      `The virtual machine printed no result for ${missing.join(', ')}. Its console output:\n${other.join('\n')}`,
    );
  }
  return { kernel, runs };
}
