/** Editing the network: the button that opens the builder over the plots, and the fields of a part of the path in place. */
import { lazy, Suspense, useMemo, useState } from 'react';
import { Observable, useObservable, useReading } from '../base/observable';
import { t } from '../base/words/words';
import type { PathItem } from '../lab/topology/item';
import type { Bench } from '../run/bench';
import { type Action, useActions } from '../ui/actions';
import { Boundary } from '../ui/Boundary';
import './NetworkEditing.css';

const NetworkBuilder = lazy(async () => ({
  default: (await import('./builder/NetworkBuilder')).NetworkBuilder,
}));
const DraftNotice = lazy(async () => ({ default: (await import('./builder/DraftNotice')).DraftNotice }));
const ItemPopover = lazy(async () => ({ default: (await import('./builder/ItemPopover')).ItemPopover }));

const builder = new Observable<'closed' | 'network' | 'templates'>('closed');

const ACTIONS: Action[] = [
  { id: 'network.edit', title: () => t('Edit the network'), run: () => builder.set('network') },
  {
    id: 'network.new',
    title: () => t('Build a new network'),
    words: () => t('topology template dumbbell chain parking lot router host link'),
    run: () => builder.set('templates'),
  },
];

/** True while the builder covers the plots. */
export function useBuilding(): boolean {
  const state = useObservable(builder);
  return state === 'network' || state === 'templates';
}

/** The builder while it's open, in place of the plots. While it's closed, it offers an incomplete network again. */
export function Builder({ bench }: { bench: Bench }) {
  const state = useObservable(builder);
  const unfinished = useReading(bench.state, ({ network }) => network !== null);
  useActions(ACTIONS);
  if (state === 'closed' && !unfinished) return null;
  return (
    <Boundary name={t('The network builder')}>
      <Suspense>
        {state === 'closed' ? (
          <DraftNotice bench={bench} onOpen={() => builder.set('network')} />
        ) : (
          <div className="builder-place">
            <NetworkBuilder
              bench={bench}
              start={state === 'templates' ? 'templates' : undefined}
              onClose={() => builder.set('closed')}
            />
          </div>
        )}
      </Suspense>
    </Boundary>
  );
}

export function EditNetworkButton() {
  return (
    <button
      type="button"
      className="edit-network"
      aria-label={t('Edit network')}
      title={t('Add and remove routers, hosts, links and flows')}
      onClick={() => builder.set('network')}
    >
      {t('Edit')}
    </button>
  );
}

/** An item that is open for editing, and the element it's next to. */
interface Opened {
  item: PathItem;
  anchor: Element;
}

/** The popover of an item of the path, and the function that opens it. */
export function useItemPopover(bench: Bench) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = useMemo(() => (item: PathItem, anchor: Element) => setOpened({ item, anchor }), []);
  const popover = opened && (
    <Boundary name={t('The fields')}>
      <Suspense>
        <ItemPopover
          bench={bench}
          item={opened.item}
          anchor={opened.anchor}
          onClose={() => setOpened(null)}
          onEditNetwork={() => {
            setOpened(null);
            builder.set('network');
          }}
        />
      </Suspense>
    </Boundary>
  );
  return { open, popover };
}
