/** Shows a link as a QR code, for phones in front of a projector. Loaded on demand. */
import { t } from '../base/words/words';
import { type ErrorCorrection, qrSquares } from './qrSquares';
import './QrCode.css';

/** Maximum length of a link, in bytes. It already takes 105 squares a side; more would be too small for a phone across a room. */
const LONGEST_LINK = 1000;

/** True if a link is short enough for a QR code. */
export function fitsQr(link: string): boolean {
  return new TextEncoder().encode(link).length <= LONGEST_LINK;
}

/**
 * Maximum length of a result code. Its letters take fewer squares than a link's, at most 77 a side here; a webcam can still
 * read them from a phone's screen.
 */
const LONGEST_RESULT = 600;

/** The lowest level that glare on a phone's screen doesn't defeat. */
const GLARE_PROOF: ErrorCorrection = 'medium';

/** The code's dark squares as an SVG path in units of one square, and the side length including the margin. */
export function qrPath(text: string, least: ErrorCorrection): { path: string; side: number } {
  const squares = qrSquares(text, least);
  const path = squares.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x},${y}h1v1h-1z` : [])));
  return { path: path.join(''), side: squares.length };
}

/** A link as a QR code. */
export function QrCode({ link, opens }: { link: string; opens: string }) {
  if (!fitsQr(link))
    return (
      <p className="note">
        {t('This link is too long for a QR code that phones can read, so copy it instead.')}
      </p>
    );
  return (
    <Squares
      {...qrPath(link, 'low')}
      label={t('The link as a QR code')}
      caption={t('Scan it with a phone to open {what}.', { what: opens })}
    />
  );
}

/** A result code as a QR code, for the teacher's camera. */
export function ResultQr({ code }: { code: string }) {
  if (code.length > LONGEST_RESULT)
    return (
      <p className="note">
        {t(
          'This code is too long for a QR code that a camera can read. Copy it or save it as a file instead.',
        )}
      </p>
    );
  return (
    <Squares
      {...qrPath(code, GLARE_PROOF)}
      label={t('Your result code as a QR code')}
      caption={t('Hold it in front of your teacher’s camera.')}
      size="large"
    />
  );
}

interface SquaresProps {
  path: string;
  side: number;
  label: string;
  caption: string;
  /** Large for a camera at arm's length. */
  size?: 'large';
}

/** Always dark on light, in every theme, because many scanners read nothing else. */
function Squares({ path, side, label, caption, size }: SquaresProps) {
  return (
    <figure className="qr" data-size={size}>
      <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <rect width={side} height={side} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
