/** The start of every page, frame and file, always in this order: the language, the content, the tree of components. */
import { type ReactNode, useEffect } from 'react';
import { preferredLanguage, speakAs } from '../base/words/language';
import { currentLanguage } from '../base/words/words';
import { ALIVE } from './alive';
import { type Mounting, mount } from './mount';
import { packageKind } from './package';
import { theme } from './themeStore';

interface Start extends Pick<Mounting, 'failed'> {
  language?: Parameters<typeof speakAs>[0];
  /** True if the build may have written the page's content into its HTML. */
  prerendered?: boolean;
}

/** The element of the HTML that the page is drawn in. */
export function startingPlace(): HTMLElement {
  const place = document.getElementById('lab');
  if (place === null) throw new Error('The page has no element with the id "lab".');
  return place;
}

/** @param open loads what the page needs; called once the language is there */
export async function start(
  open: () => ReactNode | Promise<ReactNode>,
  { language = preferredLanguage(), prerendered = false, failed }: Start = {},
): Promise<void> {
  const place = startingPlace();
  await speakAs(language);
  const page = await open();
  // In other languages and in packages the content differs from the prerendered one.
  const hydrate =
    prerendered && place.childElementCount > 0 && packageKind() === null && currentLanguage() === 'en';
  if (!hydrate) place.replaceChildren();
  // The prerendered home page was hidden, if the address is another page's (beforePaint.js).
  delete document.documentElement.dataset.opening;
  mount(place, <Alive>{page}</Alive>, { theme, hydrate, failed });
}

function Alive({ children }: { children: ReactNode }) {
  // From here on, buttons work. Tests wait for this attribute.
  useEffect(() => {
    document.documentElement.dataset.alive = 'true';
    performance.mark(ALIVE);
  }, []);
  return children;
}
