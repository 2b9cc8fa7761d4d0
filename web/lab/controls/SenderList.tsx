/** The senders by family, which typing narrows. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../base/words/words';
import { byFamily, matchingSenders } from '../../scenario/senders';
import { firstSentence } from './editing';
import type { PickerProps } from './SenderPicker';
import './SenderList.css';

type Preset = PickerProps['presets'][number];

export function SenderList({ presets, chosen, choose }: Omit<PickerProps, 'label'>) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [marked, setMarked] = useState(chosen);
  const families = byFamily(matchingSenders(presets, query));
  const listed = families.flatMap((one) => one.presets);
  const active = listed.find(({ name }) => name === marked) ?? listed[0];
  const optionId = ({ name }: Preset) => `${id}-${name}`;

  // A frame later, because the popover is not in sight before.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const activeId = active && optionId(active);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const root = input.current?.getRootNode() as Document | ShadowRoot | undefined;
      if (activeId) root?.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    });
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
  return (
    <>
      <input
        ref={input}
        type="text"
        className="sender-query"
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
        {families.map(({ family, presets: own }, place) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, and no fieldsets
          <div key={family} role="group" aria-labelledby={`${id}-family-${place}`}>
            <div className="family" id={`${id}-family-${place}`}>
              {family}
            </div>
            {own.map((preset) => (
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
      {listed.length === 0 && <p className="sender-none">{t('No sender matches.')}</p>}
    </>
  );
}
