/** The border between the page and the reader of captures: problems, numbers and columns. The crate's tests have what it measures. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { download, inTheNetwork, pcap, scaled, upload, withKeepAlives } from '../../e2e/captures';
import { oddityInWords, skippedInWords } from '../bench/import/oddities';
import { sentenceOf } from '../bench/import/problems';
import { buffersOf, LARGEST_CAPTURE, readCapture, viewOf } from './captureView';
import { capture, captureIn } from './nodeEngine';
import { type FileProblem, type Oddity, SEGMENT_KINDS } from './schema';

function problemIn(file: Uint8Array): FileProblem {
  try {
    captureIn(file);
  } catch (error) {
    return JSON.parse((error as Error).message);
  }
  throw new Error('it was read');
}

const kindsOf = (kind: Uint8Array) => new Set(Array.from(kind, (code) => SEGMENT_KINDS[code]));

it('a file with a problem is refused with a code, values and a sentence', () => {
  expect(problemIn(new Uint8Array(100))).toEqual({ code: 'not-a-capture' });
  const unknown = problemIn(pcap(upload(), 250));
  expect(unknown).toMatchObject({ code: 'unknown-links', values: { number: '250' } });
  expect(sentenceOf(unknown)).toContain('link type 250 isn’t supported. These are: Ethernet');
});

it('a file with a problem is refused if there’s more in it than a file may have', () => {
  const bomb = gzipSync(Buffer.concat([pcap(upload()), Buffer.alloc(LARGEST_CAPTURE)]));
  const problem = problemIn(bomb);
  expect(problem).toEqual({ code: 'decompressed-size', values: { most: LARGEST_CAPTURE } });
  expect(sentenceOf(problem)).toContain('more than 100.0 MiB when it’s decompressed');
});

it('a view has copies of the columns', () => {
  const read = captureIn(pcap(scaled()));
  const view = viewOf(read, {});
  const before = structuredClone(view);
  viewOf(read, { direction: 1 });
  read.free();
  captureIn(pcap(download())).free();
  expect(view).toEqual(before);
  for (const buffer of buffersOf(view)) expect(buffer.byteLength).toBeLessThan(10_000);
  expect(view.transfer.data.window).toEqual({ bytes: 1_048_576, exact: true });
  expect(Math.max(...view.flight.window.filter(Number.isFinite))).toBe(1_048_576);
});

it('a view has the kinds of the trace at its tap', () => {
  const read = captureIn(pcap(upload()));
  expect(kindsOf(viewOf(read, {}).segments.kind)).toEqual(new Set(['send', 'ack']));
  expect(kindsOf(viewOf(read, { tap: 'receiver' }).segments.kind)).toEqual(
    new Set(['data_arrived', 'ack_sent']),
  );
  const between = viewOf(captureIn(pcap(inTheNetwork())), {});
  expect(between.transfer.data.tap).toBe('between');
  expect(kindsOf(between.segments.kind)).toEqual(new Set(['send', 'ack']));
});

it('a view leaves out keep-alives, and numbers segments', () => {
  const { segments, transfer, span_s } = viewOf(captureIn(pcap(withKeepAlives())), {});
  expect(transfer.unit_bytes).toBe(1460);
  expect(segments.seq.slice(0, 3)).toEqual(Uint32Array.of(0, 1, 2));
  expect(Math.max(...segments.seq)).toBe(100);
  expect(span_s).toBeCloseTo(225.04);
});

it('a view is of another direction or connection if that’s chosen', () => {
  const read = captureIn(pcap(download()));
  expect(viewOf(read, {}).transfer).toMatchObject({ direction: 1, data: { tap: 'receiver' } });
  expect(viewOf(read, { direction: 0 }).transfer.data.transfer_bytes).toBe(100);
  expect(viewOf(read, { connection: 7 }).transfer.connection).toBe(0);
});

it('a view is read in pieces, with progress', async () => {
  const shares: number[] = [];
  const read = await readCapture(capture, new Blob([new Uint8Array(pcap(upload()))]), (share) =>
    shares.push(share),
  );
  expect(viewOf(read, {}).transfer.data.transfer_bytes).toBe(146_000);
  expect(shares).toEqual([1]);
});

it('oddities have sentences with their values', () => {
  const oddities: Oddity[] = [
    { code: 'file-cut' },
    { code: 'headers-cut', values: { packets: 2 } },
    { code: 'fragments', values: { packets: 1 } },
    { code: 'every-packet-twice', values: { copies: 1234 } },
    { code: 'one-direction', values: { missing: '10.0.0.1:80' } },
    { code: 'out-of-order', values: { packets: 3, interfaces: 1 } },
    { code: 'out-of-order', values: { packets: 3, interfaces: 2 } },
    { code: 'clock-jumps', values: { times: 1 } },
    { code: 'no-handshake' },
    { code: 'options-cut' },
    { code: 'missing-bytes', values: { from: '10.0.0.1:80', bytes: 1000 } },
    { code: 'offloaded', values: { from: '10.0.0.1:80', largest: 14_600 } },
  ];
  const sentences = oddities.map(oddityInWords);
  for (const sentence of sentences) expect(sentence).toMatch(/^[^{}]+\.$/);
  expect(new Set(sentences).size).toBe(oddities.length);
  expect(sentences[3]).toContain('1,234 copies are left out');
  expect(sentences[7]).toContain('jumps once');
});

it('oddities say which packets aren’t shown', () => {
  const arp = pcap([...upload()], 1, [...Array(12).fill(2), 8, 6]);
  expect(problemIn(arp)).toEqual({ code: 'no-tcp', values: { packets: 203 } });
  const { overview } = viewOf(captureIn(pcap(upload())), {});
  expect(skippedInWords(overview)).toBe('');
  const skipped = [
    { reason: 'not_ip', packets: 1000 },
    { reason: 'not_tcp', packets: 2 },
  ] as const;
  expect(skippedInWords({ ...overview, packets: 2000, skipped: [...skipped] })).toBe(
    'Not shown of 2,000 packets: 1,000 not IP; 2 IP, but not TCP.',
  );
});
