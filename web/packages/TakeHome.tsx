/** The door to a lesson's packages, for teachers; what is behind it is loaded when it is opened. */
import { lazy, Suspense } from 'react';
import { Floating } from '../design/Floating';
import type { Listed } from '../lessons/course';
import { Boundary } from '../pages/Boundary';

const PackageForm = lazy(async () => ({ default: (await import('./PackageForm')).PackageForm }));

export function TakeHome({ about }: { about: Listed }) {
  return (
    <aside className="take-home" aria-label="For teachers">
      <span>For teachers:</span>{' '}
      <Floating label="Download this lesson" className="package">
        {(close) => (
          <Boundary name="Download this lesson">
            <Suspense fallback={<p>It is being loaded.</p>}>
              <PackageForm about={about} close={close} />
            </Suspense>
          </Boundary>
        )}
      </Floating>
    </aside>
  );
}
