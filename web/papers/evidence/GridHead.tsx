/** The grid's header: each path's rate, RTT, buffer, advertised window and random loss, with the units on the left. */

import { formatPlain } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { GridPath } from '../../scenario/content/evidence/data';
import { groupConsecutive, type PathGroup, pathGroupOf } from './grid';

const GROUPS: Record<PathGroup, () => string> = {
  'no loss': () => t('No random loss'),
  'small window': () => t('Small window'),
  'random loss': () => t('Random loss'),
};

const LINES: readonly { label: () => string; value: (path: GridPath) => number }[] = [
  { label: () => t('Rate, Mbit/s'), value: ({ rate_bps }) => rate_bps / 1e6 },
  { label: () => t('RTT, ms'), value: ({ rtt_ms }) => rtt_ms },
  { label: () => t('Buffer, packets'), value: ({ buffer_packets }) => buffer_packets },
  { label: () => t('Window, segments'), value: ({ rwnd_segments }) => rwnd_segments },
  { label: () => t('Loss, %'), value: ({ loss }) => 100 * loss },
];

export function GridHead({ paths }: { paths: readonly GridPath[] }) {
  return (
    <thead>
      <tr className="path-groups">
        <td />
        {groupConsecutive(paths, pathGroupOf).map(({ group, members }) => (
          <th key={members[0]?.name} scope="colgroup" colSpan={members.length}>
            {GROUPS[group]()}
          </th>
        ))}
      </tr>
      {LINES.map(({ label, value }, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
        <tr key={line}>
          <th scope="row">{label()}</th>
          {paths.map((path) => (
            <th key={path.name} scope="col">
              {formatPlain(value(path))}
            </th>
          ))}
        </tr>
      ))}
    </thead>
  );
}
