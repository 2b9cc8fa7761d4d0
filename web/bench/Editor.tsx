/** The scenario as editable JSON, with its problems. The last valid scenario stays on the bench. */

import { lazy, Suspense, useRef } from 'react';
import { useObservable } from '../base/observable';
import { t } from '../base/words/words';
import type { Bench } from '../run/bench';
import { ProblemList } from './ProblemList';
import './BenchPage.css';

/** Loads when the editor opens. */
const JsonHelp = lazy(async () => ({ default: (await import('./JsonHelp')).JsonHelp }));

export function Editor({ bench }: { bench: Bench }) {
  const { text, draft, edited } = useObservable(bench.state);
  const { problems, phase } = useObservable(bench.runner.state);
  const editor = useRef<HTMLTextAreaElement>(null);
  const refused = draft !== null && phase === 'refused';
  const isStale = draft !== null && !refused && phase !== 'running';
  return (
    <div className="editor">
      <textarea
        ref={editor}
        aria-label={t('Scenario as JSON')}
        aria-invalid={refused}
        aria-describedby="editor-problems"
        spellCheck={false}
        value={draft ?? text}
        rows={18}
        onChange={(event) => bench.write(event.target.value, event.timeStamp)}
      />
      <div id="editor-problems" aria-live="polite">
        {refused && <ProblemList problems={problems} />}
        {isStale && (
          <p className="note">{t('The controls have changed the scenario since you wrote this draft.')}</p>
        )}
      </div>
      <Suspense>
        <JsonHelp bench={bench} text={draft ?? text} editor={editor} refused={refused} />
      </Suspense>
      <div className="buttons">
        {draft !== null && (
          <>
            <button type="button" onClick={(event) => bench.write(draft, event.timeStamp)}>
              {t('Try the draft again')}
            </button>
            <button type="button" onClick={() => bench.discardDraft()}>
              {t('Discard the draft')}
            </button>
          </>
        )}
        <button
          type="button"
          disabled={!edited && draft === null}
          onClick={(event) => bench.reset(event.timeStamp)}
        >
          {t('Reset to the original')}
        </button>
      </div>
    </div>
  );
}
