/** The bench's link and the changes to its scenario. Visible only in print. */
import { useEffect, useState } from 'react';
import { useObservable, usePart } from '../base/observable';
import { t } from '../base/words/words';
import { addressOf } from '../lab/compare/address';
import type { Bench } from '../run/bench';
import { changesBetween } from '../scenario/changes';
import './BenchPage.css';

/** Delay after a change, so that the update doesn't slow down dragging. Nobody prints that soon after a change. */
const UPDATE_DELAY_MS = 800;

export function PrintFooter({ bench }: { bench: Bench }) {
  const state = useObservable(bench.state);
  const catalogue = usePart(bench.runner.state, 'catalogue');
  const [content, setContent] = useState<{ link: string; changes: string } | null>(null);
  useEffect(() => {
    const timer = setTimeout(async () => {
      const link = await addressOf(bench);
      const { origin } = bench;
      if (link === null || origin === null || catalogue === null || state.scenario === null) return;
      const changes = changesBetween(origin.scenario, state.scenario, catalogue);
      const changeText = changes?.map(([path, value]) => `${path} = ${value}`).join(', ');
      setContent({
        link,
        changes: changeText ?? t('list entries were added or removed; the link contains the whole scenario'),
      });
    }, UPDATE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [bench, state, catalogue]);
  if (content === null) return null;
  return (
    <div className="on-paper">
      <p>{content.link}</p>
      <p>
        {content.changes === ''
          ? t('Unchanged scenario.')
          : t('Changed: {changes}.', { changes: content.changes })}
      </p>
    </div>
  );
}
