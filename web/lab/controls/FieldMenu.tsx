import { type ComponentProps, lazy, Suspense } from 'react';
import type { FieldDetails as Details } from './FieldDetails';

/** Loaded when a menu opens. */
const Lazy = lazy(() => import('./FieldDetails').then(({ FieldDetails }) => ({ default: FieldDetails })));

export function FieldDetails(props: ComponentProps<typeof Details>) {
  return (
    <Suspense fallback={null}>
      <Lazy {...props} />
    </Suspense>
  );
}
