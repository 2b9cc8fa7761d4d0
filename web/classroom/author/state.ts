/** The state of the authoring page: the copy, whose blocks have keys while they're edited, and the steps to undo. */
import type { Block, LessonCopy } from '../../lessons/copy/format';

/** A block with a key that stays while it's edited and moved. */
export type Keyed = Block & { key: string };

export interface Editing {
  copy: Omit<LessonCopy, 'blocks'>;
  blocks: readonly Keyed[];
}

let last = 0;

function freshKey(): string {
  last += 1;
  return `b${last}`;
}

function keyed(block: Block): Keyed {
  const own = 'blocks' in block ? { ...block, blocks: block.blocks.map(keyed) } : block;
  return { ...own, key: freshKey() };
}

function unkeyed({ key, ...block }: Keyed): Block {
  return 'blocks' in block
    ? ({ ...block, blocks: (block.blocks as Keyed[]).map(unkeyed) } as Block)
    : (block as Block);
}

export function editingOf({ blocks, ...copy }: LessonCopy): Editing {
  return { copy, blocks: blocks.map(keyed) };
}

/** The copy as it's saved. Claims that no text uses anymore are left out. */
export function copyOf({ copy, blocks }: Editing): LessonCopy {
  const plain = blocks.map(unkeyed);
  const text = JSON.stringify(plain);
  const used = Object.entries(copy.claims).filter(([id]) => links(text, id));
  const { format, version, id, base, title, question, settings } = copy;
  return {
    format,
    version,
    id,
    base,
    title,
    question,
    blocks: plain,
    claims: Object.fromEntries(used),
    settings,
  };
}

/** True if a text has a link to a claim, such as `[5 ms](claim:own-1)` or `[5 ms](<claim:own-1> "a title")`. */
function links(text: string, claim: string): boolean {
  const link = `claim:${claim}`;
  for (let at = text.indexOf(link); at >= 0; at = text.indexOf(link, at + 1))
    // The id of another claim goes on here.
    if (!/[\w.-]/.test(text[at + link.length] ?? '')) return true;
  return false;
}

/** The blocks inside a fold or notebook; null for other blocks. */
export function insideOf(block: Keyed): readonly Keyed[] | null {
  return 'blocks' in block ? (block.blocks as Keyed[]) : null;
}

/** Applies a change to the list of blocks that has the key. */
function inList(
  blocks: readonly Keyed[],
  key: string,
  change: (list: readonly Keyed[], place: number) => readonly Keyed[],
): readonly Keyed[] {
  const place = blocks.findIndex((block) => block.key === key);
  if (place >= 0) return change(blocks, place);
  return blocks.map((block) => {
    const inside = insideOf(block);
    if (inside === null) return block;
    const changed = inList(inside, key, change);
    return changed === inside ? block : ({ ...block, blocks: changed } as Keyed);
  });
}

export function changeBlock(blocks: readonly Keyed[], key: string, fields: object): readonly Keyed[] {
  return inList(blocks, key, (list) =>
    list.map((block) => (block.key === key ? ({ ...block, ...fields } as Keyed) : block)),
  );
}

/** Moves a block up (-1) or down (1) among its neighbors. At an end it stays. */
export function moveBlock(blocks: readonly Keyed[], key: string, by: -1 | 1): readonly Keyed[] {
  return inList(blocks, key, (list, place) => {
    const other = list[place + by];
    const moved = list[place];
    if (other === undefined || moved === undefined) return list;
    return list.map((block, index) => (index === place ? other : index === place + by ? moved : block));
  });
}

export function removeBlock(blocks: readonly Keyed[], key: string): readonly Keyed[] {
  return inList(blocks, key, (list, place) => list.filter((_, index) => index !== place));
}

/** Adds a block after another; its key is returned with the blocks. */
export function addBlock(
  blocks: readonly Keyed[],
  after: string,
  block: Block,
): { blocks: readonly Keyed[]; key: string } {
  const added = keyed(block);
  return {
    blocks: inList(blocks, after, (list, place) => list.toSpliced(place + 1, 0, added)),
    key: added.key,
  };
}

/** All blocks in the order of the page, like `allBlocks` of the copy. */
export function flat(blocks: readonly Keyed[]): Keyed[] {
  return blocks.flatMap((block) => [block, ...flat(insideOf(block) ?? [])]);
}

/** The key that has the focus after a block is removed: the next one, or the one before. */
export function neighborOf(blocks: readonly Keyed[], key: string): string | null {
  const all = flat(blocks);
  const place = all.findIndex((block) => block.key === key);
  return (all[place + 1] ?? all[place - 1])?.key ?? null;
}

/** An id for a claim or an option that the author adds. No lesson has such ids, so no run gives such an option as its answer. */
export function freeId(taken: object): string {
  for (let number = 1; ; number += 1) if (!(`own-${number}` in taken)) return `own-${number}`;
}

export interface History {
  past: readonly Editing[];
  now: Editing;
  future: readonly Editing[];
  /** The subject of the last change, and its time, ms. Quick changes to the same thing are one step. */
  about: string;
  at: number;
}

/** A pause after which typing begins another step, ms. */
const STEP_AFTER_MS = 1500;

/** Steps that can be undone. */
const MOST_STEPS = 200;

export function changed(history: History, now: Editing, about: string, at: number): History {
  const same = about !== '' && about === history.about && at - history.at < STEP_AFTER_MS;
  const past = same ? history.past : [...history.past, history.now].slice(-MOST_STEPS);
  return { past, now, future: [], about, at };
}

export function undone({ past, now, future }: History): History | null {
  const before = past.at(-1);
  return before === undefined
    ? null
    : { past: past.slice(0, -1), now: before, future: [now, ...future], about: '', at: 0 };
}

export function redone({ past, now, future }: History): History | null {
  const [next, ...later] = future;
  return next === undefined ? null : { past: [...past, now], now: next, future: later, about: '', at: 0 };
}
