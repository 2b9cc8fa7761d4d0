/** The squares of QR codes. */
import encodeQr, { type ErrorCorrection } from 'qr';

export type { ErrorCorrection };

/** Levels of error correction, from the lowest to the highest. */
const LEVELS: readonly ErrorCorrection[] = ['low', 'medium', 'quartile', 'high'];

/** Width of the light margin that scanners need, in squares. */
const QUIET = 4;

/**
 * The code's squares with the margin, row by row; true is dark. The level is at least `least`, and higher if that takes no
 * more squares.
 */
export function qrSquares(text: string, least: ErrorCorrection): boolean[][] {
  const codes = LEVELS.slice(LEVELS.indexOf(least)).map((ecc) =>
    encodeQr(text, 'raw', { ecc, border: QUIET }),
  );
  const side = Math.min(...codes.map(({ length }) => length));
  return codes.findLast(({ length }) => length === side) ?? [];
}
