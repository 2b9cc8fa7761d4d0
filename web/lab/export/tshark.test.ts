/** Tests that Wireshark's command-line tool reads exported captures without complaints and counts the same as the engine. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { fileOf } from '../../engine/nodeEngine';
import { SEGMENT_KINDS } from '../../engine/schema';
import { simulated } from '../../run/simulated';
import type { Run } from '../../run/trace';

// Long enough for a slow, busy machine.
vi.setConfig({ testTimeout: 180_000 });

const installed = spawnSync('tshark', ['--version']).status === 0;
if (!installed) console.warn('tshark is not installed; skipping the tests that need it.');

const folder = mkdtempSync(join(tmpdir(), 'vegaslab-'));
afterAll(() => rmSync(folder, { recursive: true }));

function writeCapture({ scenario }: Run, whole?: boolean): string {
  const path = join(folder, `${scenario.name}-${whole ?? ''}.pcapng`);
  writeFileSync(path, fileOf(scenario, 'pcapng', whole === undefined ? {} : { whole }).bytes);
  return path;
}

const COMPLAINTS = [
  '_ws.malformed',
  'tcp.checksum.status == 0',
  'ip.checksum.status == 0',
  'udp.checksum.status == 0',
  'tcp.analysis.ack_lost_segment',
  'frame.time_delta < 0',
];
const SENT = 'frame.interface_id == 0 && tcp.len > 0';
const RETRANSMITTED = 'frame.interface_id == 0 && (tcp.analysis.retransmission || tcp.analysis.out_of_order)';
const UNCHECKED = 'tcp.checksum.status == 2 || ip.checksum.status == 2';

/** Counts the packets that match each display filter, in one pass. */
function counts<T extends string>(path: string, filters: Record<T, string>): Record<T, number> {
  const names = Object.keys(filters) as T[];
  const output = execFileSync(
    'tshark',
    [
      ['-n', '-q', '-r', path],
      ['-o', 'tcp.check_checksum:TRUE', '-o', 'ip.check_checksum:TRUE', '-o', 'udp.check_checksum:TRUE'],
      ['-z', `io,stat,0${names.map((name) => `,${filters[name]}`).join('')}`],
    ].flat(),
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  // | from <> to | frames | bytes | frames | bytes | ...
  const cells =
    output
      .split('\n')
      .find((line) => line.includes('<>'))
      ?.split('|') ?? [];
  return Object.fromEntries(names.map((name, i) => [name, Number(cells[2 + 2 * i])])) as Record<T, number>;
}

/** Fields of the packets that match a display filter, with absolute sequence numbers. */
function fields(path: string, filter: string, names: readonly string[]): string[][] {
  const options = [
    '-n',
    '-r',
    path,
    '-o',
    'tcp.relative_sequence_numbers:FALSE',
    '-Y',
    filter,
    '-T',
    'fields',
  ];
  const output = execFileSync('tshark', [...options, ...names.flatMap((name) => ['-e', name])], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 28,
  });
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'));
}

function expectAgreement(run: Run, path: string): void {
  const complaints = COMPLAINTS.join(' || ');
  expect(counts(path, { complaints, sent: SENT, again: RETRANSMITTED, unchecked: UNCHECKED })).toEqual({
    complaints: 0,
    sent: sent(run),
    again: retransmitted(run),
    unchecked: 0,
  });
}

const sumOf = ({ summary }: Run, figure: 'segments_sent' | 'retransmitted_segments') =>
  summary?.flows.reduce((sum, flow) => sum + flow[figure], 0);
const retransmitted = (run: Run) => sumOf(run, 'retransmitted_segments');
const sent = (run: Run) => sumOf(run, 'segments_sent');

describe.skipIf(!installed)('a capture (needs tshark)', () => {
  it.each([
    ['ahn-fig1-rr', 120],
    ['ahn-fig1-vr', 120],
    ['fall-floyd-4', 5],
    // Two Vegas senders that lose segments; many connections; datagrams as cross traffic; marks.
    ['longer-path', 20],
    ['ahn-live', 60],
    ['martin-asu', 1],
    ['ahn-emulator', 30],
    ['low-rem', 3],
  ])(
    'of %s is read without complaints and has as many retransmissions as the engine counted',
    async (name, duration_s) => {
      const run = await simulated(name, (scenario) => {
        scenario.duration_s = duration_s;
        for (const flow of scenario.flows) flow.start_s = 0;
      });
      expect(run.summary?.rows_thinned).toBe(0);
      expectAgreement(run, writeCapture(run));
    },
  );

  it('has the SACK blocks of every ACK', async () => {
    const run = await simulated('fall-floyd-4');
    const path = writeCapture(run);
    run.scenario.flows.forEach((_, flow) => {
      const { tap, from, to, ack } = run.trace.rows('sacks', flow);
      const { smss_bytes: smss = 1 } = run.scenario.flows[flow] ?? {};
      const blocks = Array.from(tap, (_, row) => [tap[row], ack[row], from[row], to[row]])
        // The receiver's tap is interface 1 in the capture, but tap 0 in the table.
        .map(([at, ...numbers]) =>
          [1 - (at ?? 0), ...numbers.map((number) => (number ?? 0) * smss + 1)].join(),
        );
      const port = `tcp.dstport == ${49_152 + flow} && tcp.options.sack_le`;
      const read = fields(path, port, [
        'frame.interface_id',
        'tcp.ack',
        'tcp.options.sack_le',
        'tcp.options.sack_re',
      ]).flatMap(([at = '', number = '', left = '', right = '']) => {
        const ends = right.split(',');
        return left.split(',').map((edge, i) => [at, number, edge, ends[i]].join());
      });
      expect(read.sort()).toEqual(blocks.sort());
    });
    expect(run.trace.rows('sacks', 3).tap.length).toBeGreaterThan(0);
  });

  it('can contain only headers', async () => {
    const run = await simulated('fall-floyd-4');
    const path = writeCapture(run, false);
    const { whole, malformed } = counts(path, {
      whole: 'frame.cap_len == frame.len && tcp.len > 0',
      malformed: '_ws.malformed || ip.checksum.status == 0',
    });
    expect([whole, malformed]).toEqual([0, 0]);
    expect(counts(path, { again: RETRANSMITTED, sent: SENT })).toEqual({
      again: retransmitted(run),
      sent: sent(run),
    });
  });

  it('with a wrong byte leads to a complaint', async () => {
    const run = await simulated('fall-floyd-4');
    const path = writeCapture(run);
    const file = readFileSync(path);
    // Inside the payload of one of the last packets, away from headers.
    file[file.length - 400] = 1 + (file[file.length - 400] ?? 0);
    writeFileSync(path, file);
    expect(counts(path, { complaints: COMPLAINTS.join(' || ') })).toEqual({ complaints: 1 });
  });

  it('is read without complaints if ACKs are lost too', async () => {
    const run = await simulated('ahn-fig1-vr', (scenario) => {
      scenario.links[1].back = { loss: { kind: 'bernoulli', rate: 0.05 } };
    });
    const path = writeCapture(run);
    expect(run.trace.rows('segments', 0).kind).toContain(SEGMENT_KINDS.indexOf('ack_drop_error'));
    expectAgreement(run, path);
  });
});
