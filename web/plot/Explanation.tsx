/** The explanation of a legend's entry: in place, or in the top layer under the entry's button. */
import { useId, useLayoutEffect, useRef } from 'react';
import { EXPLANATIONS, type Explained } from '../ui/explanations';
import { inPopup, zoomOf } from '../ui/scale';
import './Legend.css';

interface Props {
  of: Explained;
  /** The entry's button; without it, the explanation is shown in place. */
  button?: HTMLElement;
}

export function Explanation({ of, button }: Props) {
  const words = EXPLANATIONS[of]();
  return button === undefined ? words : <Tip words={words} button={button} />;
}

function Tip({ words, button }: { words: string; button: HTMLElement }) {
  const id = useId();
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = tip.current;
    if (element === null) return undefined;
    button.setAttribute('aria-describedby', id);
    element.showPopover();
    const { box, ...screen } = inPopup(button.getBoundingClientRect(), zoomOf(element));
    const { offsetWidth: width, offsetHeight: height } = element;
    // There is no gap, so that the pointer can move onto the explanation.
    const below = box.bottom + height <= screen.height;
    element.style.left = `${Math.max(8, Math.min(box.left, screen.width - width - 8))}px`;
    element.style.top = `${below ? box.bottom : box.top - height}px`;
    return () => button.removeAttribute('aria-describedby');
  }, [button, id]);
  return (
    <div ref={tip} id={id} className="legend-tip" role="tooltip" popover="manual">
      {words}
    </div>
  );
}
