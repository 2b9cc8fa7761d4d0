import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import * as captures from './captures';
import { dropFile, expect, expectPhase, openBench, panel, test } from './lab';

const SEGMENTS = 40;
const PAYLOAD = 1000;
const SPACING_US = 350;
const RTT_US = 2000;
const [ACK, PUSH] = [16, 24];

/** An IPv4 packet with a TCP header, without checksums. */
function packet(fromSender: boolean, seq: number, ack: number, payload: number): Buffer {
  const bytes = Buffer.alloc(40 + payload);
  const [from, to] = fromSender ? [1, 2] : [2, 1];
  bytes.set([0x45, 0]);
  bytes.writeUInt16BE(40 + payload, 2);
  bytes.set([64, 6], 8);
  bytes.set([10, 0, 0, from, 10, 0, 0, to], 12);
  bytes.writeUInt16BE(5000 + from, 20);
  bytes.writeUInt16BE(5000 + to, 22);
  bytes.writeUInt32BE(seq, 24);
  bytes.writeUInt32BE(ack, 28);
  bytes.set([0x50, payload > 0 ? PUSH : ACK], 32);
  bytes.writeUInt16BE(40_000, 34);
  return bytes;
}

/** A capture of 16 ms at the sender: a segment every 350 µs, each acknowledged 2 ms later. */
function shortCapture(): Buffer {
  const head = Buffer.alloc(24);
  head.writeUInt32LE(0xa1b2c3d4, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(65_535, 16);
  head.writeUInt32LE(101, 20);
  const events = Array.from({ length: SEGMENTS }, (_, i) => [
    { at: i * SPACING_US, bytes: packet(true, 1 + i * PAYLOAD, 1, PAYLOAD) },
    { at: i * SPACING_US + RTT_US, bytes: packet(false, 1, 1 + (i + 1) * PAYLOAD, 0) },
  ]).flat();
  const records = events
    .sort((a, b) => a.at - b.at)
    .map(({ at, bytes }) => {
      const record = Buffer.alloc(16);
      record.writeUInt32LE(1_700_000_000, 0);
      record.writeUInt32LE(at, 4);
      record.writeUInt32LE(bytes.length, 8);
      record.writeUInt32LE(bytes.length, 12);
      return Buffer.concat([record, bytes]);
    });
  return Buffer.concat([head, ...records]);
}

test('a capture of 16 ms fills its own time axis, and a scenario like it runs over it', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  await dropFile(page, 'short.pcap', shortCapture());
  const card = page.getByRole('region', { name: 'A real transfer: short.pcap' });
  await expect(card).toBeVisible();
  const shared = card.getByRole('checkbox', { name: 'Use the time axis of the run on the bench' });
  await expect(shared).not.toBeChecked();
  const sequence = panel(page, 'real-sequence');
  await expect(sequence.getByRole('slider')).toHaveAttribute('aria-valuemax', /^0\.01/);
  await expect(panel(page, 'real-flight')).toContainText('the receiver allowed at least 39.1 KiB');

  await card.getByText('Build a scenario like this capture').click();
  await expect(card.getByRole('row', { name: /^Bottleneck rate 23,771 kbit\/s/ })).toBeVisible();
  await expect(card.getByRole('row', { name: /^RTT without a queue 2\.0 ms/ })).toBeVisible();
  await expect(card.getByRole('row', { name: /^Buffer at least/ })).toBeVisible();
  await expectNoFindings(page);
  await card.getByRole('button', { name: 'Find the closest sender' }).click();
  await expect(card.locator('.closest-senders li')).toHaveCount(3);
  await card.locator('.closest-senders li').first().getByRole('button').click();
  await card.getByRole('button', { name: 'Build and run' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Like short.pcap');
  await expectPhase(page, 'done');
  await expect(card.getByRole('checkbox', { name: 'Draw the run on the bench over it' })).toBeChecked();
  await expect(sequence.locator('.legend')).toContainText('B Like short.pcap');
  await expect(panel(page, 'real-flight').locator('.legend')).toContainText('B Like short.pcap');
});

/** A capture of 60,000 segments, then 140,000 retransmissions of the first: headers only, 11 MB. */
function slowCapture(): Buffer {
  const [segments, all, record] = [60_000, 200_000, 16 + 40];
  const file = Buffer.alloc(24 + all * record);
  file.writeUInt32LE(0xa1b2c3d4, 0);
  file.writeUInt32LE(101, 20);
  const header = packet(true, 0, 0, 0);
  header.writeUInt16BE(40 + 100, 2);
  for (let i = 0; i < all; i += 1) {
    const at = 24 + i * record;
    file.writeUInt32LE(1_700_000_000 + Math.floor(i / 100_000), at);
    file.writeUInt32LE((i * 10) % 1_000_000, at + 4);
    file.writeUInt32LE(40, at + 8);
    file.writeUInt32LE(140, at + 12);
    header.writeUInt32BE(i < segments ? 100 * i : 0, 24);
    header.copy(file, at + 16);
  }
  return file;
}

test('a large capture is read in a worker: with Cancel at any time, and a sentence if that fails', async ({
  page,
}) => {
  await openBench(page, 'ahn-fig1-rr');
  const capture = slowCapture();
  const heading = page.getByRole('heading', { level: 1 });
  const title = (await heading.textContent()) ?? '';

  // The worker's script doesn't arrive: nothing is read, and the page responds.
  await page.route('**/captureWorker*', () => {});
  await dropFile(page, 'slow.pcap', capture);
  const progress = page.getByRole('progressbar', { name: 'Progress of reading slow.pcap' });
  await expect(progress).toBeVisible();
  await expect(page.locator('.reading-progress')).toContainText('Reading slow.pcap … 0 %');
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.incoming')).toHaveCount(0);
  await page.unroute('**/captureWorker*');

  await page.route('**/captureWorker*', (route) => route.abort());
  await dropFile(page, 'slow.pcap', capture);
  await expect(page.getByRole('alert')).toContainText('The script that reads captures couldn’t be started');
  await expect(heading).toHaveText(title);
  await page.unroute('**/captureWorker*');

  await dropFile(page, 'slow.pcap', capture);
  const card = page.getByRole('region', { name: 'A real transfer: slow.pcap' });
  await expect(panel(page, 'real-sequence')).toContainText('140,000 of them were retransmissions');
  await card.getByLabel('Captured').selectOption('receiver');
  await expect(card).toContainText('Sequence numbers at the real receiver');
  await expect(panel(page, 'real-flight')).toHaveCount(0);
  await expect(heading).toHaveText(title);
});

/** The contents of the card for each capture: the beginnings of its numbers, sentences, and the place of the capture. */
const KINDS: [name: string, file: Buffer, rows: RegExp[], sentences: string[], captured: string][] = [
  [
    'a scaled window',
    captures.pcap(captures.scaled()),
    [
      /^Receive window 1,048,576 B/,
      /^RTT 40\.0 ms/,
      /^Segment size 1,460 B/,
      /^Handshake MSS 1,460, window scale 7/,
    ],
    [],
    'sender',
  ],
  [
    'keep-alives',
    captures.pcap(captures.withKeepAlives()),
    [/^Retransmissions 0 of 100 segments/, /^Keep-alives 5/, /^Data 146,000 B/],
    [],
    'sender',
  ],
  [
    'offloaded segments',
    captures.pcap(captures.offloaded()),
    [/^Segment size 1,460 B/, /^Retransmissions 0 of 2,200 segments/, /^RTT 20\.2 ms/],
    ['The network card splits or merges segments from 10.0.0.1:40001: the largest has 14,600 bytes.'],
    'sender',
  ],
  [
    'Fast Open',
    captures.pcap(captures.fastOpen()),
    [
      /^Data 21,000 B/,
      /^Handshake MSS 1,460, Fast Open/,
      /^Retransmissions 0 of 21 segments/,
      /^RTT 20\.0 ms/,
    ],
    [],
    'sender',
  ],
  [
    'a download at the client',
    captures.pcap(captures.download()),
    [/^RTT 40\.0 ms from the handshake/, /^Segment size 1,000 B/, /^Data 100,000 B/],
    [],
    'receiver',
  ],
  [
    'PPP',
    captures.pcap(captures.upload(), 9, [0, 0x21]),
    [/^Segment size 1,460 B/, /^RTT 40\.0 ms/, /^Receive window 65,535 B/],
    [],
    'sender',
  ],
  [
    'a VLAN over Ethernet',
    captures.pcap(captures.upload({ rtt_us: 7000 }), 1, [...Array(12).fill(2), 0x81, 0, 0, 7, 8, 0]),
    [/^RTT 7\.0 ms/, /^Data 146,000 B/],
    [],
    'sender',
  ],
  [
    'window probes',
    captures.pcap(captures.probed()),
    [/^Window probes 3/, /^Retransmissions 0 of 100 segments/],
    [],
    'sender',
  ],
  [
    'no handshake',
    captures.pcap(captures.withoutHandshake()),
    [/^Receive window at least 65,535 B/, /^Handshake – not in the capture/, /^RTT 40\.0 ms/],
    ['The capture begins after the handshake. The window scale isn’t known, so windows are lower bounds.'],
    'sender',
  ],
  [
    'one direction',
    captures.pcap(captures.oneDirection()),
    [/^RTT – it isn’t visible/, /^Receive window – no ACK was captured/],
    ['The capture contains no packets from 10.0.0.2:80.'],
    'sender',
  ],
  [
    'a tap in the network',
    captures.pcap(captures.inTheNetwork()),
    [/^RTT 40\.0 ms from the handshake/, /^Segment size 1,460 B/],
    [],
    'between',
  ],
];

async function expectKind(page: Page, [name, file, rows, sentences, captured]: (typeof KINDS)[number]) {
  await dropFile(page, `${name}.pcap`, file);
  const card = page.getByRole('region', { name: `A real transfer: ${name}.pcap` });
  await expect(card).toBeVisible();
  for (const row of rows) await expect(card.getByRole('row', { name: row })).toBeVisible();
  for (const sentence of sentences) await expect(card.locator('.notes')).toContainText(sentence);
  if (sentences.length === 0) await expect(card.locator('.notes')).toHaveCount(0);
  await expect(card.getByLabel('Captured')).toHaveValue(captured);
  await expect(card.getByRole('combobox', { name: 'TCP stream' })).toHaveCount(0);
}

test('captures of every kind show what’s in them, and – for what isn’t', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  for (const kind of KINDS) await test.step(kind[0], () => expectKind(page, kind));
  await expectNoFindings(page);
});

test('an estimate of offloaded segments counts those on the wire', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  await dropFile(page, 'offloaded.pcap', captures.pcap(captures.offloaded()));
  const card = page.getByRole('region', { name: 'A real transfer: offloaded.pcap' });
  await card.getByText('Build a scenario like this capture').click();
  await expect(card.getByRole('row', { name: /^Initial window 110 segments/ })).toBeVisible();
  await expect(card.getByRole('row', { name: /^Bottleneck rate (99,|100,)/ })).toBeVisible();
});

test('an RTT that the capture doesn’t show must be entered to build a scenario', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  await dropFile(page, 'half.pcap', captures.pcap(captures.download().slice(3)));
  const card = page.getByRole('region', { name: 'A real transfer: half.pcap' });
  await card.getByText('Build a scenario like this capture').click();
  const build = card.getByRole('button', { name: 'Build and run' });
  await expect(build).toBeDisabled();
  await card.getByLabel('The capture doesn’t show the RTT').fill('40');
  await build.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Like half.pcap');
  await expectPhase(page, 'done');
});

test('compressed captures and files of any name open, and a bomb is refused', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await openBench(page, 'ahn-fig1-rr');
  await page.getByRole('button', { name: 'Open a file' }).click();
  const input = page.getByLabel('Open a scenario');
  // iPads don't know the endings of captures, and would offer none of them.
  await expect(input).not.toHaveAttribute('accept');
  expect(requested.filter((url) => /capture/i.test(url))).toEqual([]);
  const buffer = captures.pcap(captures.upload());
  await input.setInputFiles({ name: 'trace.pcap.gz', mimeType: '', buffer: gzipSync(buffer) });
  await expect(page.getByRole('region', { name: 'A real transfer: trace.pcap.gz' })).toBeVisible();
  expect(requested.filter((url) => /\/capture_bg-[^/]*\.wasm$/.test(url))).toHaveLength(1);
  await dropFile(page, 'trace', buffer);
  await expect(page.getByRole('region', { name: 'A real transfer: trace', exact: true })).toBeVisible();

  // Records without bytes: 105 MB of zeros in 100 kB.
  const bomb = gzipSync(Buffer.concat([buffer, Buffer.alloc(105 * 2 ** 20)]));
  expect(bomb.length).toBeLessThan(200_000);
  await dropFile(page, 'bomb.gz', bomb);
  await expect(page.getByRole('alert')).toContainText(
    'The file has more than 100.0 MiB when it’s decompressed',
  );
  await dropFile(page, 'mine.json.gz', gzipSync('{"title": "compressed"}'));
  await expect(page.getByRole('alert')).toContainText('doesn’t begin like a capture');
});

test('a reader that doesn’t load is named', async ({ page, lab }) => {
  lab.expectErrors(/404/);
  await openBench(page, 'ahn-fig1-rr');
  await page.route('**/capture_bg-*.wasm', (route) => route.fulfill({ status: 404, body: 'none' }));
  await dropFile(page, 'a.pcap', captures.pcap(captures.upload()));
  await expect(page.getByRole('alert')).toContainText(
    /The file capture_bg\S*\.wasm couldn’t be loaded \(error 404\)/,
  );
  await page.unroute('**/capture_bg-*.wasm');
  await dropFile(page, 'a.pcap', captures.pcap(captures.upload()));
  await expect(page.getByRole('region', { name: 'A real transfer: a.pcap' })).toBeVisible();
});
