import { expect, it } from 'vitest';
import { wireHeaderBytes } from './wireHeader';

it('adds 12 bytes for timestamps', () => {
  expect(wireHeaderBytes({ header_bytes: 40, sender: { timestamps: true } })).toBe(52);
  expect(wireHeaderBytes({ header_bytes: 40, sender: { timestamps: false } })).toBe(40);
  expect(wireHeaderBytes({ header_bytes: 40, sender: {} })).toBe(40);
});
