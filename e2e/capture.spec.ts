import { expectNoFindings } from './axe';
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
  await expect(panel(page, 'real-flight')).toContainText('the receiver allowed 39.1 KiB');

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
  await expect(panel(page, 'real-sequence')).toContainText('140,000 of them repeat bytes seen before');
  await card.getByLabel('Captured at the').selectOption('receiver');
  await expect(card).toContainText('Sequence numbers at the real receiver');
  await expect(panel(page, 'real-flight')).toHaveCount(0);
  await expect(heading).toHaveText(title);
});
