import type { ReactNode } from 'react';

/** What may be wider or longer than its place: focusable, so that it scrolls by keyboard too. */
export function ScrollRegion(props: { label: string; className?: string; children: ReactNode }) {
  const { label, className = '', children } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, keys could not scroll it
    <section className={`table-scroll ${className}`} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
