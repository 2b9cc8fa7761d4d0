/**
 * Reads QR codes in pictures and camera frames: by the browser, if it can, else by a library that is loaded when it's
 * needed.
 */

/** A frame or picture with its size. */
export interface Picture {
  source: HTMLVideoElement | ImageBitmap;
  width: number;
  height: number;
}

/** Returns the texts of the QR codes that it finds; the library finds at most one. */
type QrReader = (picture: Picture, effort: 'frame' | 'photo') => Promise<string[]>;

/** The browser's detector; TypeScript's library doesn't have it. */
interface Detector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

export async function openQrReader(): Promise<QrReader> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  try {
    if (BarcodeDetector !== undefined && (await BarcodeDetector.getSupportedFormats()).includes('qr_code')) {
      const detector = new BarcodeDetector({ formats: ['qr_code'] });
      return async ({ source }) => (await detector.detect(source)).map(({ rawValue }) => rawValue);
    }
  } catch {
    // Some browsers have the class without the system's service behind it.
  }
  const { default: decodeQr } = await import('qr/decode.js');
  return (picture, effort) => {
    for (const side of effort === 'frame' ? [FRAME_SIDE] : PHOTO_SIDES)
      try {
        return Promise.resolve([decodeQr(pixelsOf(picture, side), { timeLimit: TIME_LIMIT_MS[effort] })]);
      } catch {
        // The library throws if it finds no code.
      }
    return Promise.resolve([]);
  };
}

/** Longest side that is searched, in pixels. A photo is searched at several sizes, because noise hides small squares. */
const FRAME_SIDE = 1280;
const PHOTO_SIDES = [1600, 800, 3200];

/** Time for attempts after the first. */
const TIME_LIMIT_MS = { frame: 30, photo: 1000 };

let canvas: HTMLCanvasElement | null = null;

function pixelsOf({ source, width, height }: Picture, longest: number): ImageData {
  const scale = Math.min(1, longest / Math.max(width, height));
  canvas ??= document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas context');
  // Transparent parts of a picture are white on screen.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
