/** Parts of a lesson that open on demand: depth under a question, and the lab notebook at the end. Both are open in print. */
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../../base/words/words';
import { inInterfaceLanguage } from '../../ui/InEnglish';
import './Fold.css';

export function Fold({ question, children }: { question: string; children: ReactNode }) {
  const place = useOpenInPrint();
  return (
    <details className="lesson-fold" ref={place}>
      <summary>{question}</summary>
      <div className="lesson-fold-inside">{children}</div>
    </details>
  );
}

export function Notebook({ children }: { children: ReactNode }) {
  const place = useOpenInPrint();
  return (
    <details className="lesson-fold notebook" ref={place}>
      <summary {...inInterfaceLanguage()}>{t('Lab notebook')}</summary>
      <div className="lesson-fold-inside">{children}</div>
    </details>
  );
}

/** Opens the element before the page is printed, and closes it afterwards if the reader had it closed. */
function useOpenInPrint() {
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let wasOpen = element.open;
    const open = () => {
      wasOpen = element.open;
      element.open = true;
    };
    const restore = () => {
      element.open = wasOpen;
    };
    window.addEventListener('beforeprint', open);
    window.addEventListener('afterprint', restore);
    return () => {
      window.removeEventListener('beforeprint', open);
      window.removeEventListener('afterprint', restore);
    };
  }, []);
  return place;
}
