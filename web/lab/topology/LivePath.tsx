/** The live path above the plots. Its code is loaded after the first plots; its height is reserved. */
import { lazy, type ReactNode, Suspense, useDeferredValue } from 'react';
import { t } from '../../base/words/words';
import type { Catalogue } from '../../engine/schema';
import { useFirstRunDone } from '../../run/hooks';
import type { Run } from '../../run/trace';
import { Boundary } from '../../ui/Boundary';
import { Deferred } from '../../ui/Deferred';
import type { PathItem } from './item';
import './path.css';

const PathStrip = lazy(() => import('./PathStrip'));

export interface LivePathProps {
  run: Run;
  /** The flows that panels show; the path of the first is drawn if the network doesn't fit. */
  flows: readonly number[];
  /** CSS pixels. */
  height: number;
  /** With `onEdit`, values on the path can be dragged. */
  catalogue?: Catalogue | null;
  /** Sets a value of the scenario; `at` is the time of the user's action, on the clock of `performance.now()`. */
  onEdit?: ((path: string, value: unknown, at: number) => void) | undefined;
  /** Opens the fields of a part of the path, next to its element. */
  onOpen?: ((item: PathItem, anchor: Element) => void) | undefined;
  /** A button for the corner. */
  children?: ReactNode;
}

export function LivePath({ children, ...props }: LivePathProps) {
  // Drawn at low priority, so that a dragged control and the plots come first.
  const run = useDeferredValue(props.run);
  const done = useFirstRunDone(props.run);
  return (
    <section
      className="live-path"
      data-panel="path"
      style={{ height: props.height }}
      aria-label={t('The path, live')}
    >
      <Boundary name={t('The path')}>
        {done && (
          <Deferred meanwhile={null}>
            <Suspense fallback={null}>
              <PathStrip {...props} run={run} />
            </Suspense>
          </Deferred>
        )}
      </Boundary>
      {children}
    </section>
  );
}
