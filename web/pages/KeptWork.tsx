/** Offers work saved by other tabs, and warns if this browser doesn't save work. */
import { useEffect, useState } from 'react';
import { useObservable, usePart } from '../base/observable';
import type { Bench } from '../run/bench';
import type { StoredPins, StoredWork as Work } from '../run/tabRecord';
import { keptOf, tabStorage } from '../run/tabStorage';
import { currentLanguage, t } from '../words/words';
import './BenchPage.css';

export function KeptWork({ bench }: { bench: Bench }) {
  return (
    <>
      <Elsewhere bench={bench} />
      <AsideElsewhere bench={bench} />
      <Unkept bench={bench} />
    </>
  );
}

function Elsewhere({ bench }: { bench: Bench }) {
  const name = usePart(bench.state, 'name');
  const [offered, offer] = useState<{ name: string; work: Work } | null>(null);
  // Asked once, when a scenario comes to the bench as its address says: afterwards this tab has work of its own.
  useEffect(() => {
    const { edited, draft, text } = bench.state.value;
    const work = name === '' || edited || draft !== null ? null : tabStorage.workElsewhere(name);
    offer(work === null || (work.text === text && work.draft === null) ? null : { name, work });
  }, [bench, name]);
  if (offered === null || offered.name !== name) return null;
  const { work } = offered;
  return (
    <Offer
      words={t('Your changes of this scenario from {day} are kept.', { day: formatDay(work.at) })}
      take={(at) => bench.resume(work, at)}
      leave={() => tabStorage.dismissWork(name, work)}
      done={() => offer(null)}
    />
  );
}

/** Runs that another tab kept for comparison with this scenario. */
function AsideElsewhere({ bench }: { bench: Bench }) {
  const name = usePart(bench.state, 'name');
  const kept = usePart(bench.state, 'kept');
  const [offered, offer] = useState<{ name: string; aside: StoredPins } | null>(null);
  useEffect(() => {
    const aside = name === '' || bench.state.value.kept.length > 0 ? null : tabStorage.pinsElsewhere(name);
    offer(aside && { name, aside });
  }, [bench, name]);
  if (offered === null || offered.name !== name || kept.length > 0) return null;
  const { aside } = offered;
  const labels = aside.scenarios.map(({ letter, label }) => `${letter} ${label}`).join(', ');
  return (
    <Offer
      words={t('What you put aside for comparison on {day} is kept: {labels}.', {
        day: formatDay(aside.at),
        labels,
      })}
      take={(at) => bench.setKept(keptOf(aside), 'everything', at)}
      leave={() => tabStorage.dismissPins(aside)}
      done={() => offer(null)}
    />
  );
}

interface OfferProps {
  words: string;
  /** `at` is the moment, on the clock of `performance.now()`. */
  take(at: number): void;
  leave(): void;
  /** The reader has answered. */
  done(): void;
}

function Offer({ words, take, leave, done }: OfferProps) {
  return (
    <div className="note kept-work" aria-live="polite">
      <span>{words}</span>
      <button
        type="button"
        onClick={(event) => {
          take(event.timeStamp);
          done();
        }}
      >
        {t('Open them')}
      </button>
      <button
        type="button"
        onClick={() => {
          leave();
          done();
        }}
      >
        {t('Leave them')}
      </button>
    </div>
  );
}

const UNKEPT = {
  blocked: () =>
    t(
      'This browser keeps nothing for this page: your changes last until you close it. A link under Share keeps them.',
    ),
  large: () =>
    t(
      'This scenario is too large to be kept: your changes last until you close the page. Take the text from the editor.',
    ),
  aside: () =>
    t(
      'What you put aside for comparison is too large to be kept: it lasts until you close the page. A link under Share keeps it.',
    ),
};

function Unkept({ bench }: { bench: Bench }) {
  const unkept = useObservable(tabStorage.notStored);
  const edited = usePart(bench.state, 'edited');
  const draft = usePart(bench.state, 'draft');
  const kept = usePart(bench.state, 'kept');
  if (unkept === null || (!edited && draft === null && kept.length === 0)) return null;
  return (
    <p className="note" aria-live="polite">
      {UNKEPT[unkept]()}
    </p>
  );
}

function formatDay(at: number): string {
  // English dates as Britain writes them: the day before the month.
  return new Date(at).toLocaleString(currentLanguage() === 'en' ? 'en-GB' : currentLanguage(), {
    numberingSystem: 'latn',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
}
