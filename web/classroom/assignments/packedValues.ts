/** Numbers, texts and other values of a scenario in few bits. */
import type { Atom } from '../../scenario/changes';
import type { BitReader, BitWriter } from './bits';
import { DecodeError } from './decode';

/** Returns true if `putNumber` writes the number exactly. */
export function isShort(value: number): boolean {
  return Number.isFinite(value) && Math.abs(decimal(value).digits) < 2 ** 29;
}

/** A number as whole digits and a power of ten: 12.5 is 125 and -1. */
function decimal(value: number): { digits: number; power: number } {
  const [, whole = '0', fraction = '', power = '0'] =
    /^(-?\d)(?:\.(\d+))?e([+-]\d+)$/.exec(value.toExponential()) ?? [];
  return { digits: Number(whole + fraction), power: Number(power) - fraction.length };
}

export function putNumber(bits: BitWriter, value: number): void {
  const { digits, power } = decimal(value);
  bits.signed(digits);
  bits.signed(power);
}

export function takeNumber(bits: BitReader): number {
  const digits = bits.signed();
  const value = Number(`${digits}e${bits.signed()}`);
  if (Number.isFinite(value)) return value;
  throw new DecodeError('a number in the code is too large');
}

const ATOMS: readonly Atom[] = [null, false, true];
const ATOM_NUMBER = 3;
const ATOM_TEXT = 4;
const ATOM_JSON = 5;

export function putAtom(bits: BitWriter, value: Atom): void {
  const plain = ATOMS.indexOf(value);
  if (plain >= 0) bits.bit(plain, 3);
  else if (typeof value === 'number' && isShort(value)) {
    bits.bit(ATOM_NUMBER, 3);
    putNumber(bits, value);
  } else {
    bits.bit(typeof value === 'string' ? ATOM_TEXT : ATOM_JSON, 3);
    bits.text(String(value));
  }
}

export function takeAtom(bits: BitReader): Atom {
  const kind = bits.bit(3);
  if (kind === ATOM_NUMBER) return takeNumber(bits);
  if (kind === ATOM_TEXT) return bits.text();
  if (kind === ATOM_JSON) {
    const value = Number(bits.text());
    if (Number.isFinite(value)) return value;
    throw new DecodeError('a number in the code is too large');
  }
  return ATOMS[kind] ?? null;
}
