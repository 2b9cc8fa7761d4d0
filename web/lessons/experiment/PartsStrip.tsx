/** The strip of parts: a switch each for a sender's parts and its receiver, and the time, delay and losses that follow. */
import type { ReactNode } from 'react';
import { useObservable, usePart } from '../../base/observable';
import { formatCount, formatFixed, formatMs, UNKNOWN } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import type { Catalogue, Scenario, Summary } from '../../engine/schema';
import type { Run } from '../../run/trace';
import { at, fieldAt, kindOf } from '../../scenario/path';
import { replacedBy } from '../controls';
import type { Control, StripPart } from '../lesson';
import { formatLessonRate } from '../rates';
import type { BenchGroup } from './benchGroup';
import { Choice } from './Choice';
import './PartsStrip.css';

interface Props {
  group: BenchGroup;
  strip: readonly Control[];
  begun: boolean;
  /** The button that restores the lesson's own parts. */
  reset: ReactNode;
}

export function PartsStrip({ group, strip, begun, reset }: Props) {
  const scenario = usePart(group.first.state, 'scenario');
  const catalogue = usePart(group.first.runner.state, 'catalogue');
  if (scenario === null || catalogue === null) return null;
  return (
    <div className="parts-strip">
      {strip.map((control) => (
        <fieldset key={control.path} className="strip-part" disabled={control.locked || !begun}>
          <PartChoice {...{ group, control, scenario }} />
          {control.along && <Fields {...{ control, scenario, catalogue }} />}
        </fieldset>
      ))}
      <div className="strip-outcome">
        <Readouts group={group} />
        {reset}
      </div>
    </div>
  );
}

const TITLES: Record<StripPart, () => string> = {
  'slow start': () => t('slow start'),
  avoidance: () => t('congestion avoidance'),
  'early retransmit': () => t('early retransmit'),
  receiver: () => t('receiver'),
};

/** A kind's name in its switch, and what it does. */
const KINDS: Record<string, () => [name: string, does: string]> = {
  every_rtt: () => [t('Reno’s'), t('Every ACK adds a segment, up to a loss or ssthresh.')],
  every_other_rtt: () => [t('Vegas’s'), t('Grows every other round trip, and ends when a queue builds up.')],
  linux_vegas: () => [t('Linux’s'), t('Grows every round trip, and ends when a queue builds up.')],
  aimd: () => [t('Reno’s'), t('Grows bit by bit, until a segment is lost.')],
  cam: () => [t('Vegas’s'), t('Once per round trip, aims for a short queue.')],
  dup_acks: () => [t('off'), t('Waits for three duplicate ACKs, then halves the window.')],
  fine_timer: () => [t('on'), t('Repairs as soon as a segment is late, and cuts by a quarter.')],
  bsd_reno: () => [t('Reno'), t('One ACK for two segments; after a gap, one for each.')],
  tahoe_style: () => [t('Tahoe'), t('One ACK for two segments; after a gap, ACKs wait for a clock.')],
  lbl_reno: () => [t('LBL'), t('An ACK for each segment at first, later for every second.')],
  every_packet: () => [t('ns-2'), t('An ACK for each segment, at once.')],
};

function wordsOf(kind: string): [name: string, does: string] {
  return KINDS[kind]?.() ?? [kind, ''];
}

function PartChoice({
  group,
  control,
  scenario,
}: {
  group: BenchGroup;
  control: Control;
  scenario: Scenario;
}) {
  const { path, part, choices = [] } = control;
  if (part === undefined) return null;
  return (
    <Choice
      path={path}
      label={TITLES[part]()}
      value={String(kindOf(at(scenario, path)))}
      options={choices.map((kind) => {
        const [words, doc] = wordsOf(kind);
        return { value: kind, words, doc };
      })}
      choose={(kind, asked_at) => group.choose(control, kind, asked_at)}
    />
  );
}

/** The fields that a switch of several parts changes together. */
function Fields({
  control,
  scenario,
  catalogue,
}: {
  control: Control;
  scenario: Scenario;
  catalogue: Catalogue;
}) {
  const paths = replacedBy(control);
  return (
    <details className="strip-fields">
      <summary>{plural(paths.length, '{n} setting', '{n} settings')}</summary>
      <ul>
        {paths.map((one) => {
          const field = fieldAt(catalogue, scenario, one);
          const kind = kindOf(at(scenario, one));
          if (field?.shape.type !== 'part') return null;
          const member = catalogue.parts[field.shape.set]?.members.find(
            (candidate) => candidate.kind === kind,
          );
          return (
            <li key={one}>
              {field.label}: <b>{member?.label ?? kind}</b>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

interface Readout {
  name: string;
  label: string;
  of(summary: Summary): number | null;
  format(value: number): string;
}

/** The time of a transfer with an end, or the rate of one without; its delay; and the packets lost anywhere on its path. */
function readoutsOf({ flows: [flow] }: Scenario): Readout[] {
  const ends = flow !== undefined && 'bytes' in flow.traffic;
  return [
    ends
      ? {
          name: 'time',
          label: t('done after'),
          of: ({ flows: [flow] }) => flow?.completed_at_s ?? null,
          format: (value) => `${formatFixed(value, 1)} s`,
        }
      : {
          name: 'rate',
          label: t('goodput'),
          of: ({ flows: [flow] }) => flow?.goodput_bytes_per_s ?? null,
          format: formatLessonRate,
        },
    {
      name: 'delay',
      label: t('mean RTT'),
      of: ({ flows: [flow] }) => flow?.mean_rtt_ms ?? null,
      format: formatMs,
    },
    {
      name: 'losses',
      label: t('packets lost'),
      of: ({ links }) => links.reduce((sum, { drops }) => sum + drops, 0),
      format: formatCount,
    },
  ];
}

function Readouts({ group }: { group: BenchGroup }) {
  const {
    shown: [run = null],
  } = useObservable(group.state);
  if (run === null) return null;
  return (
    <dl className="strip-readouts" aria-live="polite">
      {readoutsOf(run.scenario).map(({ name, label, of, format }) => {
        const shownOf = ({ summary }: Run) => {
          const value = summary && of(summary);
          return value === null ? UNKNOWN : format(value);
        };
        const [now, before] = [run, group.original ?? run].map(shownOf);
        return (
          <div key={name} data-readout={name}>
            <dt>{label}</dt>
            <dd>
              <b>{now}</b>
              {now !== before && (
                <span className="before">{t('was {value}', { value: before ?? UNKNOWN })}</span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
