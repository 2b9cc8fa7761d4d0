/**
 * Splits a lesson into steps, one screen each: the title, then each section, split at predictions, experiments and checks, so that the question
 * comes before the run and the run before its discussion. The verdict on a prediction is a step of its own after its run.
 */

/** A block of a lesson's text, as far as steps depend on it. */
export interface Block {
  kind: 'heading' | 'text' | 'predict' | 'experiment' | 'check' | 'omitted';
  /** Id of the prediction, experiment or check; empty if the block has none. */
  id: string;
}

export type Step =
  | { kind: 'title' }
  | TextStep
  /** Compares the room's prediction with the run. */
  | { kind: 'outcome'; id: string };

interface TextStep {
  kind: 'text' | 'predict' | 'experiment' | 'check';
  id: string;
  /** By their places in the text. */
  blocks: readonly number[];
  /** The place of the experiment with which a check is done: it is shown again. */
  run?: number;
}

/** The experiments that each prediction covers, and the one that each check is done with. */
export interface Asked {
  predictions: Readonly<Record<string, { covers: readonly string[] }>>;
  checks: Readonly<Record<string, { experiment: string }>>;
}

export function stepsOf(blocks: readonly Block[], { predictions, checks }: Asked): Step[] {
  const shown: TextStep[] = [];
  // A heading joins the next block; alone it would be an empty screen.
  let open: { kind: 'text'; id: string; blocks: number[]; bare: boolean } | null = null;
  blocks.forEach(({ kind, id }, place) => {
    if (kind === 'omitted') return;
    if (kind === 'heading' || kind === 'text') {
      if (open === null || (kind === 'heading' && !open.bare)) {
        open = { kind: 'text', id: '', blocks: [], bare: true };
        shown.push(open);
      }
      open.blocks.push(place);
      if (kind === 'text') open.bare = false;
      return;
    }
    const over = open?.bare ? shown.pop() : undefined;
    const run = blocks.findIndex((one) => one.kind === 'experiment' && one.id === checks[id]?.experiment);
    shown.push({
      kind,
      id,
      blocks: [...(over?.blocks ?? []), place],
      ...(kind === 'check' && run >= 0 && { run }),
    });
    open = null;
  });
  return [{ kind: 'title' }, ...withOutcomes(shown, predictions)];
}

/** Shows each prediction's verdict after the last of its experiments, or at once if none follows. */
function withOutcomes(shown: readonly TextStep[], predictions: Asked['predictions']): Step[] {
  const after = shown.map((): Step[] => []);
  shown.forEach((step, place) => {
    if (step.kind !== 'predict') return;
    const covers = predictions[step.id]?.covers ?? [];
    const last = shown.findLastIndex(({ kind, id }) => kind === 'experiment' && covers.includes(id));
    after[Math.max(place, last)]?.push({ kind: 'outcome', id: step.id });
  });
  return shown.flatMap((step, place) => [step, ...(after[place] ?? [])]);
}

/** The predictions that a reader at a step has come past. */
export function predictionsBefore(steps: readonly Step[], at: number): Set<string> {
  return new Set(
    steps
      .slice(0, at)
      .flatMap((step) => (step.kind === 'predict' || step.kind === 'outcome' ? [step.id] : [])),
  );
}

/** The step that contains a block; the title's if there is none. */
export function stepOfBlock(steps: readonly Step[], block: number): number {
  const place = steps.findLastIndex((step) => 'blocks' in step && (step.blocks[0] ?? 0) <= block);
  return Math.max(0, place);
}

/** The number of a step as an address has it, from 1; the nearest that there is. */
export function stepNumbered(steps: readonly Step[], number: number): number {
  return Number.isFinite(number) ? Math.min(Math.max(Math.round(number) - 1, 0), steps.length - 1) : 0;
}
