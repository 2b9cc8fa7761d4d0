/**
 * A button, and what it opens over the page, so that nothing on the page moves. The browser does the rest of a menu's manners:
 * Escape and a click elsewhere close it, the focus goes back, and the Tab key leads from the button into it.
 */
import { type CSSProperties, type ReactNode, useCallback, useId, useRef, useState } from 'react';
import './Floating.css';

/** Pixels between the button and what it opens. */
const GAP = 4;

/** With less room below its button than this, in pixels, it opens above. */
const ROOM = 90;

interface Props {
  /** The button's label. */
  label: ReactNode;
  className: string;
  /** Made when it is opened; `close` shuts it. */
  children(close: () => void): ReactNode;
}

export function Floating({ label, className, children }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const floating = useRef<HTMLDivElement>(null);
  const close = useCallback(() => floating.current?.hidePopover(), []);
  const [open, setOpen] = useState(false);
  const [place, setPlace] = useState<CSSProperties>({});
  return (
    <>
      <button ref={button} type="button" className="floats" popoverTarget={id} aria-expanded={open}>
        {label}
      </button>
      <div
        ref={floating}
        id={id}
        popover="auto"
        className={`floating ${className}`}
        style={place}
        onBeforeToggle={({ newState }) => {
          if (newState !== 'open') return;
          if (button.current) setPlace(placeBy(button.current));
          setOpen(true);
        }}
        // Only now, so that the browser finds the focus in it and gives it back.
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open && children(close)}
      </div>
    </>
  );
}

/** On the page, not on the screen: it scrolls with its button. How far to the right it may be, the style sheet knows. */
function placeBy(button: HTMLButtonElement): CSSProperties {
  const { left, top, bottom } = button.getBoundingClientRect();
  const { scrollY } = window;
  const { clientHeight } = document.documentElement;
  const below = clientHeight - bottom >= ROOM || top < ROOM;
  const at = { '--at': `${left}px` };
  return below
    ? { ...at, top: bottom + scrollY + GAP, bottom: 'auto' }
    : { ...at, top: 'auto', bottom: clientHeight - top - scrollY + GAP };
}
