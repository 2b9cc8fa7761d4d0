/**
 * A text field with a list of options below it. The focus stays in the field: keys and the pointer make an option the active one, Enter or
 * a click chooses it.
 */
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';

interface Choices<T> {
  options: readonly T[];
  /** The active option when the list is first shown. */
  first?: number;
  choose(option: T, event: SyntheticEvent): void;
  /** False while the list is closed; an arrow key opens it. */
  open?: boolean;
  show?(): void;
}

/** Options that Page Up and Page Down move by. */
const PAGE = 8;

export function useCombobox<T>({ options, first = 0, choose, open = true, show }: Choices<T>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [place, setActive] = useState(Math.max(first, 0));
  const active = Math.min(place, options.length - 1);

  // A frame later, because a pop-up isn't in sight before. Other options may be in the active place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      // The heading above the first option is shown with it.
      if (active === 0) list.current?.scrollTo({ top: 0 });
      else list.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, [open, active, options]);

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter ends the composition of a character, too.
    if (event.nativeEvent.isComposing) return;
    const next = destination(event.key, active, options.length);
    const option = options[active];
    if (next !== null && !open) show?.();
    else if (next !== null) setActive(next);
    else if (event.key === 'Enter' && open && option !== undefined) choose(option, event);
    else return;
    event.preventDefault();
  };
  return {
    setActive,
    onKeyDown,
    /** Attributes of the text field, which also needs `onKeyDown`. */
    field: {
      type: 'text',
      role: 'combobox',
      autoComplete: 'off',
      autoCapitalize: 'off',
      spellCheck: false,
      'aria-expanded': open,
      'aria-controls': id,
      'aria-activedescendant': open && active >= 0 ? `${id}-${active}` : undefined,
      'aria-autocomplete': 'list',
    },
    /** Attributes of the list, whose role is `listbox`. */
    list: { id, ref: list },
    /** Attributes of the option in a place, whose role is `option` and which isn't in the order of Tab. */
    option: (at: number) => ({
      id: `${id}-${at}`,
      'aria-selected': at === active,
      'data-active': at === active,
      onPointerMove: at === active ? undefined : () => setActive(at),
      // The focus stays in the field.
      onMouseDown: (event: SyntheticEvent) => event.preventDefault(),
      onClick: (event: SyntheticEvent) => {
        const option = options[at];
        if (option !== undefined) choose(option, event);
      },
    }),
  } as const;
}

/** The option that a key leads to; null for other keys. From the last option, Down leads to the first. */
export function destination(key: string, from: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (from + 1) % count;
    case 'ArrowUp':
      return (from + count - 1) % count;
    case 'PageDown':
      return Math.min(from + PAGE, count - 1);
    case 'PageUp':
      return Math.max(from - PAGE, 0);
    default:
      return null;
  }
}
