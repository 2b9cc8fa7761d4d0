/** The card from which a run leaves the lab as files, and through which files come in. */
import { useEffect, useState } from 'react';
import { incoming } from '../import/incoming';
import { OpenFile } from '../import/OpenFile';
import { formatBytes, formatCount } from '../plot/format';
import type { Bench } from '../run/bench';
import { usePart } from '../run/observable';
import type { Run } from '../run/trace';
import { FIGURES } from './figures';
import { saveTable } from './panel';
import { capture } from './pcapng/capture';
import { fileName, type Provenance, provenanceOf } from './provenance';
import { qlogOf } from './qlog';
import { save } from './save';
import { unthinned } from './whole';

interface Props {
  bench: Bench;
  close(): void;
}

export function TakeAway({ bench, close }: Props) {
  // What comes in is shown below.
  useEffect(() => incoming.subscribe(close), [close]);
  const shown = usePart(bench.runner.state, 'shown');
  const [said, say] = useState('');
  const take: Take = (make) => async () => {
    say('The file is being made …');
    try {
      say(await make(await provenanceOf(bench, shown), say));
    } catch (error) {
      say(`No file was made: ${error instanceof Error ? error.message : error}`);
    }
  };
  const scenario = take((about) => {
    const name = fileName(about, '', 'json');
    save(name, 'application/json', [`${bench.state.value.text.trimEnd()}\n`]);
    return `${name} was handed to your browser.`;
  });
  return (
    <>
      <h2>Out</h2>
      <dl>
        <div>
          <dt>
            <button type="button" onClick={() => void scenario()}>
              Scenario
            </button>
          </dt>
          <dd>What runs, as JSON; drop it on the bench to have it back.</dd>
        </div>
        {shown && <OfRun run={shown} take={take} />}
      </dl>
      <p>
        The picture and the table of a panel are under <b>Take away</b> below it.
      </p>
      <p aria-live="polite">{said}</p>
      <h2>In</h2>
      <OpenFile bench={bench} />
    </>
  );
}

/** Makes a file and says what came of it; meanwhile it may say how far it is. */
type Take = (
  make: (about: Provenance, say: (words: string) => void) => string | Promise<string>,
) => () => Promise<void>;

interface OfRunProps {
  run: Run;
  take: Take;
}

function OfRun({ run, take }: OfRunProps) {
  const { summary } = run;
  const packets = take(async (about, say) => {
    const whole = await unthinned(run, say);
    const name = fileName(about, 'both-taps', 'pcapng');
    const made = capture(whole, { ...about, seed: about.seed ?? 0 });
    save(name, 'application/x-pcapng', made.pieces);
    const cut = made.cut ? ' Of each packet it keeps the headers, because it would be large.' : '';
    const thinned =
      (whole.summary?.rows_thinned ?? 0) > 0 ? ' The trace was thinned, so packets are missing.' : '';
    return `${name}: ${formatCount(made.packets)} packets, ${formatBytes(made.size)}.${cut}${thinned}`;
  });
  const qlog = take(async (about, say) => {
    const whole = await unthinned(run, say);
    const name = fileName(about, '', 'qlog');
    save(name, 'application/qlog+json', qlogOf(whole, about));
    return `${name} was handed to your browser.`;
  });
  const figures = (what: keyof typeof FIGURES, form: 'csv' | 'json') =>
    take((about) => {
      const name = fileName(about, what, form);
      if (summary === null) return 'The run has not come to its end.';
      saveTable(FIGURES[what](summary), form, name, about);
      return `${name} was handed to your browser.`;
    });
  return (
    <>
      <div>
        <dt>
          <button type="button" onClick={() => void packets()}>
            Packets (pcapng)
          </button>
        </dt>
        <dd>
          What a capture at the sender and one at the receiver of each flow would hold, for Wireshark. The
          receivers’ tap sees the hosts in a network of its own, so that no packet seen twice looks like one
          sent twice.
        </dd>
      </div>
      <div>
        <dt>
          <button type="button" onClick={() => void qlog()}>
            qlog
          </button>
        </dt>
        <dd>Packets, windows and round-trip times at the senders, for qlog viewers.</dd>
      </div>
      {(['flows', 'links', 'datagrams'] as const)
        .filter((what) => summary !== null && summary[what].length > 0)
        .map((what) => (
          <div key={what}>
            <dt>
              {(['csv', 'json'] as const).map((form) => (
                <button key={form} type="button" onClick={() => void figures(what, form)()}>
                  {form.toUpperCase()}
                  <span className="visually-hidden"> of the figures of {what}</span>
                </button>
              ))}
            </dt>
            <dd>The figures of {what === 'datagrams' ? 'datagram sources' : `all ${what}`}, every digit.</dd>
          </div>
        ))}
    </>
  );
}
