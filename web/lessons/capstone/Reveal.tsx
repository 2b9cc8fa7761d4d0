/** Shows after a run what was hidden during it (queue, drops, other flows), and compares it with the presets on the same path. */
import { useEffect, useMemo, useState } from 'react';
import { formatMs } from '../../base/words/format';
import { t } from '../../base/words/words';
import { Overlaid } from '../../lab/compare/Overlaid';
import type { ComparedRun } from '../../lab/panels/over';
import { PanelSlot } from '../../lab/panels/PanelSlot';
import { panelNamed } from '../../lab/panels/registry';
import { newView } from '../../lab/time/playback';
import { TimeBar } from '../../lab/time/TimeBar';
import { styleOf } from '../../plot/runStyle';
import { ViewContext } from '../../run/hooks';
import { packed } from '../../run/share/address';
import { inEnglish } from '../../ui/InEnglish';
import { useRoot } from '../../ui/root';
import { ScrollRegion } from '../../ui/ScrollRegion';
import type { CapstonePath } from './paths';
import { columnsOf, type Entrant, letterOf, type RankedRun, ranking } from './ranking';
import { OWN_FLOW } from './score';
import './Capstone.css';

const PANELS = (['window', 'queue', 'rtt', 'sender-sequence'] as const).map(panelNamed);

const NONE: readonly string[] = [];

interface Props {
  path: CapstonePath;
  own: Entrant;
  others: readonly Entrant[];
}

export function Reveal({ path, own, others }: Props) {
  const ranked = useMemo(() => ranking(path, [own, ...others]), [path, own, others]);
  const best = ranked.find(({ name }) => name !== own.name);
  const [picked, pick] = useState<readonly string[] | null>(null);
  // If other flows share the path, show them instead of the best rival.
  const over = picked ?? (best && own.run.scenario.flows.length === 1 ? [best.name] : NONE);
  const letters = new Map([[own.name, 'A'], ...others.map(({ name }) => [name, letterOf(name)] as const)]);
  return (
    <section className="capstone-reveal" aria-label={t('What happened on the path')}>
      <p className="words" {...inEnglish()}>
        {path.truth}
      </p>
      <Table path={path} ranked={ranked} own={own} letters={letters} over={over} pick={pick} />
      <p className="words">
        {t('Points compare with a round trip of {time}, without queues or the clocks of hosts.', {
          time: formatMs(path.base_rtt_ms),
        })}
      </p>
      <Panels path={path} own={own} others={others} over={over} />
    </section>
  );
}

interface TableProps {
  path: CapstonePath;
  ranked: readonly RankedRun[];
  own: Entrant;
  letters: ReadonlyMap<string, string>;
  over: readonly string[];
  pick(names: readonly string[]): void;
}

function Table({ path, ranked, own, letters, over, pick }: TableProps) {
  const columns = columnsOf(ranked);
  return (
    <ScrollRegion label={t('The runs of this path')} className="panel">
      <table className="figures capstone-table">
        <caption>{t('The same path with other senders. Tick one to draw its run over yours.')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('sender')}</th>
            {columns.map(({ name, label }) => (
              <th key={name} scope="col">
                {label()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ranked.map((one) => (
            <tr key={one.name} data-entrant={one.name} data-own={one.name === own.name}>
              <th scope="row">
                <label>
                  <input
                    type="checkbox"
                    checked={one.name === own.name || over.includes(one.name)}
                    disabled={one.name === own.name}
                    aria-label={t('Draw {sender} in the panels', { sender: one.label })}
                    onChange={(event) =>
                      pick(
                        event.target.checked ? [...over, one.name] : over.filter((name) => name !== one.name),
                      )
                    }
                  />
                  <i style={{ background: `var(--${styleOf(letters.get(one.name) ?? 'A').token})` }} />
                  {letters.get(one.name)} {one.label}
                </label>
              </th>
              {columns.map((column) => (
                <td key={column.name}>{column.of(one, path)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Panels({ path, own, others, over }: Props & { over: readonly string[] }) {
  const [view] = useState(() => newView());
  useEffect(() => view.setWhole(path.duration_s), [view, path]);
  // Rivals use the colors of other flows, so draw either rivals or flows.
  const compared = over.length > 0;
  const flows = useMemo(
    () => (compared ? [OWN_FLOW] : own.run.scenario.flows.map((_, flow) => flow)),
    [own.run, compared],
  );
  const runs = useMemo(
    () =>
      others.flatMap(({ name, label, run }): ComparedRun[] =>
        over.includes(name) ? [{ style: styleOf(letterOf(name)), label, run }] : [],
      ),
    [others, over],
  );
  return (
    <ViewContext value={view}>
      <TimeBar>
        <OnBench text={JSON.stringify(own.run.trace.scenario)} />
      </TimeBar>
      <Overlaid flows={flows} others={runs} label={own.label}>
        <div className="panels">
          {PANELS.map((panel) => (
            <PanelSlot key={panel.name} panel={panel} run={own.run} flows={flows} />
          ))}
        </div>
      </Overlaid>
    </ViewContext>
  );
}

/** A link that opens this run on the bench. */
function OnBench({ text }: { text: string }) {
  const root = useRoot();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let cancelled = false;
    void packed(text).then(([parameter, value]) => {
      if (!cancelled) setAddress(`#/bench?${new URLSearchParams({ [parameter]: value })}`);
    });
    return () => {
      cancelled = true;
    };
  }, [text]);
  return address && <a href={root + address}>{t('This run on the bench')}</a>;
}
