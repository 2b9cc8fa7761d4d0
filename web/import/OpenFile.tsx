import { useId } from 'react';
import type { Bench } from '../run/bench';
import { rich } from '../words/rich';
import { t } from '../words/words';
import { openFile } from './open';
import './import.css';

/** A file input, as an alternative to dropping a file on the page. */
export function OpenFile({ bench }: { bench: Bench }) {
  const id = useId();
  return (
    <div className="open-file">
      <label className="for-file" htmlFor={id}>
        {t('Open a scenario (JSON) or a capture of a real transfer (pcap, pcapng)')}
      </label>
      <input
        id={id}
        type="file"
        accept=".json,.pcap,.pcapng,.cap,application/json"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) void openFile(bench, file);
          // Without this, choosing the same file again would fire no event.
          event.target.value = '';
        }}
      />
      <p>
        {t('Or drop it anywhere on this page. It is read here and goes nowhere. A capture may have 100 MiB.')}
      </p>
    </div>
  );
}

interface GoneProps {
  bench: Bench;
  /** The capture's file name. */
  name: string;
  forget(): void;
}

/** Shown after a reload in place of a capture, with a button to open it again. */
export function CaptureGone({ bench, name, forget }: GoneProps) {
  return (
    <div className="incoming note">
      <p>
        {rich(
          'The capture {name} stood here. A page that is loaded anew may not read your files by itself: open it again.',
          { name: <b>{name}</b> },
        )}
      </p>
      <OpenFile bench={bench} />
      <button type="button" onClick={forget}>
        {t('Leave it')}
      </button>
    </div>
  );
}
