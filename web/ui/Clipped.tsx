/** Text clipped to a number of lines, with a button that shows the rest. */
import { type CSSProperties, type ReactNode, useCallback, useState } from 'react';
import { rich } from '../words/rich';
import './Clipped.css';

interface Props {
  /** Lines shown while it is closed. */
  lines: number;
  /** The content's name, for the button's accessible name: "about this scenario". */
  of: string;
  /** More content, shown only while it is open. */
  rest?: ReactNode;
  children: ReactNode;
}

export function Clipped({ lines, of, rest, children }: Props) {
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);
  // A ResizeObserver runs after layout, so dragging a control measures nothing.
  const watch = useCallback((content: HTMLDivElement | null) => {
    const clip = content?.parentElement;
    if (!content || !clip) return;
    const observer = new ResizeObserver(() => setCut(content.offsetHeight > clip.clientHeight + 1));
    observer.observe(content);
    return () => observer.disconnect();
  }, []);
  const more = cut || open || Boolean(rest);
  return (
    <div className="clipped" data-open={open} style={{ '--lines': lines } as CSSProperties}>
      <div className="clipped-room">
        <div ref={watch}>{children}</div>
      </div>
      {open && rest}
      {more && (
        <button type="button" className="more" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open
            ? rich('less<about> {what}</about>', { about: visuallyHidden, what: of })
            : rich('more<about> {what}</about>', { about: visuallyHidden, what: of })}
        </button>
      )}
    </div>
  );
}

function visuallyHidden(text: string) {
  return <span className="visually-hidden">{text}</span>;
}
