/** How far the lab would work if the network went away now. */
import { keepEverything, keeping } from '../offline/offline';
import { formatCount } from '../plot/format';
import { useObservable } from '../run/observable';

export function OfflineStanding() {
  const { what, kept } = useObservable(keeping);
  const size =
    kept && `${formatCount(kept.files)} of ${formatCount(kept.of)} files, ${megabytes(kept.bytes)} MB`;
  const whole = kept !== null && kept.files === kept.of;
  return (
    <>
      {whole ? (
        <p>Everything is kept: lessons, bench, papers, sweeps and grading work without a network ({size}).</p>
      ) : what === 'all' ? (
        <p>
          The lab’s files are being kept{size && ` (${size} so far)`}. When all are, everything works without
          a network.
          {kept?.problem && ' Some did not come; the next page that you open tries again.'}
        </p>
      ) : what === 'visited' ? (
        <>
          <p>
            Your browser asks to save data, so only the pages that you open are kept{size && ` (${size})`}.
          </p>
          <p>
            <button type="button" onClick={keepEverything}>
              Keep everything
            </button>
          </p>
        </>
      ) : (
        <p>
          Nothing is kept for the time without a network: this browser does not allow it here, or the page has
          only just been opened.
        </p>
      )}
      <p>
        A new version of the lab is offered when it is there. It never takes the place of the one that you
        work with before you say so.
      </p>
    </>
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
