/** A sentence that is shown whole or not at all, so that it's never cut within a word. */
import { useLayoutEffect, useRef, useState } from 'react';
import { observeSize } from '../../base/size';
import './ResultsLine.css';

interface Props {
  words: string;
  /** Shown in place of a sentence that doesn't fit; nothing is without it, or if it doesn't fit either. */
  brief?: string | undefined;
  onCut?: (cut: boolean) => void;
}

export function Sentence({ words, brief, onCut }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const whole = useRef<HTMLSpanElement>(null);
  const short = useRef<HTMLSpanElement>(null);
  const [cut, setCut] = useState(false);
  const [briefCut, setBriefCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words have another height
  useLayoutEffect(() => {
    const [outer, inner] = [place.current, whole.current];
    if (outer === null || inner === null) return undefined;
    // The hidden sentence keeps its height.
    const tooHigh = (span: HTMLElement) => span.offsetHeight > outer.clientHeight + 1;
    const measure = () => {
      setCut(tooHigh(inner));
      setBriefCut(short.current !== null && tooHigh(short.current));
    };
    measure();
    return observeSize(outer, measure);
  }, [words, cut]);
  useLayoutEffect(() => onCut?.(cut), [cut, onCut]);
  return (
    <span className="sentence" data-cut={cut} data-brief-cut={briefCut} ref={place}>
      <span ref={whole}>{words}</span>
      {cut && brief !== undefined && <span ref={short}>{brief}</span>}
    </span>
  );
}
