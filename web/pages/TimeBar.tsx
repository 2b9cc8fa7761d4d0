/** The tools of the shared time axis: what is shown, zoom, pan, and the keys. */
import { flowToken } from '../design/theme';
import { formatTime } from '../plot/format';
import { KEYS } from '../plot/gestures';
import { useTimeWindow, useView } from '../run/hooks';
import { useObservable } from '../run/observable';
import type { Run } from '../run/trace';

interface Props {
  run: Run;
  flows: number[];
  show(flows: number[]): void;
}

export function TimeBar({ run, flows, show }: Props) {
  const view = useView();
  const { from, to } = useTimeWindow();
  const { zoom } = useObservable(view.looking);
  return (
    <div className="time-bar" role="toolbar" aria-label="Time shown in all panels">
      <span className="time-shown">
        {formatTime(from)} – {formatTime(to)}
      </span>
      <span className="buttons">
        <button
          type="button"
          aria-label="Earlier"
          title="Earlier"
          disabled={!zoom}
          onClick={() => view.pan(-0.5)}
        >
          ◂
        </button>
        <button type="button" aria-label="Later" title="Later" disabled={!zoom} onClick={() => view.pan(0.5)}>
          ▸
        </button>
        <button
          type="button"
          aria-label="Zoom out"
          title="Zoom out"
          disabled={!zoom}
          onClick={() => view.zoom(0.5)}
        >
          −
        </button>
        <button type="button" aria-label="Zoom in" title="Zoom in" onClick={() => view.zoom(2)}>
          +
        </button>
        <button type="button" disabled={!zoom} onClick={() => view.showAll()}>
          Whole run
        </button>
      </span>
      {run.scenario.flows.length > 1 && <FlowSwitches run={run} flows={flows} show={show} />}
      <details className="keys">
        <summary>Keys and gestures</summary>
        <div className="keys-card">
          <p>
            Drag over a panel to zoom into those seconds; double-click shows the whole run. Ctrl and wheel
            zoom, Shift and drag move; after a click into a panel the wheel alone zooms. On a touch screen
            pinch to zoom, drag to move. Focus a panel to use the keys:
          </p>
          <dl>
            {KEYS.map(([keys, does]) => (
              <div key={keys}>
                <dt>{keys}</dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </div>
      </details>
    </div>
  );
}

/** More flows than this have no switch of their own: names would fill the page. */
const SWITCHES = 12;

function FlowSwitches({ run, flows, show }: Props) {
  const toggle = (flow: number) =>
    show(
      flows.includes(flow) ? flows.filter((other) => other !== flow) : [...flows, flow].sort((a, b) => a - b),
    );
  const { flows: all } = run.scenario;
  return (
    <fieldset className="flow-switches">
      <legend className="visually-hidden">Flows shown</legend>
      {all.slice(0, SWITCHES).map(({ name }, flow) => (
        <label key={name}>
          <input type="checkbox" checked={flows.includes(flow)} onChange={() => toggle(flow)} />
          <i style={{ background: `var(--${flowToken(flow)})` }} />
          {name}
        </label>
      ))}
      {all.length > SWITCHES && <span>and {all.length - SWITCHES} more</span>}
    </fieldset>
  );
}
