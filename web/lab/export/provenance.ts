/** Provenance of exported files: scenario, seed, engine version, link and changes. */
import { formatPlain } from '../../base/words/format';
import { plural, sayInEnglish, t } from '../../base/words/words';
import type { Scenario } from '../../engine/schema';
import type { Bench } from '../../run/bench';
import { thinnedInWords, thinnedOf } from '../../run/thinned';
import type { Run } from '../../run/trace';
import { changesBetween } from '../../scenario/changes';
import { differences } from '../../scenario/edit';
import type { Provenance } from './origin';

/** @param address opens the bench; resolves to null while the engine has not parsed its scenario */
export async function provenanceOf(
  bench: Bench,
  run: Run | null,
  address: Promise<string | null>,
): Promise<Provenance> {
  const { name, text, scenario: current } = bench.state.value;
  const scenario = run?.scenario ?? current;
  return {
    scenario: name,
    title: scenario?.title || name,
    seed: scenario?.seed ?? null,
    engine_version: run?.summary?.engine_version ?? '',
    link: (await address) ?? window.location.href,
    flows: scenario?.flows.map(({ name: flow }) => flow) ?? [],
    thinned: run === null ? null : thinnedOf(run),
    differs:
      scenario === null ? () => [text === '' ? '' : t('not parsed yet')] : differencesOf(bench, scenario),
  };
}

/** Captures the current differences; the returned function formats them later. */
function differencesOf(bench: Bench, scenario: Scenario): () => string[] {
  const { catalogue } = bench.runner.state.value;
  const { origin } = bench;
  if (catalogue === null || origin === null) return () => [];
  const changes = changesBetween(origin.scenario, scenario, catalogue);
  if (changes === null) return () => [t('flows, links or other entries added or removed')];
  // In English, as in links.
  const shown = (value: unknown) =>
    sayInEnglish(() => (typeof value === 'number' ? formatPlain(value) : String(value)));
  const changed = changes
    .filter(([path]) => path !== 'seed')
    .map(([path, value]) => `${path} = ${shown(value)}`);
  const fromPreset = scenario.flows.flatMap(({ name, sender: { preset } }, flow) =>
    differences(scenario, flow, catalogue)
      .filter(
        (path) => !changes.some(([changedPath]) => changedPath.startsWith(`flows.${flow}.sender.${path}`)),
      )
      .map((path) => ({ flow: name, path, preset: preset ?? '' })),
  );
  return () => [...changed, ...fromPreset.map((one) => t('{flow}: {path} differs from {preset}', one))];
}

/** Maximum number of flows to name; more are only counted. */
const NAMED = 12;

/** The lines below a picture and above a table. */
export function stampOf({
  title,
  seed,
  engine_version,
  flows,
  thinned,
  window_s,
  differs,
  link,
}: Provenance): string[] {
  const parts = [
    title,
    ...(seed === null ? [] : [t('seed {seed}', { seed })]),
    engine_version === '' ? 'Vegas Lab' : t('Vegas Lab, engine {version}', { version: engine_version }),
  ];
  const changes = differs().join('; ');
  return [
    parts.join(' · '),
    ...(flows.length > 1 ? [flowNames(flows)] : []),
    ...(thinned == null ? [] : [thinnedInWords(thinned)]),
    ...(window_s === undefined
      ? []
      : [t('Every row from {from} to {to} s', { from: String(window_s[0]), to: String(window_s[1]) })]),
    ...(changes === '' ? [] : [t('Changed: {changes}', { changes })]),
    link,
  ];
}

function flowNames(flows: readonly string[]): string {
  const names = flows
    .slice(0, NAMED)
    .map((flow, number) => `${number + 1} ${flow}`)
    .join(', ');
  const more = flows.length - NAMED;
  return more > 0
    ? plural(more, 'Flows: {names} and {n} more', 'Flows: {names} and {n} more', { names })
    : t('Flows: {names}', { names });
}

/** A descriptive name without characters that file systems reject: `ahn-fig1-rr-seed-8-queue.csv`. */
export function fileName({ scenario, seed }: Provenance, what: string, suffix: string): string {
  const parts = [scenario, ...(seed === null ? [] : [`seed-${seed}`]), what].filter((part) => part !== '');
  const plain = parts
    .join('-')
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .replace(/^[-.]+|-+$/g, '');
  return `${plain || 'vegas-lab'}.${suffix}`;
}
