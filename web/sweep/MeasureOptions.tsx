/** The options of a metric, grouped by the flow or link that they belong to. */
import { chartTitleOf, type Measure } from '../run/measures';

interface Props {
  measures: readonly Measure[];
  /** Names a metric with its unit: that of charts, unless a page shows another. */
  title?: (measure: Measure) => string;
}

export function MeasureOptions({ measures, title = chartTitleOf }: Props) {
  const groups = [...new Set(measures.map(({ group }) => group))];
  return groups.map((group) => (
    <optgroup key={group} label={group}>
      {measures
        .filter((measure) => measure.group === group)
        .map((measure) => (
          <option key={measure.name} value={measure.name}>
            {title(measure)}
          </option>
        ))}
    </optgroup>
  ));
}
