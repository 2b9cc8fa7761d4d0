/** Work that other tabs kept is offered; work that this browser does not keep is told. */
import { useEffect, useState } from 'react';
import type { Bench } from '../run/bench';
import { useObservable, usePart } from '../run/observable';
import { desk } from './desk';
import type { KeptWork as Work } from './record';

export function KeptWork({ bench }: { bench: Bench }) {
  return (
    <>
      <Elsewhere bench={bench} />
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
    const work = name === '' || edited || draft !== null ? null : desk.elsewhere(name);
    offer(work === null || (work.text === text && work.draft === null) ? null : { name, work });
  }, [bench, name]);
  if (offered === null || offered.name !== name) return null;
  const { work } = offered;
  const open = (at: number) => {
    bench.resume(work, at);
    offer(null);
  };
  return (
    <div className="note kept-work" aria-live="polite">
      <span>Your changes of this scenario from {formatDay(work.at)} are kept.</span>
      <button type="button" onClick={(event) => open(event.timeStamp)}>
        Open them
      </button>
      <button
        type="button"
        onClick={() => {
          desk.leave(name, work);
          offer(null);
        }}
      >
        Leave them
      </button>
    </div>
  );
}

function Unkept({ bench }: { bench: Bench }) {
  const unkept = useObservable(desk.unkept);
  const edited = usePart(bench.state, 'edited');
  const draft = usePart(bench.state, 'draft');
  if (unkept === null || (!edited && draft === null)) return null;
  return (
    <p className="note" aria-live="polite">
      {unkept === 'blocked'
        ? 'This browser keeps nothing for this page: your changes last until you close it. A link under Share keeps them.'
        : 'This scenario is too large to be kept: your changes last until you close the page. Take the text from the editor.'}
    </p>
  );
}

function formatDay(at: number): string {
  return new Date(at).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
}
