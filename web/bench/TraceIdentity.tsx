/** Proof that two runs are the same: the digest of the trace, and all that it depends on besides the scenario. */
import { usePart } from '../base/observable';
import { formatCount } from '../base/words/format';
import { rich } from '../base/words/rich';
import { t } from '../base/words/words';
import type { Summary } from '../engine/schema';
import type { Bench } from '../run/bench';
import './TraceIdentity.css';

export function TraceIdentity({ bench }: { bench: Bench }) {
  const shown = usePart(bench.runner.state, 'shown');
  const summary = shown?.stored ? null : (shown?.summary ?? null);
  return (
    <p className="trace-identity">
      {summary !== null &&
        rich('Trace digest {digest}, seed {seed}, engine {version}, {rows}.', {
          digest: <code data-testid="digest">{summary.digest}</code>,
          seed: summary.seed,
          version: summary.engine_version,
          rows: rowsInWords(summary),
        })}{' '}
      {t('The same scenario gives the same digest on every machine.')}
    </p>
  );
}

function rowsInWords({ rows_recorded, rows_thinned }: Summary): string {
  const rows = formatCount(rows_recorded);
  return rows_thinned > 0
    ? t('{rows} rows, {thinned} samples left out', { rows, thinned: formatCount(rows_thinned) })
    : t('{rows} rows', { rows });
}
