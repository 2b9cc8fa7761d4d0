/** True if the stage's picture is above the text instead of next to it: on narrow screens, and in a preview that has half a page. */
import { createContext, useContext } from 'react';
import { useMedia, useWindowSize } from '../../ui/hooks';
import { useTheme } from '../../ui/theme';
import { addedBy, NARROW_QUERY, SPARE } from './sizes';

export const NarrowStageContext = createContext(false);

export function useNarrowStage(): boolean {
  const half = useContext(NarrowStageContext);
  return useMedia(NARROW_QUERY) || half;
}

/** By how much the picture may be higher than on a low window, unscaled pixels. @param spare of `SPARE` */
export function useAddedHeight(spare = SPARE.usual): number {
  const [width, height] = [useWindowSize('innerWidth'), useWindowSize('innerHeight')];
  const { scale } = useTheme();
  return addedBy({ width: width / scale, height: height / scale }, spare);
}
