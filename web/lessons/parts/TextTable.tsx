/** A table of the text: where it is wider than its place it scrolls, by keyboard too. */
import { Children, isValidElement, type ReactNode } from 'react';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { t } from '../../words/words';
import '../lesson.css';

export function TextTable({ children }: { children?: ReactNode }) {
  const head = Children.toArray(children).find((part) => isValidElement(part) && part.type === 'thead');
  return (
    <ScrollRegion label={t('Table: {columns}', { columns: cellsOf(head).join(', ') })} className="text-table">
      <table>{children}</table>
    </ScrollRegion>
  );
}

/** The texts of a header row's cells. */
function cellsOf(node: ReactNode): string[] {
  return Children.toArray(node).flatMap((part) => {
    if (isValidElement<{ children?: ReactNode }>(part)) return cellsOf(part.props.children);
    const text = String(part).trim();
    return text === '' ? [] : [text];
  });
}
