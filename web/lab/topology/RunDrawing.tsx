/** The drawing of a run's network, whose links and hosts are pressed and point to their card. */
import { memo } from 'react';
import { t } from '../../base/words/words';
import { Drawing } from './Drawing';
import { type Item, inReadingOrder, laneUnder, pointIn, useRovingFocus } from './drawnItems';
import type { Label } from './labels';
import type { Layout } from './layout';

interface Props {
  layout: Layout;
  scale: number;
  labels: readonly Label[][];
  /** Flows and sources that begin or end at each box; a box without any cannot be pressed. */
  flows: readonly number[][];
  tints: readonly number[][];
  nameOf(item: Item): string;
  point(item: Item | null): void;
  /** A press on an item with its lane, where the pointer pressed one, and the point in the layout. */
  press(item: Item, lane: number | null, point: { x: number; y: number } | null, element: Element): void;
  /** Follows the next packet on an edge, or the one before; false if there is none. */
  follow(edge: number, direction: 1 | -1): boolean;
  /** Describes the item that has the focus. */
  card: string;
}

export const RunDrawing = memo(function RunDrawing({ nameOf, point, press, follow, card, ...drawn }: Props) {
  const buttonProps = useRovingFocus(inReadingOrder(drawn.layout, drawn.flows), {
    press: (item, element) => press(item, null, null, element),
    follow,
  });

  return (
    <Drawing
      {...drawn}
      aria-label={t('The network, drawn')}
      itemProps={(item) => {
        const own = buttonProps(item);
        if (own === null) return {};
        return {
          ...own,
          'aria-label': nameOf(item),
          'aria-describedby': card,
          onFocus: () => {
            own.onFocus();
            point(item);
          },
          onBlur: () => point(null),
          onPointerEnter: () => point(item),
          onPointerLeave: () => point(null),
          onClick: (event) => press(item, laneUnder(event.target), pointIn(event), event.currentTarget),
        };
      }}
    />
  );
});
