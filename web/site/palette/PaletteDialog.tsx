/** The palette's dialog: a search over actions, settings, scenarios, lessons and numbers. Loaded when it's first opened. */
import {
  type ComponentProps,
  Fragment,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { plural, t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { printedKeys } from '../../ui/actions';
import { useCombobox } from '../../ui/combobox';
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

export function PaletteDialog({ bench, close }: Props) {
  const root = useRoot();
  const dialog = useRef<HTMLDialogElement>(null);
  const [search, setSearch] = useState('');
  // The items are those of the moment at which the palette opens.
  const [items] = useState(() => itemsOf(bench, root));
  const [recent] = useState(recentIds);
  const numbers = useNumbers(root);
  const sections = useMemo(
    () => sectionsOf(search, [...items, ...numbers], recent, t('Recent')),
    [search, items, numbers, recent],
  );
  const rows = useMemo(() => sections.flatMap((section) => section.rows), [sections]);

  const [entered, setEntered] = useState(false);
  // Before the browser takes another key: one that came between the focus and the held text would replace the text.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const held = takeHeld();
    setSearch((before) => before + held.text);
    setEntered(held.entered);
    return () => element?.close();
  }, []);
  const choose = (row: Row | undefined) => {
    if (row === undefined) return;
    remember(row.item.id);
    // The dialog closes first, so that the focus returns before the action moves it.
    dialog.current?.close();
    row.item.run();
  };
  const combobox = useCombobox({ options: rows, choose });
  const enter = useEffectEvent(() => {
    setEntered(false);
    choose(rows[0]);
  });
  useEffect(() => {
    if (entered) enter();
  }, [entered]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      dialog.current?.close();
    } else combobox.onKeyDown(event);
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
          {...combobox.field}
          aria-label={t('Search everything')}
          placeholder={t('Search actions, senders, settings, scenarios, lessons and numbers')}
          enterKeyHint="go"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            combobox.setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div role="listbox" {...combobox.list} className="palette-list" aria-label={t('Results')}>
          {sections.map(({ heading, rows: some }) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox's groups have no element of their own
            <div key={heading} role="group" aria-label={heading}>
              <p className="palette-heading" aria-hidden="true">
                {heading}
              </p>
              {some.map((row) => {
                index += 1;
                return <Option key={row.item.id} row={row} attributes={combobox.option(index)} />;
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
  attributes: ComponentProps<'div'>;
}

function Option({ row: { item, ranges }, attributes }: OptionProps) {
  return (
    <div role="option" tabIndex={-1} {...attributes} className="palette-option" data-item={item.id}>
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
