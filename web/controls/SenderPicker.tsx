/** Chooses a sender from a list by family, which typing narrows. The list opens in a popover. */
import { type KeyboardEvent, memo, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Catalogue } from '../engine/schema';
import { matcher } from '../scenario/search';
import { Floating } from '../ui/Floating';
import { t } from '../words/words';
import { firstSentence } from './editing';
import './SenderPicker.css';

type Preset = Catalogue['presets'][number];

interface Props {
  presets: readonly Preset[];
  /** The content of the button that opens the list. */
  label: ReactNode;
  /** Name of the present sender; null if there is none in the list. */
  chosen: string | null;
  /** Must keep its identity while the controls are for the same sender. */
  choose(name: string, at: number): void;
}

/** Memoized so that dragging other controls doesn't redraw it; `label` must be a string or keep its identity. */
export const SenderPicker = memo(function SenderPicker({ presets, label, chosen, choose }: Props) {
  return (
    <Floating label={label} className="sender-list">
      {(close) => (
        <SenderList
          presets={presets}
          chosen={chosen}
          choose={(name, at) => {
            close();
            choose(name, at);
          }}
        />
      )}
    </Floating>
  );
});

function SenderList({ presets, chosen, choose }: Omit<Props, 'label'>) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [marked, setMarked] = useState(chosen);
  const matches = matcher(query);
  const listed = presets.filter(
    ({ name, title, family, doc, source }) =>
      query.trim() === '' ||
      matches({ names: `${name} ${title} ${family}`, about: `${doc} ${source}` }) !== null,
  );
  const active = listed.find(({ name }) => name === marked) ?? listed[0];
  const optionId = ({ name }: Preset) => `${id}-${name}`;

  // A frame later, because the popover is not in sight before.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const activeId = active && optionId(active);
  useEffect(() => {
    const frame = requestAnimationFrame(
      () => activeId && document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && active !== undefined) {
      event.preventDefault();
      const next = (listed.indexOf(active) + step + listed.length) % listed.length;
      setMarked(listed[next]?.name ?? null);
    }
    if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault();
      choose(active.name, event.timeStamp);
    }
  };
  const families = [...new Set(listed.map(({ family }) => family))];
  return (
    <>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        aria-label={t('Find a sender')}
        placeholder={t('Find a sender')}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setMarked(null);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('Senders')} className="senders">
        {families.map((family, place) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, and no fieldsets
          <div key={family} role="group" aria-labelledby={`${id}-family-${place}`}>
            <div className="family" id={`${id}-family-${place}`}>
              {family}
            </div>
            {listed
              .filter((preset) => preset.family === family)
              .map((preset) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox above
                <div
                  key={preset.name}
                  id={optionId(preset)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={preset.name === chosen}
                  data-active={preset === active}
                  data-value={preset.name}
                  onClick={(event) => choose(preset.name, event.timeStamp)}
                  onPointerMove={() => setMarked(preset.name)}
                >
                  <b>{preset.title}</b> <code>{preset.name}</code>
                  <span>{firstSentence(preset.doc)}</span>
                </div>
              ))}
          </div>
        ))}
      </div>
      {listed.length === 0 && <p className="none">{t('No sender matches.')}</p>}
    </>
  );
}
