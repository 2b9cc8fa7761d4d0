/** Scenarios with pictures, grouped by question, with a search. */
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { plural, t } from '../../base/words/words';
import { benchAddress } from '../../run/share/route';
import type { Thumbnail as Picture } from '../../scenario/content/thumbnails';
import { thumbnailOf } from '../../scenario/content/thumbnails';
import { inEnglish } from '../../ui/InEnglish';
import { Thumbnail } from '../../ui/Thumbnail';
import { type Entry, type Group, gallery, searched } from './groups';
import './gallery.css';

interface Props {
  /** The scenario on the bench. */
  current?: string;
  /** A sentence above the groups; null for none. */
  note?: string | null;
  /** Called when the user follows a link to a scenario. */
  choose?: () => void;
  /** Buttons next to the search. */
  children?: ReactNode;
}

export function GalleryList({ current, note = null, choose, children }: Props) {
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const all = useMemo(() => gallery(), []);
  const groups = useMemo(() => searched(all, wanted), [all, wanted]);
  const pictures = usePictures(all);
  // Over the bench, the page has a title already.
  const Heading = choose === undefined ? 'h1' : 'h2';
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it moves the focus between the links inside it
    <div className="gallery" onKeyDown={moveFocus}>
      <header className="gallery-head">
        <Heading>{t('Scenarios')}</Heading>
        <input
          type="search"
          // biome-ignore lint/a11y/noAutofocus: opening the gallery is a wish to choose, and the dialog would focus its first button
          autoFocus={choose !== undefined}
          value={search}
          aria-label={t('Search scenarios')}
          placeholder={t('Search by name, paper, author or sender')}
          onChange={(event) => setSearch(event.target.value)}
        />
        <span className="gallery-count" role="status">
          {wanted.trim() !== '' && plural(count, '{n} scenario', '{n} scenarios')}
        </span>
        {children}
      </header>
      {note !== null && (
        <p className="gallery-note" role="alert">
          {note}
        </p>
      )}
      <div className="gallery-body">
        <Questions groups={groups} />
        <div className="gallery-groups">
          {groups.map((group) => (
            <Questioned
              key={group.name}
              group={group}
              current={current}
              pictures={pictures}
              choose={choose}
            />
          ))}
          {count === 0 && (
            <p className="gallery-none">{t('No scenario matches. Try an author, a paper or a sender.')}</p>
          )}
        </div>
      </div>
    </div>
  );
}

type Pictures = ReadonlyMap<string, Picture>;

/** The pictures, once they're loaded. */
function usePictures(groups: readonly Group[]): Pictures {
  const [pictures, setPictures] = useState<Pictures>(new Map());
  useEffect(() => {
    let cancelled = false;
    const names = groups.flatMap(({ entries }) => entries.map(({ name }) => name));
    void Promise.all(names.map(async (name) => [name, await thumbnailOf(name)] as const))
      .then((all) => {
        if (!cancelled) setPictures(new Map(all.filter((one): one is [string, Picture] => one[1] !== null)));
      })
      .catch(() => {
        // Without a network the names are enough to choose.
      });
    return () => {
      cancelled = true;
    };
  }, [groups]);
  return pictures;
}

/** Jumps to a group. */
function Questions({ groups }: { groups: readonly Group[] }) {
  return (
    <nav className="gallery-questions" aria-label={t('Questions')}>
      {groups.map(({ name, question, entries }) => (
        <button key={name} type="button" className="quiet" onClick={() => scrollTo(name)}>
          {question} <span className="unit">{entries.length}</span>
        </button>
      ))}
    </nav>
  );
}

function scrollTo(name: string): void {
  const group = document.getElementById(`gallery-${name}`);
  if (group instanceof HTMLDetailsElement) group.open = true;
  group?.scrollIntoView({ block: 'start' });
  group?.querySelector<HTMLElement>(CARD)?.focus({ preventScroll: true });
}

interface GroupProps {
  group: Group;
  current: string | undefined;
  pictures: Pictures;
  choose: (() => void) | undefined;
}

function Questioned({ group, ...rest }: GroupProps) {
  const { name, question, folded, entries } = group;
  const [open, setOpen] = useState(false);
  const cards = (
    <ul className="gallery-cards">
      {entries.map((entry) => (
        <Card key={entry.name} entry={entry} {...rest} />
      ))}
    </ul>
  );
  if (folded)
    return (
      <details
        id={`gallery-${name}`}
        className="gallery-group"
        open={open}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>
          <h2>{question}</h2>
          <span className="unit">{plural(entries.length, '{n} variant', '{n} variants')}</span>
        </summary>
        {open && cards}
      </details>
    );
  return (
    <section id={`gallery-${name}`} className="gallery-group" aria-labelledby={`gallery-${name}-title`}>
      <h2 id={`gallery-${name}-title`}>{question}</h2>
      {cards}
    </section>
  );
}

function Card({ entry, current, pictures, choose }: { entry: Entry } & Omit<GroupProps, 'group'>) {
  const { name, title, line, source } = entry;
  const picture = pictures.get(name);
  return (
    <li>
      <a
        className="gallery-card"
        href={benchAddress(name)}
        data-scenario={name}
        aria-current={name === current ? 'true' : undefined}
        onClick={choose}
      >
        <span className="gallery-picture" aria-hidden="true">
          {picture && <Thumbnail of={picture} label="" />}
        </span>
        <span className="gallery-title">{title}</span>
        {line !== '' && <span className="gallery-line">{line}</span>}
        <span className="gallery-source" {...inEnglish()}>
          {source}
        </span>
      </a>
    </li>
  );
}

const CARD = 'a.gallery-card';

/** Moves the focus with the arrow keys: from the search down to the first card, and between cards as they are on the screen. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !event.key.startsWith('Arrow'))
    return;
  const { target } = event;
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>(CARD)];
  const search = event.currentTarget.querySelector<HTMLElement>('input[type="search"]');
  let next: HTMLElement | null | undefined;
  if (target === search) next = event.key === 'ArrowDown' ? cards[0] : null;
  else if (target instanceof HTMLElement && target.matches(CARD))
    next = nearestIn(event.key, target, cards) ?? (event.key === 'ArrowUp' ? search : null);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** The element nearest in the direction of an arrow key. */
function nearestIn(key: string, from: HTMLElement, all: readonly HTMLElement[]): HTMLElement | undefined {
  const start = from.getBoundingClientRect();
  const vertical = key === 'ArrowUp' || key === 'ArrowDown';
  const sign = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1;
  const places = all.map((element) => {
    const { left, top } = element.getBoundingClientRect();
    const [dx, dy] = [left - start.left, top - start.top];
    const [along, across] = vertical ? [dy * sign, Math.abs(dx)] : [dx * sign, Math.abs(dy)];
    return { element, along, across };
  });
  // Left and right stay in a row; up and down take the nearest row, and in it the nearest column.
  const ahead = places.filter(({ along, across }) => along > 1 && (vertical || across < start.height / 2));
  ahead.sort((a, b) => (Math.abs(a.along - b.along) > 1 ? a.along - b.along : a.across - b.across));
  return ahead[0]?.element;
}
