/**
 * Splits a lesson into steps, one screen each: the title, each step of a stage, then each section, split at predictions, experiments and
 * checks. So a question comes before its run, and the run before its discussion. The outcome of a prediction is a separate step after its
 * run.
 */

/** The properties of a text block that steps depend on. */
export interface Block {
  kind: 'heading' | 'text' | 'stage' | 'predict' | 'experiment' | 'check' | 'omitted';
  /** Id of the prediction, experiment or check; empty if the block has none. */
  id: string;
  /** Ids of a stage's steps. */
  steps?: readonly string[];
}

export type Step =
  | { kind: 'title' }
  | TextStep
  /** Compares the room's prediction with the run. */
  | { kind: 'outcome'; id: string };

interface TextStep {
  kind: 'text' | 'stage' | 'predict' | 'experiment' | 'check';
  /** Of a stage: its step. */
  id: string;
  /** Indexes of the blocks in the text. */
  blocks: readonly number[];
  /** Index of the experiment, or of the stage, that a check refers to; it is shown again with the check. */
  run?: number;
  /** The stage's step that is shown again with the check. */
  again?: string;
}

/** The experiments that each prediction covers, and the ones that each check and each step of a stage refer to. */
export interface Questions {
  predictions: Readonly<Record<string, { covers: readonly string[] }>>;
  checks: Readonly<Record<string, { experiment: string }>>;
  steps: Readonly<Record<string, { experiment: string; changes?: unknown; controls?: unknown }>>;
}

export function stepsOf(blocks: readonly Block[], questions: Questions): Step[] {
  const { checks } = questions;
  const shown: TextStep[] = [];
  // A heading joins the next block; alone it would be an empty screen.
  let open: { kind: 'text'; id: string; blocks: number[]; bare: boolean } | null = null;
  blocks.forEach(({ kind, id, steps = [] }, place) => {
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
    const all = [...(bareHeading?.blocks ?? []), place];
    open = null;
    if (kind === 'stage')
      for (const step of steps) shown.push({ kind, id: step, blocks: step === steps[0] ? all : [place] });
    else
      shown.push({
        kind,
        id,
        blocks: all,
        ...(kind === 'check' && shownAgain(blocks, checks[id]?.experiment ?? '', questions.steps)),
      });
  });
  return [{ kind: 'title' }, ...withOutcomes(shown, questions)];
}

/** What a check shows again: its experiment, or the stage's step that shows it, if possible one with controls. */
function shownAgain(
  blocks: readonly Block[],
  experiment: string,
  steps: Questions['steps'],
): Pick<TextStep, 'run' | 'again'> {
  const run = blocks.findIndex(({ kind, id }) => kind === 'experiment' && id === experiment);
  if (run >= 0) return { run };
  const onStage = blocks.flatMap((block, run) =>
    (block.steps ?? []).flatMap((again) => {
      const step = steps[again];
      return step?.experiment === experiment && step.changes === undefined ? [{ run, again }] : [];
    }),
  );
  return onStage.find(({ again }) => steps[again]?.controls !== undefined) ?? onStage[0] ?? {};
}

/**
 * Inserts each prediction's outcome once all of its experiments have been shown, or right after the prediction if none follows.
 */
function withOutcomes(shown: readonly TextStep[], { predictions, steps }: Questions): Step[] {
  const after = shown.map((): Step[] => []);
  shown.forEach((step, place) => {
    if (step.kind !== 'predict') return;
    const covers = predictions[step.id]?.covers ?? [];
    const first = covers.map((experiment) =>
      shown.findIndex(
        ({ kind, id }, at) =>
          at > place &&
          ((kind === 'experiment' && id === experiment) ||
            (kind === 'stage' && steps[id]?.experiment === experiment)),
      ),
    );
    after[Math.max(place, ...first)]?.push({ kind: 'outcome', id: step.id });
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

/** Index of the step that contains a block, and of a stage the given step; 0 (the title) if there is none. */
export function stepOfBlock(steps: readonly Step[], block: number, onStage?: string): number {
  const staged = steps.findIndex((step) => step.kind === 'stage' && step.id === onStage);
  if (staged >= 0) return staged;
  const place = steps.findLastIndex((step) => 'blocks' in step && (step.blocks[0] ?? 0) <= block);
  return Math.max(0, place);
}

/** Index of the step for a number in an address, which counts from 1. Out-of-range numbers give the nearest step. */
export function stepNumbered(steps: readonly Step[], number: number): number {
  return Number.isFinite(number) ? Math.min(Math.max(Math.round(number) - 1, 0), steps.length - 1) : 0;
}
