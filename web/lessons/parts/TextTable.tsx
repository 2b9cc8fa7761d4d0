/** A table of the text: where it is wider than its place it scrolls, by keyboard too. */
import type { ReactNode } from 'react';
import { ScrollRegion } from '../../design/ScrollRegion';

export function TextTable({ children }: { children?: ReactNode }) {
  return (
    <ScrollRegion label="Table" className="text-table">
      <table>{children}</table>
    </ScrollRegion>
  );
}
