/** Which flow the switchboard is about; another like it, and one less. */
import { flowToken } from '../design/theme';
import type { FieldInfo, Scenario } from '../engine/schema';
import { formatCount } from '../plot/format';
import { flowSign } from '../plot/signs';
import type { Bench } from '../run/bench';
import { withCopyOf, withoutFlow } from '../run/flows';

interface Props {
  bench: Bench;
  scenario: Scenario;
  /** The list of flows, as the catalogue has it. */
  list: FieldInfo | undefined;
  flow: number;
  choose(flow: number): void;
}

export function FlowChoice({ bench, scenario, list, flow, choose }: Props) {
  const { flows } = scenario;
  const most = list?.shape.type === 'list' ? list.shape.max_length : flows.length;
  const full = flows.length >= most;
  const name = flows[flow]?.name ?? '';
  return (
    <div className="flow-choice">
      <label>
        Flow
        <i style={{ background: `var(--${flowToken(flow)})` }} />
        <select value={flow} onChange={(event) => choose(Number(event.target.value))}>
          {flows.map((one, index) => (
            <option key={one.name} value={index}>
              {flows.length > 1 ? `${flowSign(index)} ${one.name}` : one.name}
            </option>
          ))}
        </select>
      </label>
      <span className="buttons">
        <button
          type="button"
          disabled={full}
          title={
            full ? `A scenario has at most ${formatCount(most)} flows` : `A competitor: a copy of ${name}`
          }
          onClick={(event) => {
            bench.edit('', withCopyOf(scenario, flow), event.timeStamp);
            choose(flows.length);
          }}
        >
          Add a flow
        </button>
        {flows.length > 1 && (
          <button
            type="button"
            title={`Take ${name} out of the scenario`}
            aria-label={`Remove ${name}`}
            onClick={(event) => {
              bench.edit('', withoutFlow(scenario, flow), event.timeStamp);
              choose(Math.max(0, flow - 1));
            }}
          >
            Remove
          </button>
        )}
      </span>
      {full && <p className="part-doc">A scenario has at most {formatCount(most)} flows.</p>}
    </div>
  );
}
