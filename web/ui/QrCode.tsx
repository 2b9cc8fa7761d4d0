/** Shows a link as a QR code, for phones in front of a projector. Loaded on demand. */
import { encode } from 'uqr';
import { t } from '../words/words';
import './QrCode.css';

/** Maximum length of a link, in bytes. It already takes 105 squares a side; more would be too small for a phone across a room. */
const LONGEST_LINK = 1000;

/** Width of the light margin that scanners need, in squares. */
const QUIET = 4;

/** True if a link is short enough for a QR code. */
export function fitsQr(link: string): boolean {
  return new TextEncoder().encode(link).length <= LONGEST_LINK;
}

/** The code's dark squares as an SVG path in units of one square, and the side length including the margin. */
export function qrPath(link: string): { path: string; side: number } {
  const { data, size } = encode(link, { ecc: 'L', boostEcc: true, border: QUIET });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x},${y}h1v1h-1z` : [])));
  return { path: path.join(''), side: size };
}

/** Always dark on light, in every theme, because many scanners read nothing else. */
export function QrCode({ link, opens }: { link: string; opens: string }) {
  if (!fitsQr(link))
    return (
      <p className="note">
        {t(
          'This link contains a whole scenario. It’s too long for a QR code that phones can read, so copy it instead.',
        )}
      </p>
    );
  const { path, side } = qrPath(link);
  return (
    <figure className="qr">
      <svg
        viewBox={`0 0 ${side} ${side}`}
        role="img"
        aria-label={t('The link as a QR code')}
        shapeRendering="crispEdges"
      >
        <rect width={side} height={side} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <figcaption>{t('Scan it with a phone to open {what}.', { what: opens })}</figcaption>
    </figure>
  );
}
