/** The frames of the path, the plots and the results, with what is being waited for, until a run has something to show. */
import { usePart, useReading } from '../base/observable';
import { t } from '../base/words/words';
import { useArrangement } from '../lab/panels/PanelStack';
import { panelNamed } from '../lab/panels/registry';
import type { Bench } from '../run/bench';
import './EmptyResults.css';

interface Props {
  bench: Bench;
  /** Height of the path, CSS pixels. */
  pathHeight: number;
}

export function EmptyResults({ bench, pathHeight }: Props) {
  const phase = usePart(bench.runner.state, 'phase');
  const started = useReading(bench.runner.state, ({ catalogue }) => catalogue !== null);
  const [{ items, enlarged }] = useArrangement();
  if (phase !== 'idle' && phase !== 'running') return null;
  const shown = enlarged === null ? items : items.filter(({ name }) => name === enlarged);
  return (
    <div className="empty-results" aria-hidden="true">
      <div style={{ height: pathHeight }} />
      <div className="empty-time" />
      {shown.map(({ name, share }) => (
        <div key={name} className="empty-plot" style={{ flexGrow: share }}>
          {panelNamed(name).title()}
        </div>
      ))}
      <p>
        {started
          ? t('The simulator is ready and runs this scenario.')
          : t('The simulator is loading. The first run follows at once.')}
      </p>
    </div>
  );
}
