/** The senders by family, which typing narrows. */
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { t } from '../../base/words/words';
import { byFamily, matchingSenders } from '../../scenario/senders';
import { useCombobox } from '../../ui/combobox';
import { firstSentence } from './editing';
import type { PickerProps } from './SenderPicker';
import './SenderList.css';

export function SenderList({ presets, chosen, choose }: Omit<PickerProps, 'label'>) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const families = useMemo(() => byFamily(matchingSenders(presets, query)), [presets, query]);
  const options = useMemo(() => families.flatMap((one) => one.presets), [families]);
  const combobox = useCombobox({
    options,
    first: options.findIndex(({ name }) => name === chosen),
    choose: ({ name }, { timeStamp }) => choose(name, timeStamp),
  });

  // A frame later, because the popover is not in sight before.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <>
      <input
        {...combobox.field}
        ref={input}
        className="sender-query"
        aria-label={t('Find a sender')}
        placeholder={t('Find a sender')}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          combobox.setActive(0);
        }}
        onKeyDown={combobox.onKeyDown}
      />
      <div role="listbox" {...combobox.list} aria-label={t('Senders')} className="senders">
        {families.map(({ family, presets: own }, place) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, and no fieldsets
          <div key={family} role="group" aria-labelledby={`${id}-family-${place}`}>
            <div className="family" id={`${id}-family-${place}`}>
              {family}
            </div>
            {own.map((preset) => (
              <div
                key={preset.name}
                role="option"
                tabIndex={-1}
                {...combobox.option(options.indexOf(preset))}
                aria-selected={preset.name === chosen}
                data-value={preset.name}
              >
                <b>{preset.title}</b> <code>{preset.name}</code>
                <span>{firstSentence(preset.doc)}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      {options.length === 0 && <p className="sender-none">{t('No sender matches.')}</p>}
    </>
  );
}
