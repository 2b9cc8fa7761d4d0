/** The scenario as editable JSON, with its problems. The last valid scenario stays on the bench. */

import { lazy, Suspense, useRef } from 'react';
import { useObservable, usePart } from '../base/observable';
import type { Problem } from '../engine/schema';
import type { Bench } from '../run/bench';
import { useOpen } from '../run/tabStorage';
import { ProblemItems } from '../ui/ProblemItems';
import { t } from '../words/words';
import './BenchPage.css';

export function Editor({ bench }: { bench: Bench }) {
  const [open, setOpen] = useOpen('editor');
  const draft = usePart(bench.state, 'draft');
  const edited = usePart(bench.state, 'edited');
  return (
    <details className="editor" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t('Edit as JSON')} {draft !== null && <span className="badge">{t('draft')}</span>}
        {draft === null && edited && <span className="badge">{t('edited')}</span>}
      </summary>
      {open && <OpenEditor bench={bench} />}
    </details>
  );
}

/** Loads when the editor opens. */
const JsonHelp = lazy(async () => ({ default: (await import('../builder/JsonHelp')).JsonHelp }));

function OpenEditor({ bench }: { bench: Bench }) {
  const { text, draft, edited } = useObservable(bench.state);
  const { problems, phase } = useObservable(bench.runner.state);
  const editor = useRef<HTMLTextAreaElement>(null);
  const refused = draft !== null && phase === 'refused';
  const isStale = draft !== null && !refused && phase !== 'running';
  return (
    <>
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
          <p className="note">{t('This draft is kept, but the controls have changed the scenario since.')}</p>
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
          {t('Back to the scenario’s file')}
        </button>
      </div>
    </>
  );
}

export function ProblemList({ problems }: { problems: Problem[] }) {
  return (
    <div className="problems">
      <p>{t('The engine does not take this scenario. The last one that it took stays on show.')}</p>
      <ProblemItems problems={problems} />
    </div>
  );
}
