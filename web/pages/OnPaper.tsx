/** Footer of a printed page: its link and the changes. Visible only in print. */
import { useEffect, useState } from 'react';
import { useObservable, usePart } from '../base/observable';
import { addressOf } from '../compare/address';
import type { Bench } from '../run/bench';
import { changesBetween } from '../scenario/changes';
import { t } from '../words/words';
import './BenchPage.css';

/** After a change the reader does not print so soon, and a drag is not to be disturbed. */
const REST_MS = 800;

export function OnPaper({ bench }: { bench: Bench }) {
  const state = useObservable(bench.state);
  const catalogue = usePart(bench.runner.state, 'catalogue');
  const [told, tell] = useState<{ link: string; changes: string } | null>(null);
  useEffect(() => {
    const timer = setTimeout(async () => {
      const link = await addressOf(bench);
      const { origin } = bench;
      if (link === null || origin === null || catalogue === null || state.scenario === null) return;
      const changes = changesBetween(origin.scenario, state.scenario, catalogue);
      const said = changes?.map(([path, value]) => `${path} = ${value}`).join(', ');
      tell({
        link,
        changes: said ?? t('entries of lists have come or gone; the link has the whole scenario'),
      });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [bench, state, catalogue]);
  if (told === null) return null;
  return (
    <div className="on-paper">
      <p>{told.link}</p>
      <p>
        {told.changes === ''
          ? t('The scenario as it comes.')
          : t('Changed: {changes}.', { changes: told.changes })}
      </p>
    </div>
  );
}
