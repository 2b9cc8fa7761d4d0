/** A sentence that is shown whole or not at all, so that it's never cut within a word. */
import { useLayoutEffect, useRef, useState } from 'react';
import './ResultsLine.css';

interface Props {
  words: string;
  /** Shown in place of a sentence that doesn't fit; without it, nothing is. */
  brief?: string | undefined;
  onCut?: (cut: boolean) => void;
}

export function Sentence({ words, brief, onCut }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const whole = useRef<HTMLSpanElement>(null);
  const [cut, setCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words have another height
  useLayoutEffect(() => {
    const [outer, inner] = [place.current, whole.current];
    if (outer === null || inner === null) return undefined;
    // The hidden sentence keeps its height.
    const measure = () => setCut(inner.offsetHeight > outer.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    return () => observer.disconnect();
  }, [words]);
  useLayoutEffect(() => onCut?.(cut), [cut, onCut]);
  return (
    <span className="sentence" data-cut={cut} ref={place}>
      <span ref={whole}>{words}</span>
      {cut && brief !== undefined && <span>{brief}</span>}
    </span>
  );
}
