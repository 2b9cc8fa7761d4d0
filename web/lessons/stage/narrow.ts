/** True if the stage's picture is above the text instead of next to it: on narrow screens, and in a preview that has half a page. */
import { createContext, useContext } from 'react';
import { useMedia } from '../../ui/hooks';
import { NARROW_QUERY } from './sizes';

export const NarrowStageContext = createContext(false);

export function useNarrowStage(): boolean {
  const half = useContext(NarrowStageContext);
  return useMedia(NARROW_QUERY) || half;
}
