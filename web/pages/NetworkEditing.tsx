/** Editing the network: the button that opens the builder over the plots, and the fields of a part of the path in place. */
import { lazy, Suspense, useMemo, useState } from 'react';
import { Observable, useObservable } from '../base/observable';
import type { Bench } from '../run/bench';
import type { PathItem } from '../topology/item';
import { type Action, useActions } from '../ui/actions';
import { Boundary } from '../ui/Boundary';
import { t } from '../words/words';
import './NetworkEditing.css';

const NetworkBuilder = lazy(async () => ({
  default: (await import('../builder/NetworkBuilder')).NetworkBuilder,
}));
const DraftNotice = lazy(async () => ({ default: (await import('../builder/DraftNotice')).DraftNotice }));
const ItemPopover = lazy(async () => ({ default: (await import('../builder/ItemPopover')).ItemPopover }));

/** Closed until the user opens it; `left` after that, when an incomplete draft may be offered again. */
type BuilderState = 'unopened' | 'network' | 'templates' | 'left';

const builder = new Observable<BuilderState>('unopened');

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

/** The builder while it's open, in place of the plots. */
export function Builder({ bench }: { bench: Bench }) {
  const state = useObservable(builder);
  useActions(ACTIONS);
  if (state === 'unopened') return null;
  return (
    <Boundary name={t('The network builder')}>
      <Suspense>
        {state === 'left' ? (
          <DraftNotice bench={bench} onOpen={() => builder.set('network')} />
        ) : (
          <div className="builder-place">
            <NetworkBuilder
              bench={bench}
              start={state === 'templates' ? 'templates' : undefined}
              onClose={() => builder.set('left')}
            />
          </div>
        )}
      </Suspense>
    </Boundary>
  );
}

export function EditNetworkButton() {
  return (
    <button type="button" className="edit-network" onClick={() => builder.set('network')}>
      {t('Edit network')}
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
