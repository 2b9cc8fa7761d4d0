/** Edits a node, a link or a flow where it's drawn. On a phone it's a sheet at the bottom of the screen. */
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../base/words/words';
import type { Scenario } from '../../engine/schema';
import type { Bench } from '../../run/bench';
import { leave } from '../../ui/Floating';
import { type Box, inPopup, zoomOf } from '../../ui/scale';
import { type Item, streamAt } from './draft';
import { useCatalogue, useSession } from './hooks';
import { ItemForm } from './ItemForm';
import { exists, itemKey } from './items';
import { MissingList } from './MissingList';
import { removeItem, streamNames } from './operations';
import { sessionOf } from './session';
import './ItemPopover.css';

interface Props {
  bench: Bench;
  item: Item;
  /** The item in the drawing, or its place on the screen, when the popover opens. */
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
/** Height of the popover where there's less room on both sides, pixels. */
const LEAST_HEIGHT = 160;

export function ItemPopover({ bench, item, anchor, onClose, onEditNetwork }: Props) {
  const state = useSession(bench);
  const catalogue = useCatalogue(bench);
  const popover = useRef<HTMLDivElement>(null);
  /** Had the focus before. */
  const opener = useRef<HTMLElement>(null);
  // An item can be followed to another one, for example from a host to its link.
  const [followed, follow] = useState<{ from: Item; item: Item } | null>(null);
  const [anchored] = useState(() => (anchor instanceof Element ? anchor.getBoundingClientRect() : anchor));
  const [place, setPlace] = useState<CSSProperties>();
  const ready = state !== null && catalogue !== null;

  useLayoutEffect(() => {
    const element = popover.current;
    if (!ready || element === null) return;
    const { activeElement } = element.getRootNode() as Document | ShadowRoot;
    opener.current = activeElement as HTMLElement | null;
    element.showPopover();
    setPlace(placeAt(anchored, zoomOf(element)));
    const first = element.querySelector<HTMLElement>(':is(input, select):not([type="hidden"])');
    (first ?? element).focus();
  }, [ready, anchored]);

  if (!ready) return null;
  const { draft, missing } = state;
  // The drawing shows the scenario on the bench. An unfinished draft may have its items at other places.
  const { scenario } = bench.state.value;
  const shown =
    followed?.from === item ? followed.item : scenario && sameItem(scenario, draft.scenario, item);
  return (
    <div
      ref={popover}
      className="item-popover"
      popover="auto"
      role="dialog"
      aria-label={t('Edit the network')}
      tabIndex={-1}
      style={place}
      onToggle={({ newState, currentTarget }) => {
        if (newState !== 'closed') return;
        leave(currentTarget, opener.current);
        onClose();
      }}
    >
      {missing.length > 0 && <MissingList missing={missing} />}
      {shown !== null && exists(draft, shown) && (
        <ItemForm
          bench={bench}
          draft={draft}
          missing={missing}
          catalogue={catalogue}
          item={shown}
          select={(next) => follow({ from: item, item: next })}
          remove={(removed, at) => {
            const next = removeItem(draft, removed);
            sessionOf(bench).apply(next, `remove ${itemKey(removed)} ${at}`, at);
            if (sessionOf(bench).state.value?.missing.length === 0) popover.current?.hidePopover();
            else popover.current?.focus();
          }}
        />
      )}
      <footer className="buttons">
        {missing.length > 0 && (
          <button type="button" onClick={(event) => bench.undo(event.timeStamp)}>
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

/** An item of one scenario in another one, by its name; null if it isn't there. */
function sameItem(from: Scenario, to: Scenario, item: Item): Item | null {
  if (item.kind === 'node') return item;
  if (item.kind === 'link') {
    const entry = to.links.findIndex(({ name }) => name === from.links[item.entry]?.name);
    return entry < 0 ? null : { kind: 'link', entry };
  }
  const index = streamNames(to).indexOf(streamAt(from, item.index)?.name ?? '');
  return index < 0 ? null : { kind: 'flow', index };
}

/** A place next to the item, inside the screen. The style sheet ignores it on a phone. */
function placeAt(anchor: Box, zoom: number): CSSProperties {
  const { box, ...screen } = inPopup(anchor, zoom);
  const width = Math.min(WIDTH, screen.width - 2 * GAP);
  const x = Math.max(GAP, Math.min((box.left + box.right - width) / 2, screen.width - width - GAP));
  const below = screen.height - box.bottom;
  const above = below < ROOM && box.top > below;
  const room = (above ? box.top : below) - 2 * GAP;
  const height = Math.min(Math.max(LEAST_HEIGHT, room), screen.height - 2 * GAP);
  // Where there's less room than that, the popover covers a part of the item.
  const edge = Math.max(
    GAP,
    Math.min((above ? below + box.bottom - box.top : box.bottom) + GAP, screen.height - height - GAP),
  );
  return {
    '--x': `${x}px`,
    '--top': above ? 'auto' : `${edge}px`,
    '--bottom': above ? `${edge}px` : 'auto',
    '--most': `${height}px`,
    '--width': `${width}px`,
  } as CSSProperties;
}
