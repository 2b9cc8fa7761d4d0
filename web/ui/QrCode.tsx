/** A link as a QR code, for a phone held up to a projector. Loaded when a reader asks for it. */
import { encode } from 'uqr';
import { t } from '../words/words';
import './QrCode.css';

/** Bytes. A code of more has squares too small for a phone across a room: this is already 105 of them on a side. */
const LONGEST_LINK = 1000;

/** Light squares around the code that readers need to find it. */
const QUIET = 4;

/** Returns true if a link is short enough for a QR code. */
export function fitsQr(link: string): boolean {
  return new TextEncoder().encode(link).length <= LONGEST_LINK;
}

/** The dark squares of the code as an SVG path, a square of one unit each, and the side of the whole with its margin. */
export function qrPath(link: string): { path: string; side: number } {
  const { data, size } = encode(link, { ecc: 'L', boostEcc: true, border: QUIET });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x},${y}h1v1h-1z` : [])));
  return { path: path.join(''), side: size };
}

/** Always dark on light, whatever the colours of the page: many readers take nothing else. */
export function QrCode({ link, opens }: { link: string; opens: string }) {
  if (!fitsQr(link))
    return (
      <p className="note">
        {t(
          'This link carries a whole scenario and is too long for a QR code that a phone could read. Copy it instead.',
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
      <figcaption>{t('Point a phone at it: it opens {what}.', { what: opens })}</figcaption>
    </figure>
  );
}
