/**
 * A button that opens a popover, so that nothing on the page moves. The browser's popover handles the rest: Escape and a click elsewhere
 * close it, the focus returns to the button, and Tab moves from the button into it.
 */
import { type CSSProperties, type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { type Action, useActions } from './actions';
import { inPopup, zoomOf } from './scale';
import './Floating.css';

/** Pixels between the button and the popover. */
const GAP = 4;

/** With less room than this below the button, in pixels, the popover opens on the side with more. */
const ROOM = 90;

interface Props {
  /** The button's label. */
  label: ReactNode;
  className: string;
  /** Offers the popover as an action. Must keep its identity. */
  action?: Omit<Action, 'run'>;
  /** Pixels that the popover needs below the button; with less, it opens on the side with more. */
  room?: number;
  /** The popover's content, rendered when it opens; `close` closes it. */
  children(close: () => void): ReactNode;
}

export function Floating({ label, className, action, room = ROOM, children }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const floating = useRef<HTMLDivElement>(null);
  const close = useCallback(() => floating.current?.hidePopover(), []);
  const [open, setOpen] = useState(false);
  const [place, setPlace] = useState<CSSProperties>({});
  useActions(
    useMemo(() => {
      // The button's own click positions the popover and returns the focus later.
      const run = () => {
        button.current?.focus();
        if (!floating.current?.matches(':popover-open')) button.current?.click();
      };
      return action === undefined ? [] : [{ ...action, run }];
    }, [action]),
  );
  return (
    <>
      <button
        ref={button}
        type="button"
        className="floats"
        data-menu={className}
        popoverTarget={id}
        aria-expanded={open}
      >
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
          if (button.current) setPlace(positionNextTo(button.current, room));
          setOpen(true);
        }}
        // Remove the content only now: the browser returns the focus to the button only if the focus is still inside.
        onToggle={({ newState, currentTarget }) => {
          setOpen(newState === 'open');
          if (newState === 'closed') leave(currentTarget, button.current);
          const { scrollHeight, clientHeight } = currentTarget;
          if (newState === 'open' && button.current && scrollHeight > clientHeight)
            setPlace(positionNextTo(button.current, scrollHeight));
        }}
      >
        {open && children(close)}
      </div>
    </>
  );
}

/** In a shadow tree, browsers leave the focus in a popover that has closed. */
export function leave(popover: Element, opener: HTMLElement | SVGElement | null): void {
  const { activeElement } = popover.getRootNode() as Document | ShadowRoot;
  if (activeElement !== null && popover.contains(activeElement)) opener?.focus();
}

/** The popover's position on the page, so that it scrolls with its button. The style sheet keeps it inside the right edge. */
function positionNextTo(button: HTMLButtonElement, room: number): CSSProperties {
  // The popover has the button's zoom, but no box before it's shown.
  const zoom = zoomOf(button);
  const { box, height } = inPopup(button.getBoundingClientRect(), zoom);
  const scrolled = window.scrollY / zoom;
  const roomBelow = height - box.bottom;
  const below = roomBelow >= room || roomBelow >= box.top;
  const at = { '--at': `${box.left}px`, '--room': `${(below ? roomBelow : box.top) - GAP}px` };
  return below
    ? { ...at, top: box.bottom + scrolled + GAP, bottom: 'auto' }
    : { ...at, top: 'auto', bottom: height - box.top - scrolled + GAP };
}
