/** True if the stage's picture is above the text instead of next to it: on narrow screens, and in a preview that has half a page. */
import { createContext, useContext } from 'react';
import { useMedia, useWindowHeight } from '../../ui/hooks';
import { useTheme } from '../../ui/theme';
import { addedBy, NARROW_QUERY } from './sizes';

export const NarrowStageContext = createContext(false);

export function useNarrowStage(): boolean {
  const half = useContext(NarrowStageContext);
  return useMedia(NARROW_QUERY) || half;
}

/** By how much the picture may be higher than on a low window, unscaled pixels. @param first true for the picture under the lesson's title */
export function useAddedHeight(first = false): number {
  const height = useWindowHeight();
  const { scale } = useTheme();
  return useNarrowStage() ? 0 : addedBy(height / scale, first);
}
