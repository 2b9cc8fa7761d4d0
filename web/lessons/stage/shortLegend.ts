/** The legends of lessons' pictures. */
import { legendOf } from '../../lab/panels/define';
import type { PlotData } from '../../lab/panels/definition';
import { nameOf } from '../../lab/panels/Panel';
import type { LegendEntry } from '../../plot/Legend';
import type { Run } from '../../run/trace';
import { flowToken } from '../../ui/theme';

/**
 * The flows, if there are several, and the kinds that aren't in a flow's color, first the marks, which no axis explains. Bands have their
 * names in the plot.
 */
export function shortLegendOf({ scenario }: Run, plot: PlotData): LegendEntry[] {
  const entries = legendOf(plot).filter((entry) => !('band' in entry));
  const isMark = (entry: LegendEntry) => 'mark' in entry;
  const kinds = [...entries.filter(isMark), ...entries.filter((entry) => !isMark(entry))];
  const flows = [...new Set(plot.marks.flatMap(({ flow }) => flow ?? []))];
  if (flows.length < 2) return kinds;
  const tokens = flows.map(flowToken);
  return [
    ...flows.map((flow): LegendEntry => {
      return { label: nameOf(scenario, flow), line: 'solid', token: flowToken(flow) };
    }),
    ...kinds.filter(({ token }) => !tokens.includes(token)),
  ];
}
