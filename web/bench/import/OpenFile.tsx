import { useId } from 'react';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { openFile } from './open';
import './import.css';

/**
 * A file input, as an alternative to dropping a file on the page. It offers all files: iPads don’t know the types of captures, and many
 * captures have no ending.
 */
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
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) void openFile(bench, file);
          // Without this, choosing the same file again would fire no event.
          event.target.value = '';
        }}
      />
      <p>
        {t(
          'Or drop it anywhere on this page. It stays on your computer. A capture can have up to 100 MiB, and may be compressed by gzip.',
        )}
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
          'The capture {name} was open here. A reloaded page can’t read your files by itself: open it again.',
          { name: <b>{name}</b> },
        )}
      </p>
      <OpenFile bench={bench} />
      <button type="button" onClick={forget}>
        {t('Dismiss')}
      </button>
    </div>
  );
}
