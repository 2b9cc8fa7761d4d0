/** Networks to start from, each with a small picture. */
import { useId, useState } from 'react';
import { t } from '../../base/words/words';
import type { Catalogue, Scenario } from '../../engine/schema';
import { draftOf } from './draft';
import { frameOf } from './frame';
import { emptyScenario, flowsWithin, scenarioFrom, TEMPLATES, type Template } from './templates';
import './builder.css';
import './TemplateList.css';

interface Props {
  catalogue: Catalogue;
  choose(scenario: Scenario, title: string, at: number): void;
  close(): void;
}

const COUNTS = Array.from({ length: Math.max(...TEMPLATES.map(({ most }) => most)) }, (_, more) => more + 1);

export function TemplateList({ catalogue, choose, close }: Props) {
  const title = useId();
  // Null: each template's own number.
  const [flows, setFlows] = useState<number | null>(null);
  return (
    <section className="templates" aria-labelledby={title} data-form="templates">
      <header className="builder-head">
        <h2 className="builder-title" id={title} tabIndex={-1}>
          {t('Start from a template')}
        </h2>
        <button type="button" onClick={close}>
          {t('Close')}
        </button>
      </header>
      <label className="template-flows">
        {t('Number of flows')}{' '}
        <select
          value={flows ?? ''}
          onChange={(event) => setFlows(event.target.value === '' ? null : Number(event.target.value))}
        >
          <option value="">{t('Default')}</option>
          {COUNTS.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </select>
      </label>
      <ul>
        {TEMPLATES.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              data-template={template.id}
              onClick={(event) => {
                const scenario = scenarioFrom(template, flows ?? template.flows, catalogue);
                choose(scenario, template.title(), event.timeStamp);
              }}
            >
              <Thumbnail template={template} flows={flowsWithin(template, flows ?? template.flows)} />
              <span>
                <b>{template.title()}</b>
                <span>{template.about()}</span>
              </span>
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            data-template="empty"
            onClick={(event) => choose(emptyScenario(catalogue), t('Empty network'), event.timeStamp)}
          >
            <svg width={92} height={52} aria-hidden="true" />
            <span>
              <b>{t('Empty network')}</b>
              <span>{t('Add hosts, routers, links and flows yourself.')}</span>
            </span>
          </button>
        </li>
      </ul>
    </section>
  );
}

const SIZE = { width: 520, height: 290 };

/** The template's nodes and links, without names. */
function Thumbnail({ template, flows }: { template: Template; flows: number }) {
  const { links } = template.plan(flows);
  const { nodes } = draftOf(asScenario(template, flows));
  const frame = frameOf(
    nodes.map(({ spot }) => spot),
    SIZE.width,
    SIZE.height,
  );
  const at = new Map(nodes.map(({ name, spot }) => [name, frame.pointOf(spot)]));
  const pointOf = (name: string) => at.get(name) ?? { x: 0, y: 0 };
  return (
    <svg width={92} height={52} viewBox={`0 0 ${frame.width} ${frame.height}`} aria-hidden="true">
      {links.map(({ from, to, rate_bps = 0, loss }) => {
        const [a, b] = [pointOf(from), pointOf(to)];
        return (
          <line
            key={`${from}>${to}`}
            className={rate_bps < 5e6 ? 'slow' : undefined}
            strokeDasharray={loss === undefined ? undefined : '22 16'}
            x1={a.x}
            y1={a.y}
            x2={b.x}
            y2={b.y}
          />
        );
      })}
      {nodes.map(({ name, kind }) => {
        const { x, y } = pointOf(name);
        return kind === 'router' ? (
          <circle key={name} cx={x} cy={y} r={26} />
        ) : (
          <rect key={name} x={x - 24} y={y - 18} width={48} height={36} rx={6} />
        );
      })}
    </svg>
  );
}

/** As much of a scenario as its layout needs. */
function asScenario(template: Template, count: number): Scenario {
  const { links, flows } = template.plan(count);
  return {
    links: links.map((link) => ({ both_ways: true, back: null, ...link })),
    flows: flows.map(([from, to]) => ({ from, to, route: [], route_back: [] })),
    datagrams: [],
    timeline: [],
  } as unknown as Scenario;
}
