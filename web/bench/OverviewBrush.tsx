/** Runs D3's brush on a group element. The brush manages the elements in the group; React doesn't touch them. */
import { type BrushBehavior, brushX, type D3BrushEvent } from 'd3-brush';
import { select } from 'd3-selection';
import { useLayoutEffect, useRef } from 'react';
import { useObservable } from '../base/observable';
import { linearScale } from '../plot/linear';
import type { View } from '../run/view';
import './Overview.css';

interface Props {
  view: View;
  /** Width in pixels, as is the height. */
  width: number;
  height: number;
}

export function OverviewBrush({ view, width, height }: Props) {
  const groupRef = useRef<SVGGElement>(null);
  const behavior = useRef<BrushBehavior<unknown> | null>(null);
  const { whole, zoom } = useObservable(view.looking);

  // Before the effect below, which moves the brush.
  useLayoutEffect(() => {
    const element = groupRef.current;
    if (element === null) return;
    const scale = () => linearScale([0, width], [0, view.looking.value.whole.to]);
    const brush = brushX<unknown>()
      .extent([
        [0, 0],
        [width, height],
      ])
      .on('brush end', (event: D3BrushEvent<unknown>) => {
        // Ignore moves by our own code. Their events have no source event.
        if (event.sourceEvent === undefined || event.sourceEvent === null) return;
        const chosen = event.selection as [number, number] | null;
        if (chosen === null) view.showAll();
        else view.show({ from: scale()(chosen[0]), to: scale()(chosen[1]) });
      });
    behavior.current = brush;
    select(element).call(brush);
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const center = scale()(event.clientX - element.getBoundingClientRect().left);
      view.zoom(Math.exp(-event.deltaY * 0.0025), center);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      select(element).on('.brush', null);
      element.removeEventListener('wheel', wheel);
    };
  }, [view, width, height]);

  useLayoutEffect(() => {
    if (groupRef.current === null || behavior.current === null) return;
    const x = linearScale([whole.from, whole.to], [0, width]);
    const extent: [number, number] | null = zoom && [x(zoom.from), x(zoom.to)];
    select<SVGGElement, unknown>(groupRef.current).call(behavior.current.move, extent);
  }, [whole, zoom, width]);

  return <g ref={groupRef} className="brush" />;
}
