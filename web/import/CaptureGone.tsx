/** Where a capture stood before the page was loaded anew: what became of it, and the way to have it back. */
import type { Bench } from '../run/bench';
import { OpenFile } from './OpenFile';

interface Props {
  bench: Bench;
  /** The name of its file. */
  name: string;
  forget(): void;
}

export function CaptureGone({ bench, name, forget }: Props) {
  return (
    <div className="incoming note">
      <p>
        The capture <b>{name}</b> stood here. A page that is loaded anew may not read your files by itself:
        open it again.
      </p>
      <OpenFile bench={bench} />
      <button type="button" onClick={forget}>
        Leave it
      </button>
    </div>
  );
}
