/** Edits scenarios: presets and parts of senders with their defaults, and flows. Returns copies; nothing is changed in place. */
import { same } from '../base/same';
import { t } from '../base/words/words';
import type { Catalogue, FieldInfo, Scenario, Shape } from '../engine/schema';
import { flowOfSender } from './path';

type Tree = Record<string, unknown>;

/** Appends the presets that a scenario defines to the catalogue's built-in ones. */
export function withOwnPresets(catalogue: Catalogue, scenario: Pick<Scenario, 'presets'>): Catalogue {
  // Scenarios stored by earlier versions have no list of presets.
  const { presets = [] } = scenario as Partial<Scenario>;
  if (presets.length === 0) return catalogue;
  const own = presets.map(({ name, about, sender }) => ({
    name,
    title: name,
    family: t('From this scenario'),
    components: null,
    doc: about,
    source: '',
    sender,
  }));
  return { ...catalogue, presets: [...catalogue.presets, ...own] };
}

/** If a chosen part needs SACK blocks, turns SACK on in its sender. Returns the path and value to set. */
export function withRequirements(
  scenario: Scenario,
  path: string,
  value: unknown,
  catalogue: Catalogue,
): [path: string, value: unknown] {
  const [, parent = '', set = ''] = /^(flows\.\d+\.sender)\.([a-z_]+)$/.exec(path) ?? [];
  const sender = scenario.flows[flowOfSender(parent) ?? -1]?.sender;
  if (sender === undefined || !isPart(value)) return [path, value];
  const member = catalogue.parts[set]?.members.find(({ kind }) => kind === value.kind);
  return member?.needs_sack && !sender.sack
    ? [parent, { ...sender, [set]: value, sack: true }]
    : [path, value];
}

/** The preset of a flow's sender. */
export function presetOf(scenario: Scenario, flow: number, catalogue: Catalogue) {
  const name = scenario.flows[flow]?.sender.preset;
  return catalogue.presets.find((preset) => preset.name === name);
}

/** The complete sender of a preset. */
export function senderOf(catalogue: Catalogue, name: string): unknown {
  const preset = catalogue.presets.find((candidate) => candidate.name === name);
  return preset === undefined ? undefined : { ...preset.sender, preset: name };
}

/** Paths within a sender whose values differ from its preset. A part of another kind counts as one difference. */
export function differences(scenario: Scenario, flow: number, catalogue: Catalogue): string[] {
  const sender = scenario.flows[flow]?.sender as unknown as Tree | undefined;
  const preset = presetOf(scenario, flow, catalogue)?.sender as unknown as Tree | undefined;
  if (sender === undefined || preset === undefined) return [];
  return Object.keys(sender)
    .filter((name) => name !== 'preset')
    .flatMap((name) => {
      const mine = sender[name];
      const theirs = preset[name];
      if (same(mine, theirs)) return [];
      if (!isPart(mine) || !isPart(theirs) || mine.kind !== theirs.kind) return [name];
      return Object.keys(mine).flatMap((field) =>
        same(mine[field], theirs[field]) ? [] : [`${name}.${field}`],
      );
    });
}

interface PartValue extends Tree {
  kind: string;
}

export function isPart(value: unknown): value is PartValue {
  return typeof value === 'object' && value !== null && typeof (value as Tree).kind === 'string';
}

/** A part of this kind, with the preset's parameters if the preset has the same kind, else with defaults. */
export function newPart(catalogue: Catalogue, set: string, kind: string, preset: unknown): PartValue {
  if (isPart(preset) && preset.kind === kind) return preset;
  const member = catalogue.parts[set]?.members.find((candidate) => candidate.kind === kind);
  return { kind, ...Object.fromEntries((member?.fields ?? []).map((field) => [field.name, initial(field)])) };
}

function initial(field: FieldInfo): unknown {
  return field.default ?? blank(field.shape);
}

/** A valid value for fields without a default. */
export function blank(shape: Shape): unknown {
  switch (shape.type) {
    case 'boolean':
      return false;
    case 'number':
      return shape.min;
    case 'choice':
    case 'choice_or_number':
      return shape.choices[0]?.value ?? '';
    case 'list':
      return [];
    case 'optional':
      return null;
    default:
      return '';
  }
}

type Flow = Scenario['flows'][number];

/** Adds a copy of a flow at the end, under a free name. */
export function withCopyOf(scenario: Scenario, flow: number): Scenario {
  const original = scenario.flows[flow];
  if (original === undefined) return scenario;
  const copy: Flow = { ...original, name: freeName(scenario, original.name), turns_with: null };
  return { ...scenario, flows: [...scenario.flows, copy] };
}

/** Removes a flow and all references to it. */
export function withoutFlow(scenario: Scenario, flow: number): Scenario {
  const removed = scenario.flows[flow]?.name;
  const refersToIt = (entry: object) => 'flow' in entry && entry.flow === removed;
  return {
    ...scenario,
    flows: scenario.flows
      .filter((_, index) => index !== flow)
      .map((other) => (other.turns_with === removed ? { ...other, turns_with: null } : other)),
    drops: scenario.drops.filter((drop) => !refersToIt(drop)),
    timeline: scenario.timeline.filter((change) => !refersToIt(change)),
  };
}

/** `transfer 2` next to `transfer`: the first name that no flow or source has. */
function freeName({ flows, datagrams }: Scenario, name: string): string {
  const taken = new Set([...flows, ...datagrams].map((one) => one.name));
  const stem = name.replace(/ \d+$/, '').slice(0, 58);
  for (let number = 2; ; number += 1) {
    const wanted = `${stem} ${number}`;
    if (!taken.has(wanted)) return wanted;
  }
}
