/** Explains the measurements and lists the commands that repeat them. */

import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import type { GridFile } from '../../scenario/content/evidence/data';
import { ScrollRegion } from '../../ui/ScrollRegion';
import './evidence.css';

const commands = (seeds: number) => `npm run evidence -- ns2
npm run evidence -- ns2-packets
npm run evidence -- linux
cd engine-wasm && cargo run --profile soak -p vegaslab-proof --bin grid -- --seeds ${seeds} \\
    --explained ../content/evidence/grid-explained.json --json ../content/evidence/grid.json`;

const GUIDE = <code translate="no">docs/evidence.md</code>;

export function Method({ grid }: { grid: GridFile }) {
  return (
    <section className="method">
      <h2>{t('How it was measured')}</h2>
      <ul>
        <li>
          {t(
            "ns-2: both runs come from one scenario file, which the lab exports as a script for Debian's ns-2. Both count the same seconds, over as many seeds. A metric is out if each mean lies outside the other's 95 % interval and they differ by more than 5 %, a count also by more than one.",
          )}
        </li>
        <li>
          {t(
            "Linux: a Debian kernel transfers data in a virtual machine whose clock counts instructions, so a busy host can't slow it down. Only throughput is judged: it may differ by at most 10 %, whatever the intervals of a few runs.",
          )}
        </li>
        <li>
          {t(
            'Grid: every sender runs with every receiver on every path, alone and in pairs, with up to {seeds} seeds. The floor of utilization comes from theory and from the parts of a sender, never from its name.',
            { seeds: grid.seeds },
          )}
        </li>
        <li>
          {t(
            'An explanation names the rule that differs and its source. When the difference is gone, the explanation fails a test.',
          )}
        </li>
      </ul>
      <p>
        {rich("The lab's repository has the details in {guide}. These commands run everything again:", {
          guide: GUIDE,
        })}
      </p>
      <ScrollRegion label={t('Commands')}>
        <pre>
          <code>{commands(grid.seeds)}</code>
        </pre>
      </ScrollRegion>
    </section>
  );
}
