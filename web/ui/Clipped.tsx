/** Words cut to the lines that there is room for, and the button that shows the rest. */
import { type CSSProperties, type ReactNode, useCallback, useState } from 'react';
import { rich } from '../words/rich';
import './Clipped.css';

interface Props {
  /** Lines in sight at first. */
  lines: number;
  /** The content's name, for the button's accessible name: "about this scenario". */
  of: string;
  /** Content that stays hidden until the user opens it. */
  rest?: ReactNode;
  /** The words. */
  children: ReactNode;
}

export function Clipped({ lines, of, rest, children }: Props) {
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);
  // Told by the browser after it has laid out the page: nothing is measured while a control is dragged.
  const watch = useCallback((words: HTMLDivElement | null) => {
    const room = words?.parentElement;
    if (!words || !room) return;
    const observer = new ResizeObserver(() => setCut(words.offsetHeight > room.clientHeight + 1));
    observer.observe(words);
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
            ? rich('less<about> {what}</about>', { about: unseen, what: of })
            : rich('more<about> {what}</about>', { about: unseen, what: of })}
        </button>
      )}
    </div>
  );
}

function unseen(words: string) {
  return <span className="visually-hidden">{words}</span>;
}
