/**
 * Splits a lesson into steps, one screen each: the title, then each section, split at predictions, experiments and checks. So a question comes
 * before its run, and the run before its discussion. The outcome of a prediction is a separate step after its run.
 */

/** The properties of a text block that steps depend on. */
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
  /** Indexes of the blocks in the text. */
  blocks: readonly number[];
  /** Index of the experiment that a check refers to; it is shown again with the check. */
  run?: number;
}

/** The experiments that each prediction covers, and the one that each check refers to. */
export interface Questions {
  predictions: Readonly<Record<string, { covers: readonly string[] }>>;
  checks: Readonly<Record<string, { experiment: string }>>;
}

export function stepsOf(blocks: readonly Block[], { predictions, checks }: Questions): Step[] {
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
    const bareHeading = open?.bare ? shown.pop() : undefined;
    const run = blocks.findIndex((one) => one.kind === 'experiment' && one.id === checks[id]?.experiment);
    shown.push({
      kind,
      id,
      blocks: [...(bareHeading?.blocks ?? []), place],
      ...(kind === 'check' && run >= 0 && { run }),
    });
    open = null;
  });
  return [{ kind: 'title' }, ...withOutcomes(shown, predictions)];
}

/** Inserts each prediction's outcome after the last of its experiments, or right after the prediction if no experiment follows. */
function withOutcomes(shown: readonly TextStep[], predictions: Questions['predictions']): Step[] {
  const after = shown.map((): Step[] => []);
  shown.forEach((step, place) => {
    if (step.kind !== 'predict') return;
    const covers = predictions[step.id]?.covers ?? [];
    const last = shown.findLastIndex(({ kind, id }) => kind === 'experiment' && covers.includes(id));
    after[Math.max(place, last)]?.push({ kind: 'outcome', id: step.id });
  });
  return shown.flatMap((step, place) => [step, ...(after[place] ?? [])]);
}

/** The predictions in the steps before a step. */
export function predictionsBefore(steps: readonly Step[], at: number): Set<string> {
  return new Set(
    steps
      .slice(0, at)
      .flatMap((step) => (step.kind === 'predict' || step.kind === 'outcome' ? [step.id] : [])),
  );
}

/** Index of the step that contains a block; 0 (the title) if there is none. */
export function stepOfBlock(steps: readonly Step[], block: number): number {
  const place = steps.findLastIndex((step) => 'blocks' in step && (step.blocks[0] ?? 0) <= block);
  return Math.max(0, place);
}

/** Index of the step for a number in an address, which counts from 1. Out-of-range numbers give the nearest step. */
export function stepNumbered(steps: readonly Step[], number: number): number {
  return Number.isFinite(number) ? Math.min(Math.max(Math.round(number) - 1, 0), steps.length - 1) : 0;
}
