import type { Lane } from './layout';

/** An arrowhead at the far end of a lane. */
export function Way({ points, width }: Pick<Lane, 'points' | 'width'>) {
  const [x0 = 0, y0 = 0, x = 0, y = 0] = points.slice(-4);
  const length = Math.hypot(x - x0, y - y0) || 1;
  const [ux, uy] = [(x - x0) / length, (y - y0) / length];
  const tip = Math.min(4, width / 2 - 1);
  return (
    <path
      className="way"
      d={`M${x - ux * (tip + 4) - uy * tip},${y - uy * (tip + 4) + ux * tip}L${x - ux * 4},${y - uy * 4}L${x - ux * (tip + 4) + uy * tip},${y - uy * (tip + 4) - ux * tip}`}
    />
  );
}
