/** A titled group of controls that folds. Its content is mounted only while it's open. */
import type { ReactNode } from 'react';
import { formatCount } from '../../base/words/format';
import './controls.css';

interface Props {
  title: string;
  /** Number next to the title. */
  count?: number;
  open: boolean;
  setOpen(open: boolean): void;
  children: ReactNode;
}

export function Fold({ title, count, open, setOpen, children }: Props) {
  return (
    <details className="fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title} {count !== undefined && <small>{formatCount(count)}</small>}
      </summary>
      {open && <div className="controls">{children}</div>}
    </details>
  );
}
