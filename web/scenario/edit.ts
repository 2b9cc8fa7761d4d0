/** Presets and parts of senders: what they bring along, and what differs from a preset. Nothing is changed in place. */
import { same } from '../base/same';
import type { Catalogue, FieldInfo, Scenario, Shape } from '../engine/schema';
import { flowOfSender } from './path';

type Tree = Record<string, unknown>;

/** The catalogue with the presets that a scenario defines for its own flows, behind the built-in ones. */
export function withOwnPresets(catalogue: Catalogue, scenario: Pick<Scenario, 'presets'>): Catalogue {
  // A scenario that was kept before there were such presets has no list.
  const { presets = [] } = scenario as Partial<Scenario>;
  if (presets.length === 0) return catalogue;
  const own = presets.map(({ name, about, sender }) => ({
    name,
    title: name,
    doc: about,
    source: '',
    sender,
  }));
  return { ...catalogue, presets: [...catalogue.presets, ...own] };
}

/** A part that relies on SACK blocks, chosen for a sender that does not ask for them, makes it ask. Returns what to set instead. */
export function withItsNeeds(
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

/** The preset that a flow's sender names. */
export function presetOf(scenario: Scenario, flow: number, catalogue: Catalogue) {
  const name = scenario.flows[flow]?.sender.preset;
  return catalogue.presets.find((preset) => preset.name === name);
}

/** The sender of a preset, whole. */
export function senderOf(catalogue: Catalogue, name: string): unknown {
  const preset = catalogue.presets.find((candidate) => candidate.name === name);
  return preset === undefined ? undefined : { ...preset.sender, preset: name };
}

/** Paths within the sender at which it differs from its preset. A part of another kind is one difference. */
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

/** A part of this kind with the preset's parameters if the preset has that kind, else with their defaults. */
export function newPart(catalogue: Catalogue, set: string, kind: string, preset: unknown): PartValue {
  if (isPart(preset) && preset.kind === kind) return preset;
  const member = catalogue.parts[set]?.members.find((candidate) => candidate.kind === kind);
  return { kind, ...Object.fromEntries((member?.fields ?? []).map((field) => [field.name, initial(field)])) };
}

function initial(field: FieldInfo): unknown {
  return field.default ?? blank(field.shape);
}

/** Something valid of this shape, for fields that have no default. */
export function blank(shape: Shape): unknown {
  switch (shape.type) {
    case 'boolean':
      return false;
    case 'number':
      return shape.min;
    case 'choice':
      return shape.choices[0]?.value ?? '';
    case 'list':
      return [];
    case 'optional':
      return null;
    default:
      return '';
  }
}
