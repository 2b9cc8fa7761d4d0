import { useObservable } from '../../base/observable';
import type { Travel } from './travel';

/** Says for screen readers which event a step has led to, or that there is none. The results line and the list of events show it. */
export function Caption({ travel }: { travel: Travel }) {
  const caption = useObservable(travel.caption);
  return (
    <p className="caption visually-hidden" aria-live="polite" aria-atomic="true">
      {caption?.words}
    </p>
  );
}
