/** The palette's dialog: a search over actions, settings, scenarios, lessons and numbers. Loaded when it's first opened. */
import {
  Fragment,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { plural, t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { printedKeys } from '../../ui/actions';
import { useRoot } from '../../ui/root';
import { type Item, itemsOf, numberItems } from './items';
import { takeHeld } from './open';
import { type Row, sectionsOf } from './rank';
import { recentIds, remember } from './recent';
import './palette.css';

interface Props {
  bench: Bench | undefined;
  close(): void;
}

/** Rows that Page Up and Page Down move by. */
const PAGE = 8;

export function PaletteDialog({ bench, close }: Props) {
  const root = useRoot();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const [place, setPlace] = useState(0);
  // The items are those of the moment at which the palette opens.
  const [items] = useState(() => itemsOf(bench, root));
  const [recent] = useState(recentIds);
  const numbers = useNumbers(root);
  const sections = useMemo(
    () => sectionsOf(search, [...items, ...numbers], recent, t('Recent')),
    [search, items, numbers, recent],
  );
  const rows = sections.flatMap((section) => section.rows);
  const selected = Math.min(place, rows.length - 1);

  const [entered, setEntered] = useState(false);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const held = takeHeld();
    setSearch((before) => before + held.text);
    setEntered(held.entered);
    return () => element?.close();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may be in the selected place
  useEffect(() => {
    const option = list.current?.querySelector('[aria-selected="true"]');
    // The heading above the first option is shown with it.
    if (selected === 0) list.current?.scrollTo({ top: 0 });
    else option?.scrollIntoView({ block: 'nearest' });
  }, [selected, sections]);

  const choose = (row: Row | undefined) => {
    if (row === undefined) return;
    remember(row.item.id);
    // The dialog closes first, so that the focus returns before the action moves it.
    dialog.current?.close();
    row.item.run();
  };
  const enter = useEffectEvent(() => {
    setEntered(false);
    choose(rows[0]);
  });
  useEffect(() => {
    if (entered) enter();
  }, [entered]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter ends the composition of a character, too.
    if (event.nativeEvent.isComposing) return;
    const next = destination(event.key, selected, rows.length);
    if (next !== null) setPlace(next);
    else if (event.key === 'Enter') choose(rows[selected]);
    else if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) dialog.current?.close();
    else return;
    event.preventDefault();
  };

  let index = -1;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog without help
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('Search everything')}
      onClose={close}
      // The dialog element is the event's target only when the click is outside its content.
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <div className="palette-inside">
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={rows.length > 0 ? `${id}-${selected}` : undefined}
          aria-autocomplete="list"
          aria-label={t('Search everything')}
          placeholder={t('Search actions, senders, settings, scenarios, lessons and numbers')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setPlace(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div className="palette-list" id={id} ref={list} role="listbox" aria-label={t('Results')}>
          {sections.map(({ heading, rows: some }) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox's groups have no element of their own
            <div key={heading} role="group" aria-label={heading}>
              <p className="palette-heading" aria-hidden="true">
                {heading}
              </p>
              {some.map((row) => {
                index += 1;
                const at = index;
                return (
                  <Option
                    key={row.item.id}
                    row={row}
                    id={`${id}-${at}`}
                    selected={at === selected}
                    point={() => setPlace(at)}
                    choose={() => choose(row)}
                  />
                );
              })}
            </div>
          ))}
        </div>
        {rows.length === 0 && (
          <p className="palette-none">{t('Nothing matches. Try fewer or other words.')}</p>
        )}
        <p className="visually-hidden" role="status">
          {search !== '' && plural(rows.length, '{n} result', '{n} results')}
        </p>
        <p className="palette-foot" aria-hidden="true">
          <span>
            <kbd translate="no">↑ ↓</kbd> {t('choose')}
          </span>
          <span>
            <kbd translate="no">↵</kbd> {t('open')}
          </span>
          <span>
            <kbd translate="no">Esc</kbd> {t('close')}
          </span>
        </p>
      </div>
    </dialog>
  );
}

interface OptionProps {
  row: Row;
  id: string;
  selected: boolean;
  point(): void;
  choose(): void;
}

function Option({ row: { item, ranges }, id, selected, point, choose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search, which names the selected option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search handles the keys
    <div
      role="option"
      id={id}
      aria-selected={selected}
      className="palette-option"
      data-item={item.id}
      onPointerMove={selected ? undefined : point}
      onClick={choose}
    >
      <span className="palette-title" {...item.language}>
        <Marked text={item.title} ranges={ranges} />
      </span>
      {item.detail !== '' && <span className="palette-detail">{item.detail}</span>}
      {item.keys.slice(0, 1).map((keys) => (
        <kbd key={keys} translate="no">
          {printedKeys(keys)}
        </kbd>
      ))}
    </div>
  );
}

function Marked({ text, ranges }: { text: string; ranges: Row['ranges'] }) {
  let done = 0;
  const pieces = ranges.map(([from, to]) => {
    const before = text.slice(done, from);
    done = to;
    return (
      <Fragment key={from}>
        {before}
        <mark>{text.slice(from, to)}</mark>
      </Fragment>
    );
  });
  return (
    <>
      {pieces}
      {text.slice(done)}
    </>
  );
}

/** The row that a key selects; null for other keys. From the last row, Down goes to the first. */
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

/** The papers' numbers, once they're loaded. */
function useNumbers(root: string): readonly Item[] {
  const [numbers, setNumbers] = useState<readonly Item[]>([]);
  useEffect(() => {
    let cancelled = false;
    numberItems(root)
      .then((found) => cancelled || setNumbers(found))
      .catch(() => {
        // Without a network the rest can still be found.
      });
    return () => {
      cancelled = true;
    };
  }, [root]);
  return numbers;
}
