/** The card that exports a run as files. */
import { type ReactNode, useState } from 'react';
import { usePart } from '../base/observable';
import { formatBytes } from '../base/words/format';
import { rich } from '../base/words/rich';
import { plural, t } from '../base/words/words';
import type { Watch } from '../engine/runFile';
import { addressOf } from '../lab/compare/address';
import { Making } from '../lab/export/Making';
import type { Provenance } from '../lab/export/origin';
import { packetsFile } from '../lab/export/packets';
import { saveTable } from '../lab/export/panel';
import { fileName, provenanceOf } from '../lab/export/provenance';
import { failureMessage, save, savedMessage } from '../lab/export/save';
import { METRIC_TABLES } from '../lab/export/table';
import type { Bench } from '../run/bench';
import type { Run } from '../run/trace';

export function ExportCard({ bench }: { bench: Bench }) {
  const shown = usePart(bench.runner.state, 'shown');
  const [message, setMessage] = useState('');
  const [making, setMaking] = useState<{ share: number; cancel(): void } | null>(null);
  const exporting: FileAction = (make) => async () => {
    const controller = new AbortController();
    const cancel = () => controller.abort();
    const progress = (share: number) => setMaking({ share, cancel });
    const watch = { signal: controller.signal, progress };
    setMessage(t('Making the file …'));
    try {
      setMessage(await make(await provenanceOf(bench, shown, addressOf(bench)), watch));
    } catch (error) {
      setMessage(controller.signal.aborted ? t('Canceled.') : failureMessage(error));
    } finally {
      setMaking(null);
    }
  };
  const scenario = exporting((about) => {
    const name = fileName(about, '', 'json');
    save(name, 'application/json', [`${bench.state.value.text.trimEnd()}\n`]);
    return savedMessage(name);
  });
  return (
    <>
      <h2>{t('Export')}</h2>
      <dl>
        <div>
          <dt>
            <button type="button" onClick={() => void scenario()}>
              {t('Scenario')}
            </button>
          </dt>
          <dd>{t('The scenario as JSON. “Open a file” above the controls opens it again.')}</dd>
        </div>
        {shown && <RunExports run={shown} exporting={exporting} />}
      </dl>
      <p>
        {rich('To export a plot as a picture or table, open its menu and choose <button>Export</button>.', {
          button: (words) => <b>{words}</b>,
        })}
      </p>
      <p aria-live="polite">{message}</p>
      {making !== null && <Making {...making} />}
    </>
  );
}

/** Returns a click handler that makes a file. `make` returns the final message. */
type FileAction = (
  make: (about: Provenance, watch: Watch) => string | Promise<string>,
) => () => Promise<void>;

type Figures = keyof typeof METRIC_TABLES;

const hidden = (words: string) => <span className="visually-hidden">{words}</span>;

/** Label of a format's button. */
const BUTTON_LABELS: Record<Figures, (form: string) => ReactNode> = {
  flows: (form) => rich('{form}<more> of the flows’ metrics</more>', { form, more: hidden }),
  links: (form) => rich('{form}<more> of the links’ metrics</more>', { form, more: hidden }),
  datagrams: (form) => rich('{form}<more> of the datagrams’ metrics</more>', { form, more: hidden }),
};

const DESCRIPTIONS: Record<Figures, () => string> = {
  flows: () => t('The metrics of all flows, with all digits.'),
  links: () => t('The metrics of all links, with all digits.'),
  datagrams: () => t('The metrics of all datagram sources, with all digits.'),
};

interface RunExportsProps {
  run: Run;
  exporting: FileAction;
}

function RunExports({ run, exporting }: RunExportsProps) {
  const { summary } = run;
  const packets = exporting(async (about, watch) => {
    const name = fileName(about, 'both-taps', 'pcapng');
    const { file, packets, headers_only } = await packetsFile(run, 'pcapng', about, watch);
    save(name, 'application/x-pcapng', [file]);
    const size = formatBytes(file.size);
    return [
      plural(packets, '{name}: {n} packet, {size}.', '{name}: {n} packets, {size}.', { name, size }),
      ...(headers_only ? [t('It contains only the packets’ headers, to keep the file small.')] : []),
    ].join(' ');
  });
  const qlog = exporting(async (about, watch) => {
    const name = fileName(about, '', 'qlog');
    const { file } = await packetsFile(run, 'qlog', about, watch);
    save(name, 'application/qlog+json', [file]);
    return savedMessage(name);
  });
  const figures = (what: Figures, form: 'csv' | 'json') =>
    exporting((about) => {
      const name = fileName(about, what, form);
      if (summary === null) return t('The run hasn’t finished.');
      // The summary counts the whole run.
      saveTable(() => METRIC_TABLES[what](summary), form, name, { ...about, thinned: null });
      return savedMessage(name);
    });
  return (
    <>
      <div>
        <dt>
          <button type="button" onClick={() => void packets()}>
            {t('Packets (pcapng)')}
          </button>
        </dt>
        <dd>
          {t(
            'Captures at each flow’s sender and receiver, for Wireshark. The receivers’ capture uses other addresses. Otherwise Wireshark would take each packet that it sees twice for a retransmission.',
          )}
        </dd>
      </div>
      <div>
        <dt>
          <button type="button" translate="no" onClick={() => void qlog()}>
            qlog
          </button>
        </dt>
        <dd>{t('Packets, windows and round-trip times at the senders, for qlog viewers.')}</dd>
      </div>
      {(['flows', 'links', 'datagrams'] as const)
        .filter((what) => summary !== null && summary[what].length > 0)
        .map((what) => (
          <div key={what}>
            <dt>
              {(['csv', 'json'] as const).map((form) => (
                <button key={form} type="button" onClick={() => void figures(what, form)()}>
                  {BUTTON_LABELS[what](form.toUpperCase())}
                </button>
              ))}
            </dt>
            <dd>{DESCRIPTIONS[what]()}</dd>
          </div>
        ))}
    </>
  );
}
