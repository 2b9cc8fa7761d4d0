/** Buttons for a list of things; a long list can be narrowed by typing. */
import { useState } from 'react';
import { plural, t } from '../../base/words/words';
import './builder.css';
import './FilteredList.css';

export interface Choice {
  key: string;
  label: string;
}

interface Props {
  choices: readonly Choice[];
  /** Name of the field that narrows the list. */
  label: string;
  choose(key: string, at: number): void;
}

/** Longer lists have a field. */
const SHORT = 24;
/** Most buttons at a time. */
const MOST = 40;

export function FilteredList({ choices, label, choose }: Props) {
  const [query, setQuery] = useState('');
  const typed = query.trim().toLowerCase();
  const found = choices.filter((choice) => choice.label.toLowerCase().includes(typed));
  // A whole word first: "S1" before "S10".
  const isWord = (choice: Choice) => choice.label.toLowerCase().split(/\s+/).includes(typed);
  const listed = typed === '' ? found : found.toSorted((a, b) => Number(isWord(b)) - Number(isWord(a)));
  const more = listed.length - MOST;
  return (
    <div className="filtered-list">
      {choices.length > SHORT && (
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <div className="buttons">
        {listed.slice(0, MOST).map((choice) => (
          <button key={choice.key} type="button" onClick={(event) => choose(choice.key, event.timeStamp)}>
            {choice.label}
          </button>
        ))}
      </div>
      {choices.length > SHORT && (
        <p className="builder-hint" role="status">
          {listed.length === 0
            ? t('Nothing matches.')
            : more > 0
              ? plural(more, 'and {n} more. Type to find it.', 'and {n} more. Type to find one.')
              : ''}
        </p>
      )}
    </div>
  );
}
