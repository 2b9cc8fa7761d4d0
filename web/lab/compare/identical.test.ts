import { expect, it } from 'vitest';
import { catalogue } from '../../engine/nodeEngine';
import { simulated } from '../../run/simulated';
import type { Run } from '../../run/trace';
import { divergenceOf } from './divergence';
import { identicalInWords } from './identical';

type Make = Parameters<typeof simulated>[1];

/** What is said about a run and a changed one that is identical to it. */
async function words(name: string, change: Make, base: Make = () => {}): Promise<string> {
  const run = await simulated(name, base);
  const other = await simulated(name, (scenario) => {
    base?.(scenario);
    change?.(scenario);
  });
  expect(divergenceOf(run.trace, other.trace)).toBeNull();
  return identicalInWords(run as Run, other as Run, catalogue);
}

const EARLY = { kind: 'dup_acks', threshold: 3 };

it('identical runs name the part that never acted, and why', async () => {
  const early: Make = (scenario) => {
    scenario.flows[0].sender = { preset: 'vegas', detection: EARLY };
  };
  expect(await words('ahn-fig1-vr', early)).toBe(
    'Identical: “Loss detection” never acted, because no segment was lost and no duplicate ACK arrived',
  );
  const timer: Make = (scenario) => {
    scenario.flows[0].sender = {
      preset: 'vegas',
      decrease: { kind: 'half' },
      timer: { kind: 'rfc6298', min_ms: 3000 },
    };
  };
  expect(await words('ahn-fig1-vr', timer)).toBe(
    'Identical: “Decrease”, “Retransmission timer” never acted, because no segment was lost, no retransmission timer expired',
  );
});

it('identical runs have no reason where the part may have acted', async () => {
  const limit: Make = (scenario) => {
    scenario.duration_s = 10;
  };
  const unused: Make = (scenario) => {
    scenario.flows[0].rwnd_bytes = 51_200;
  };
  expect(await words('ahn-fig1-vr', unused, limit)).toBe('Identical to the last bit');
  expect(await words('ahn-fig1-vr', () => {})).toBe('Identical: the scenarios are the same');
});
