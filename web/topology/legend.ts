/** The legend of the shapes in the network drawing. */
import type { LegendEntry } from '../plot/Legend';
import type { Run } from '../run/trace';
import { MARKS, type Mark } from '../ui/marks';
import { t } from '../words/words';

const shape = (label: string, one: Mark['shape'], radius: number): LegendEntry => ({
  label,
  mark: { label, shape: one, token: null, radius, always: true },
  token: 'flow-1',
});

export function legendOf({ scenario }: Run): LegendEntry[] {
  const entries = [shape(t('segment'), 'dot', 4), shape('ACK', 'dash', 6)];
  if (scenario.datagrams.length > 0) entries.push(shape(t('datagram'), 'diamond', 5));
  entries.push({ label: MARKS.drop_full.label, mark: MARKS.drop_full, token: 'mark-drop' });
  entries.push({ label: MARKS.drop_error.label, mark: MARKS.drop_error, token: 'mark-drop' });
  return entries;
}
