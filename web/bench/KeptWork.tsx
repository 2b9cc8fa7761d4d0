/** Offers work that other tabs saved, and warns if work can't be saved. */
import { useEffect, useState } from 'react';
import { useObservable, usePart } from '../base/observable';
import { formatMoment } from '../base/words/format';
import { currentLanguage, t } from '../base/words/words';
import type { Bench } from '../run/bench';
import type { StoredPins, StoredWork as Work } from '../run/tabRecord';
import { pinnedOf, tabStorage } from '../run/tabStorage';
import './BenchPage.css';

export function KeptWork({ bench }: { bench: Bench }) {
  return (
    <>
      <WorkElsewhere bench={bench} />
      <ComparisonElsewhere bench={bench} />
      <NotSaved bench={bench} />
    </>
  );
}

function WorkElsewhere({ bench }: { bench: Bench }) {
  const name = usePart(bench.state, 'name');
  const [offer, setOffer] = useState<{ name: string; work: Work } | null>(null);
  // Look for other tabs' work once, when a scenario opens. After that, this tab may have its own changes.
  useEffect(() => {
    const { edited, draft, network, text } = bench.state.value;
    const isChanged = edited || draft !== null || network !== null;
    const work = name === '' || isChanged ? null : tabStorage.workElsewhere(name);
    const isSame = work?.text === text && work.draft === null && work.network === null;
    setOffer(work === null || isSame ? null : { name, work });
  }, [bench, name]);
  if (offer === null || offer.name !== name) return null;
  const { work } = offer;
  return (
    <Offer
      words={t('You have changes to this scenario from {day}.', { day: formatMoment(work.at) })}
      take={(at) => bench.resume(work, at)}
      leave={() => tabStorage.dismissWork(name, work)}
      done={() => setOffer(null)}
    />
  );
}

/** Offers the runs that another tab compared with this scenario. */
function ComparisonElsewhere({ bench }: { bench: Bench }) {
  const name = usePart(bench.state, 'name');
  const pinned = usePart(bench.state, 'pinned');
  const [offer, setOffer] = useState<{ name: string; pins: StoredPins } | null>(null);
  useEffect(() => {
    const pins = name === '' || bench.state.value.pinned.length > 0 ? null : tabStorage.pinsElsewhere(name);
    setOffer(pins && { name, pins });
  }, [bench, name]);
  if (offer === null || offer.name !== name || pinned.length > 0) return null;
  const { pins } = offer;
  const labels = pins.scenarios.map(({ letter, label }) => `${letter} ${label}`).join(', ');
  return (
    <Offer
      words={t('On {day} you pinned runs to compare: {labels}.', {
        day: formatMoment(pins.at),
        labels,
      })}
      take={(at) => bench.setPinned(pinnedOf(pins), 'everything', at)}
      leave={() => tabStorage.dismissPins(pins)}
      done={() => setOffer(null)}
    />
  );
}

interface OfferProps {
  words: string;
  /** `at` is the time of the click, on the clock of `performance.now()`. */
  take(at: number): void;
  leave(): void;
  /** Called after the user has chosen. */
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
        {t('Dismiss')}
      </button>
    </div>
  );
}

const NOT_SAVED = {
  blocked: () =>
    t(
      'This browser doesn’t let the lab save your changes. They last until you close the page; a link under Share keeps them.',
    ),
  large: () =>
    t(
      'This scenario is too large to save. Your changes last until you close the page; to keep them, export the scenario.',
    ),
  pins: () =>
    t(
      'Your pinned runs are too large to save. They last until you close the page; a link under Share keeps them.',
    ),
};

function NotSaved({ bench }: { bench: Bench }) {
  const unkept = useObservable(tabStorage.notStored);
  const edited = usePart(bench.state, 'edited');
  const draft = usePart(bench.state, 'draft');
  const network = usePart(bench.state, 'network');
  const pinned = usePart(bench.state, 'pinned');
  if (unkept === null) return null;
  const { others } = unkept;
  const isChanged = edited || draft !== null || network !== null || pinned.length > 0;
  const reasons = (['blocked', 'large', 'pins'] as const).filter((one) => isChanged && unkept[one]);
  if (reasons.length === 0 && others.length === 0) return null;
  return (
    <div className="note" aria-live="polite">
      {reasons.map((one) => (
        <p key={one}>{NOT_SAVED[one]()}</p>
      ))}
      {others.length > 0 && (
        <p>
          {t(
            'There’s no room for your changes to {scenarios}. They last until you close the page; to keep them, open the scenario and export it.',
            { scenarios: new Intl.ListFormat(currentLanguage()).format(others) },
          )}
        </p>
      )}
    </div>
  );
}
