/**
 * The parts of a preset that can be switched on and off in any sender, one by one, such as those of Vegas. The catalogue says which parts
 * these are, and which preset replaces them; nothing here knows an algorithm.
 */
import type { Catalogue, Scenario } from '../../engine/schema';
import { kindOf } from '../../scenario/path';

type Sender = Scenario['flows'][number]['sender'];
type Preset = Catalogue['presets'][number];

export interface Component {
  /** Name of the part's set. */
  set: string;
  label: string;
  on: boolean;
  /** The part that the switch puts in place of the present one. */
  other: unknown;
  /** The mechanism that replaces the component when it's off, or has replaced it. */
  instead: string;
}

export interface Components {
  title: string;
  switches: Component[];
}

/** The components that the catalogue offers for a sender. `own` is the sender's preset, if it has one. */
export function componentsOf(sender: Sender, own: Preset | undefined, catalogue: Catalogue): Components[] {
  return catalogue.presets.flatMap((home) => {
    const { components } = home;
    const instead = catalogue.presets.find(({ name }) => name === components?.instead);
    if (components === null || instead === undefined) return [];
    const switches = components.switches.map(({ set, label }): Component => {
      const kinds = kindsOnlyIn(set, home, instead, catalogue);
      const present = partOf(sender, set);
      const preset = own && partOf(own.sender, set);
      const isHere = (part: unknown) => kinds.has(kindOf(part) ?? '');
      const on = isHere(present);
      const replacement = preset !== undefined && !isHere(preset) ? preset : partOf(instead.sender, set);
      const added = preset !== undefined && isHere(preset) ? preset : partOf(home.sender, set);
      return {
        set,
        label,
        on,
        other: on ? replacement : added,
        instead: phraseFor(on ? replacement : present, set, catalogue),
      };
    });
    return [{ title: components.title, switches }];
  });
}

/** The kinds that a preset's family uses for a set, and the family of its replacement doesn't. */
function kindsOnlyIn(set: string, home: Preset, instead: Preset, { presets }: Catalogue): Set<string> {
  const kindsOf = (family: string) =>
    presets.filter((preset) => preset.family === family).map(({ sender }) => kindOf(partOf(sender, set)));
  const others = new Set(kindsOf(instead.family));
  return new Set(
    kindsOf(home.family).flatMap((kind) => (kind === undefined || others.has(kind) ? [] : [kind])),
  );
}

function partOf(sender: Sender, set: string): unknown {
  return (sender as unknown as Record<string, unknown>)[set];
}

function phraseFor(part: unknown, set: string, { parts }: Catalogue): string {
  const member = parts[set]?.members.find(({ kind }) => kind === kindOf(part));
  return member === undefined ? '' : member.brief || member.label;
}
