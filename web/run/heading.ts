/** Title, source and description of a scenario, taken from the raw text until the engine has parsed it. */
import type { BenchState } from './bench';

export interface Heading {
  title?: string;
  source?: string;
  about?: string;
}

const READ = new WeakMap<BenchState, Heading>();

/** Empty if the text is not JSON; the engine reports the problem. The result is cached per state. */
export function headingOf(state: BenchState): Heading {
  if (state.scenario !== null) return state.scenario;
  const read = READ.get(state) ?? inText(state.text);
  READ.set(state, read);
  return read;
}

function inText(text: string): Heading {
  try {
    const { title, source, about } = JSON.parse(text) as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries({ title, source, about }).filter(([, value]) => typeof value === 'string'),
    );
  } catch {
    return {};
  }
}
