/**
 * The page's files of packets: captures and qlog. The hashes of some are in `exports.json`; the Python package's own tests compare its files
 * with them too.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { ROOT } from '../../../scripts/child.mjs';
import { exporter, fileOf } from '../../engine/nodeEngine';
import { failure } from '../../engine/protocol';
import { type ExportWorkerLike, type FromExportWorker, runFile, type Watch } from '../../engine/runFile';
import { type FileRequest, writeRun } from '../../engine/writeRun';
import { simulated } from '../../run/simulated';
import { packetsFile } from './packets';

// Long enough for a slow, busy machine.
vi.setConfig({ testTimeout: 180_000 });

interface Expected {
  duration_s: number;
  link: string;
  pcapng: string;
  headers: string;
  qlog: string;
}

const exports: Record<string, Expected> = JSON.parse(
  readFileSync(`${ROOT}engine-wasm/python/tests/exports.json`, 'utf8'),
);

const sha256 = ({ bytes }: { bytes: Uint8Array }) => createHash('sha256').update(bytes).digest('hex');

it.each(Object.entries(exports))(
  'the files of %s are those of the Python package',
  async (name, expected) => {
    const { duration_s, link, ...hashes } = expected;
    const { scenario } = await simulated(name, (json) => {
      json.duration_s = duration_s;
      for (const flow of json.flows) flow.start_s = 0;
    });
    expect({
      pcapng: sha256(fileOf(scenario, 'pcapng', { link })),
      headers: sha256(fileOf(scenario, 'pcapng', { link, whole: false })),
      qlog: sha256(fileOf(scenario, 'qlog', { link })),
    }).toEqual(hashes);
  },
);

it('the writer reports its progress, and writes in pieces', async () => {
  const { scenario } = await simulated('ahn-table1-5ts', (json) => {
    json.duration_s = 400;
  });
  const shares: number[] = [];
  const request = { format: 'qlog', scenario: JSON.stringify(scenario), link: '', changes: '' } as const;
  const { pieces } = writeRun(exporter, request, (share) => shares.push(share));
  expect(shares.length).toBeGreaterThan(2);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(pieces.length).toBeGreaterThan(2);
  expect(() => JSON.parse(Buffer.concat(pieces).toString())).not.toThrow();
});

it('the writer refuses other formats and scenarios with problems', () => {
  expect(() => new exporter.Export('pdf', '{}')).toThrow('no such format');
  expect(() => new exporter.Export('qlog', '{"duration_s": 0}')).toThrow(/"path":"duration_s"/);
  expect(() => new exporter.Export('qlog', 'no JSON')).toThrow(/not-json/);
});

it('the writer passes on what the receiver of pieces throws', async () => {
  const { scenario } = await simulated('ahn-fig1-rr');
  const run = new exporter.Export('pcapng', JSON.stringify(scenario));
  while (!run.step(1_000_000));
  const full = () => {
    throw new Error('no space left');
  };
  expect(() => run.write('', '', full)).toThrow('no space left');
});

it('the writer says what differs from the scenario’s file', async () => {
  const { scenario } = await simulated('ahn-fig1-rr');
  const { bytes } = fileOf(scenario, 'qlog', { link: 'a link', changes: 'seed = 4' });
  expect(JSON.parse(bytes.toString()).description.split('\n').slice(1)).toEqual([
    'Changed: seed = 4',
    'a link',
  ]);
});

/** A worker that does nothing until the test answers for it. */
class FakeWorker implements ExportWorkerLike {
  readonly sent: FileRequest[] = [];
  ended = false;
  onmessage: ((event: MessageEvent<FromExportWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;

  postMessage(message: FileRequest): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  reply(data: FromExportWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromExportWorker>);
  }
}

const WATCH: Watch = { signal: new AbortController().signal, progress: () => {} };

describe('the page', () => {
  const request = { format: 'qlog', scenario: '{}', link: '', changes: '' } as const;

  it('the page shows the progress, and ends the worker when it has the file', async () => {
    const worker = new FakeWorker();
    const shares: number[] = [];
    const made = runFile(
      request,
      { signal: new AbortController().signal, progress: (share) => shares.push(share) },
      () => worker,
    );
    expect(worker.sent).toEqual([request]);
    worker.reply({ type: 'progress', share: 0.5 });
    const file = new Blob(['x']);
    worker.reply({ type: 'written', file, packets: 3, headers_only: false });
    expect(await made).toMatchObject({ file, packets: 3, headers_only: false });
    expect([shares, worker.ended]).toEqual([[0.5], true]);
  });

  it('the page ends the worker at once when the file is canceled', async () => {
    const worker = new FakeWorker();
    const controller = new AbortController();
    const made = runFile(request, { ...WATCH, signal: controller.signal }, () => worker);
    worker.reply({ type: 'progress', share: 0.1 });
    controller.abort();
    await expect(made).rejects.toThrow(/abort/i);
    expect(worker.ended).toBe(true);
  });

  it('the page says why there is no file', async () => {
    const reason = failure('file-missing', { file: 'export_bg.wasm', status: 404 });
    for (const [answer, sentence] of [
      [(worker: FakeWorker) => worker.reply({ type: 'failed', reason }), /export_bg\.wasm.*404/],
      [(worker: FakeWorker) => worker.reply({ type: 'failed', reason: 'out of memory' }), 'out of memory'],
      [(worker: FakeWorker) => worker.onerror?.({} as ErrorEvent), 'script couldn’t be started'],
    ] as const) {
      const worker = new FakeWorker();
      const made = runFile(request, WATCH, () => worker);
      answer(worker);
      await expect(made).rejects.toThrow(sentence);
      expect(worker.ended).toBe(true);
    }
  });

  it('the page refuses runs that are too long, or haven’t finished', async () => {
    const run = await simulated('ahn-fig1-rr');
    const about = {
      scenario: '',
      title: '',
      seed: 1,
      engine_version: '',
      link: '',
      flows: [],
      differs: () => [],
    };
    await expect(packetsFile({ ...run, summary: null }, 'qlog', about, WATCH)).rejects.toThrow(
      'hasn’t finished',
    );
    if (run.summary === null) throw new Error('no summary');
    const summary = { ...run.summary, rows_thinned: 8_000_000 };
    await expect(packetsFile({ ...run, summary }, 'pcapng', about, WATCH)).rejects.toThrow(
      /has 8,\d+,\d+ rows, and a capture can have at most 8,000,000/,
    );
  });
});
