/** Dialogs whose code loads when they're first opened. */
import { type ComponentType, lazy, useEffect } from 'react';

interface Closing {
  close(): void;
}

/** Without its code a dialog closes again, and the notice about missing files says why. */
export function lazyDialog<Props extends Closing>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => Missing) }));
}

function Missing({ close }: Closing) {
  useEffect(() => close(), [close]);
  return null;
}
