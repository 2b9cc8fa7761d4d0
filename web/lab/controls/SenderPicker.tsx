/** Chooses a sender from a list by family. The list opens in a popover. */
import { lazy, memo, type ReactNode, Suspense } from 'react';
import type { Catalogue } from '../../engine/schema';
import { Floating } from '../../ui/Floating';
import './SenderPicker.css';

/** Loaded when the list opens. */
const SenderList = lazy(() => import('./SenderList').then(({ SenderList }) => ({ default: SenderList })));

/** Room for the search and a few senders, pixels. */
const LIST_ROOM = 320;

type Preset = Catalogue['presets'][number];

export interface PickerProps {
  presets: readonly Preset[];
  /** The content of the button that opens the list. */
  label: ReactNode;
  /** Name of the present sender; null if there is none in the list. */
  chosen: string | null;
  /** Must keep its identity while the controls are for the same sender. */
  choose(name: string, at: number): void;
}

/** Memoized so that dragging other controls doesn't redraw it; `label` must be a string or keep its identity. */
export const SenderPicker = memo(function SenderPicker({ presets, label, chosen, choose }: PickerProps) {
  return (
    <Floating label={label} className="sender-list" room={LIST_ROOM}>
      {(close) => (
        <Suspense fallback={null}>
          <SenderList
            presets={presets}
            chosen={chosen}
            choose={(name, at) => {
              close();
              choose(name, at);
            }}
          />
        </Suspense>
      )}
    </Floating>
  );
});
