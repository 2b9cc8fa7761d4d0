/** Edits a node, a link or a flow where it's drawn. On a phone it's a sheet at the bottom of the screen. */
import { useEffect, useRef, useState } from 'react';
import type { Bench } from '../run/bench';
import { t } from '../words/words';
import type { Item } from './draft';
import { useCatalogue, useSession } from './hooks';
import { ItemForm } from './ItemForm';
import { exists, itemKey } from './items';
import { MissingList } from './MissingList';
import { removeItem } from './operations';
import { sessionOf } from './session';
import './ItemPopover.css';

interface Props {
  bench: Bench;
  item: Item;
  /** The item in the drawing, or its place on the screen. */
  anchor: Element | DOMRect;
  /** Called when it closes. The focus has returned to where it was. */
  onClose(): void;
  /** Opens the network builder. */
  onEditNetwork?: (() => void) | undefined;
}

/** Width of the popover, its distance from the item, and the least distance from the screen's edges, pixels. */
const WIDTH = 320;
const GAP = 8;
/** The popover opens above the item if there is less room below it than this and more above. */
const ROOM = 320;

export function ItemPopover({ bench, item, anchor, onClose, onEditNetwork }: Props) {
  const state = useSession(bench);
  const catalogue = useCatalogue(bench);
  const popover = useRef<HTMLDivElement>(null);
  // An item can be followed to another one, for example from a host to its link.
  const [followed, follow] = useState<{ from: string; item: Item } | null>(null);
  const [place] = useState(() =>
    placeAt(anchor instanceof Element ? anchor.getBoundingClientRect() : anchor),
  );
  const ready = state !== null && catalogue !== null;
  const shown = followed?.from === itemKey(item) ? followed.item : item;

  useEffect(() => {
    const element = popover.current;
    if (!ready || element === null) return;
    element.showPopover();
    const first = element.querySelector<HTMLElement>(':is(input, select):not([type="hidden"])');
    (first ?? element).focus();
  }, [ready]);

  if (!ready) return null;
  const { draft, missing } = state;
  return (
    <div
      ref={popover}
      className="item-popover"
      popover="auto"
      role="dialog"
      aria-label={t('Edit the network')}
      tabIndex={-1}
      style={place}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      {exists(draft, shown) ? (
        <ItemForm
          bench={bench}
          draft={draft}
          missing={missing}
          catalogue={catalogue}
          item={shown}
          select={(next) => follow({ from: itemKey(item), item: next })}
          remove={(removed, at) => {
            const next = removeItem(draft, removed);
            sessionOf(bench).apply(next, `remove ${itemKey(removed)} ${at}`, at);
            if (sessionOf(bench).state.value?.missing.length === 0) popover.current?.hidePopover();
          }}
        />
      ) : (
        <MissingList missing={missing} />
      )}
      <footer className="buttons">
        {missing.length > 0 && (
          <button
            type="button"
            onClick={(event) => {
              sessionOf(bench).undo(event.timeStamp);
            }}
          >
            {t('Undo')}
          </button>
        )}
        {onEditNetwork && (
          <button
            type="button"
            onClick={() => {
              popover.current?.hidePopover();
              onEditNetwork();
            }}
          >
            {t('Edit network')}
          </button>
        )}
        <button type="button" className="primary" onClick={() => popover.current?.hidePopover()}>
          {t('Done')}
        </button>
      </footer>
    </div>
  );
}

/** A place next to the item, inside the screen. The style sheet ignores it on a phone. */
function placeAt({ left, right, top, bottom }: DOMRect): Record<string, string> {
  const { clientWidth, clientHeight } = document.documentElement;
  const x = Math.max(GAP, Math.min((left + right - WIDTH) / 2, clientWidth - WIDTH - GAP));
  const below = clientHeight - bottom;
  const above = below < ROOM && top > below;
  const height = Math.max(160, (above ? top : below) - 2 * GAP);
  return {
    '--x': `${x}px`,
    '--top': above ? 'auto' : `${Math.max(GAP, bottom + GAP)}px`,
    '--bottom': above ? `${clientHeight - top + GAP}px` : 'auto',
    '--most': `${height}px`,
    '--width': `${WIDTH}px`,
  };
}
