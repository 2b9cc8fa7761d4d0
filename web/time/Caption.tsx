import { useObservable } from '../base/observable';
import { rich } from '../words/rich';
import type { Travel } from './travel';
import './transport.css';

/** Describes the event at the cursor, for screen readers too; during playback, the last notable event. */
export function Caption({ travel }: { travel: Travel }) {
  const caption = useObservable(travel.caption);
  const passed = useObservable(travel.passed);
  return (
    <p className="caption">
      <span aria-live="polite" aria-atomic="true">
        {caption?.words}
      </span>
      {caption === null && passed !== null && <span className="passed">{passed}</span>}
      {caption === null && passed === null && (
        <span className="hint">
          {rich(
            '<kbd>Space</kbd> plays, <kbd>,</kbd> and <kbd>.</kbd> step; <kbd>l</kbd> <kbd>r</kbd> <kbd>t</kbd> <kbd>d</kbd> go to the next loss, retransmission, timeout, decision.',
            { kbd: (key) => <kbd>{key}</kbd> },
          )}
        </span>
      )}
    </p>
  );
}
