import type { ReactNode } from 'react';

/** A scrollable region. It is focusable, so that the keyboard can scroll it. */
export function ScrollRegion(props: { label: string; className?: string; children: ReactNode }) {
  const { label, className = '', children } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, keys could not scroll it
    <section className={`table-scroll ${className}`} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
