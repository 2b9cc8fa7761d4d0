/** The button that opens a file: a scenario, or a capture of a real transfer. */
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { t } from '../base/words/words';
import type { Bench } from '../run/bench';
import { Boundary } from '../ui/Boundary';
import { Floating } from '../ui/Floating';
import { incoming } from './import/incoming';

const OPEN = {
  id: 'bench.open',
  title: () => t('Open a file'),
  words: () => t('import load upload JSON pcap pcapng capture'),
};

const OpenFile = lazy(async () => ({ default: (await import('./import/OpenFile')).OpenFile }));

interface Props {
  bench: Bench;
  /** Called when a file has been chosen. */
  onOpened(): void;
}

export function OpenMenu({ bench, onOpened }: Props) {
  return (
    <Floating label={t('Open a file')} className="open-card" action={OPEN}>
      {(close) => (
        <Boundary name={t('Open a file')}>
          <Suspense fallback={<p>{t('Loading …')}</p>}>
            <OpenCard
              bench={bench}
              close={() => {
                close();
                onOpened();
              }}
            />
          </Suspense>
        </Boundary>
      )}
    </Floating>
  );
}

function OpenCard({ bench, close }: { bench: Bench; close(): void }) {
  const onOpen = useEffectEvent(close);
  // The file appears among the results.
  useEffect(() => incoming.subscribe(() => onOpen()), []);
  return <OpenFile bench={bench} />;
}
