/** Switches for the flows shown in the panels. */
import { flowSign } from '../plot/signs';
import type { Run } from '../run/trace';
import { flowToken } from '../ui/theme';
import { t } from '../words/words';
import './Overview.css';

interface Props {
  run: Run;
  flows: number[];
  show(flows: number[]): void;
}

/** More flows than this have no switch of their own: names would fill the page. */
const SWITCHES = 12;

export function FlowSwitches({ run, flows, show }: Props) {
  const toggle = (flow: number) =>
    show(
      flows.includes(flow) ? flows.filter((other) => other !== flow) : [...flows, flow].sort((a, b) => a - b),
    );
  const { flows: all } = run.scenario;
  if (all.length < 2) return null;
  return (
    <fieldset className="flow-switches">
      <legend className="visually-hidden">{t('Flows shown')}</legend>
      {all.slice(0, SWITCHES).map(({ name }, flow) => (
        <label key={name}>
          <input type="checkbox" checked={flows.includes(flow)} onChange={() => toggle(flow)} />
          <i style={{ background: `var(--${flowToken(flow)})` }} />
          <b aria-hidden="true">{flowSign(flow)}</b>
          {name}
        </label>
      ))}
      {all.length > SWITCHES && <span>{t('and {count} more', { count: all.length - SWITCHES })}</span>}
    </fieldset>
  );
}
