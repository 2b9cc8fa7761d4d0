/** Draws a tree of components into an element, with the guards that every page, frame, file, element and picture has. */
import { type ReactNode, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { type Observable, useObservable } from '../base/observable';
import { t } from '../base/words/words';
import { Boundary } from './Boundary';
import { type Theme, ThemeProvider } from './theme';

export interface Mounting {
  theme: Observable<Theme>;
  /** Name of the content, for the message if it can't be drawn. */
  name?: string;
  /** True if the element has the tree's content already. */
  hydrate?: boolean;
  /** Gets an error that nothing in the tree has caught; the place is empty then. Without it, the error is shown there. */
  failed?: ((error: unknown) => void) | undefined;
}

/** Returns a function that removes the tree. */
export function mount(place: Element, content: ReactNode, mounting: Mounting): () => void {
  const { theme, name = t('This page'), hydrate, failed } = mounting;
  const tree = (
    <StrictMode>
      <Themed theme={theme}>{failed ? content : <Boundary name={name}>{content}</Boundary>}</Themed>
    </StrictMode>
  );
  const options = failed && { onUncaughtError: failed };
  const root = hydrate ? hydrateRoot(place, tree, options) : createRoot(place, options);
  if (!hydrate) root.render(tree);
  return () => root.unmount();
}

function Themed({ theme, children }: { theme: Observable<Theme>; children: ReactNode }) {
  return <ThemeProvider value={useObservable(theme)}>{children}</ThemeProvider>;
}
