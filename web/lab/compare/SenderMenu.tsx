/** The menu of comparisons: suggestions, all senders by family, and the run on the bench as it is. */
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { usePart } from '../../base/observable';
import { same } from '../../base/same';
import { t } from '../../base/words/words';
import type { Catalogue, Scenario } from '../../engine/schema';
import type { Bench } from '../../run/bench';
import { PINNED_LETTERS } from '../../run/pinned';
import { senderOf, withOwnPresets } from '../../scenario/edit';
import { senderName } from '../../scenario/names';
import { byFamily, matchingSenders } from '../../scenario/senders';
import { type Candidate, candidateWith, comparisonInWords, flowsLike, suggestionsFor } from './counterpart';
import './compare.css';

interface Props {
  bench: Bench;
  close(): void;
}

export function SenderMenu({ bench, close }: Props) {
  const scenario = usePart(bench.state, 'scenario');
  const pinned = usePart(bench.state, 'pinned');
  const catalogue = usePart(bench.runner.state, 'catalogue');
  const [sought, seek] = useState('');
  const [chosen, choose] = useState<readonly number[] | null>(null);
  const menu = useRef<HTMLDivElement>(null);
  const heading = useId();
  if (scenario === null || catalogue === null) return <p>{t('The scenario is still loading.')}</p>;
  if (pinned.length >= PINNED_LETTERS.length)
    return <p>{t('You’re already comparing six runs, the maximum. Remove one first.')}</p>;
  const flows = chosen ?? flowsLike(scenario, 0);
  const pin = (candidate: Candidate | null, at: number) => {
    if (candidate !== null) bench.pin(candidate.scenario, candidate.text, at);
    close();
  };
  const withPreset = (name: string) => candidateWith(scenario, flows, name, catalogue);
  const families = byFamily(matchingSenders(otherSenders(scenario, catalogue), sought));
  const [first] = families.flatMap(({ presets }) => presets);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it moves the focus among the buttons inside it
    <div className="sender-menu" ref={menu} onKeyDown={(event) => moveFocus(event, menu.current)}>
      {sought === '' && (
        <div className="suggested">
          {suggestionsFor(bench).map((one) => (
            <button key={one.sender} type="button" onClick={(event) => pin(one, event.timeStamp)}>
              {comparisonInWords(one)}
            </button>
          ))}
          <button
            type="button"
            onClick={(event) => {
              bench.keep(event.timeStamp);
              close();
            }}
          >
            {t('Pin this run')}
            <small>{t('It stays visible while you change the controls.')}</small>
          </button>
        </div>
      )}
      <h2 id={heading}>{t('Compare with another sender')}</h2>
      {scenario.flows.length > 1 && <FlowSelect {...{ scenario, flows, choose }} />}
      <input
        type="search"
        placeholder={t('Find a sender')}
        aria-label={t('Find a sender')}
        value={sought}
        onChange={(event) => seek(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || first === undefined) return;
          // Otherwise the key would press the button to which the focus returns.
          event.preventDefault();
          pin(withPreset(first.name), event.timeStamp);
        }}
      />
      <div className="families">
        {families.length === 0 && <p>{t('No sender matches “{text}”.', { text: sought })}</p>}
        {families.map(({ family, presets }) => (
          <fieldset key={family}>
            <legend>{family}</legend>
            {presets.map(({ name }) => (
              <button key={name} type="button" onClick={(event) => pin(withPreset(name), event.timeStamp)}>
                {senderName(name, catalogue)}
              </button>
            ))}
          </fieldset>
        ))}
      </div>
    </div>
  );
}

/** The choice of the flows that get the other sender. */
function FlowSelect({
  scenario,
  flows,
  choose,
}: {
  scenario: Scenario;
  flows: readonly number[];
  choose(flows: readonly number[]): void;
}) {
  const all = scenario.flows.map((_, flow) => flow);
  const like = flowsLike(scenario, 0);
  const choices = [
    ...(like.length > 1 && like.length < all.length ? [like] : []),
    all,
    ...all.map((flow) => [flow]),
  ];
  const names = (some: readonly number[]) =>
    some.length === all.length
      ? t('all flows')
      : some.map((flow) => scenario.flows[flow]?.name ?? '').join(', ');
  return (
    <label className="replaced-flows">
      {t('Replace the sender of')}{' '}
      <select value={flows.join()} onChange={(event) => choose(event.target.value.split(',').map(Number))}>
        {choices.map((some) => (
          <option key={some.join()} value={some.join()}>
            {names(some)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The presets that a flow can get, without the one that all flows have already with all its parts and values. */
function otherSenders(scenario: Scenario, catalogue: Catalogue): Catalogue['presets'] {
  const known = withOwnPresets(catalogue, scenario);
  return known.presets.filter(
    ({ name }) => !scenario.flows.every(({ sender }) => same(sender, senderOf(known, name))),
  );
}

/** Moves the focus with the arrow keys, as in a menu. */
function moveFocus(event: KeyboardEvent, menu: HTMLElement | null): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0 || menu === null || event.target instanceof HTMLSelectElement) return;
  const stops = [...menu.querySelectorAll<HTMLElement>('button, input')];
  const next = stops.indexOf(document.activeElement as HTMLElement) + by;
  stops[Math.min(Math.max(next, 0), stops.length - 1)]?.focus();
  event.preventDefault();
}
