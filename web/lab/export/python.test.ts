/**
 * The Python package writes the same files as the page: captures and qlog. The hashes of some are in `exports.json`, which its own tests
 * compare too.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { ROOT } from '../../../scripts/child.mjs';
import { simulated } from '../../run/simulated';
import { capture } from './pcapng/capture';
import { qlogOf } from './qlog';

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

const sha256 = (pieces: readonly (string | Uint8Array)[]) =>
  pieces.reduce((hash, piece) => hash.update(piece), createHash('sha256')).digest('hex');

it.each(Object.entries(exports))(
  'the files of %s are those of the Python package',
  async (name, expected) => {
    const { duration_s, link, ...hashes } = expected;
    const run = await simulated(name, (scenario) => {
      scenario.duration_s = duration_s;
      for (const flow of scenario.flows) flow.start_s = 0;
    });
    const about = {
      scenario: name,
      title: run.scenario.title,
      seed: run.scenario.seed,
      engine_version: run.summary?.engine_version ?? '',
      link,
      flows: run.scenario.flows.map((flow) => flow.name),
      differs: () => [],
    };
    expect({
      pcapng: sha256(capture(run, about).pieces),
      headers: sha256(capture(run, about, 0).pieces),
      qlog: sha256(qlogOf(run, about)),
    }).toEqual(hashes);
  },
);
