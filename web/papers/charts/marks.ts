/** The marks of a chart: one shape per series, open for published values and filled for ours. */
import {
  type SymbolType,
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
} from 'd3-shape';
import { flowToken } from '../../ui/theme';

const SHAPES: SymbolType[] = [
  symbolCircle,
  symbolSquare,
  symbolTriangle,
  symbolDiamond,
  symbolCross,
  symbolStar,
];

/** Areas of the marks, square pixels. If both values agree, the published mark is a ring around ours. */
const OPEN_AREA = 110;
const FILLED_AREA = 34;

export interface SeriesStyle {
  color: string;
  open: string;
  filled: string;
}

const styleOf = (series: number): SeriesStyle => {
  const shape = SHAPES[series % SHAPES.length] ?? symbolCircle;
  return {
    color: `var(--${flowToken(series)})`,
    open: symbol(shape, OPEN_AREA)() ?? '',
    filled: symbol(shape, FILLED_AREA)() ?? '',
  };
};

/** Computed once, because all points of a series share them. */
const STYLES = SHAPES.map((_, series) => styleOf(series));

export function seriesStyle(series: number): SeriesStyle {
  return STYLES[series % STYLES.length] ?? styleOf(series);
}
