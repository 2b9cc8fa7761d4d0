/** Draws the text of a lesson, of a teacher's copy of one, or of a page. */
import { type ComponentType, createElement, Fragment, memo, type ReactNode } from 'react';
import type { CompiledText, Element } from './copy/elements';

// biome-ignore lint/suspicious/noExplicitAny: each has props of its own
type Parts = Readonly<Record<string, ComponentType<any>>>;

interface Props {
  text: CompiledText;
  /** The components that the text can have, and those in place of HTML's elements. */
  parts: Parts;
}

/** It's drawn again only for another text, not with its page. */
export const LessonText = memo(({ text: { elements, own }, parts }: Props) => {
  const known = { ...parts, ...own };
  return createElement(Fragment, null, ...elements.map((one) => drawn(one, known)));
});

function drawn(element: Element, parts: Parts): ReactNode {
  if (typeof element === 'string') return element;
  const [name, attributes, ...inside] = element;
  const type = (Object.hasOwn(parts, name) ? parts[name] : undefined) ?? name;
  return createElement(type, attributes, ...inside.map((one) => drawn(one, parts)));
}
