/** `docs/readings.md`, which lists how the papers' set-ups were read, as paragraphs. */

interface Block {
  kind: 'heading' | 'paragraph';
  parts: { words: string; strong: boolean }[];
}

const files = import.meta.glob<string>('../../docs/readings.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const readings: readonly Block[] = Object.values(files).flatMap(blocksOf);

/** Reads headings, paragraphs and bold words. Other marks of Markdown are removed. */
export function blocksOf(markdown: string): Block[] {
  return markdown
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '' && !block.startsWith('# '))
    .map((block) => {
      const heading = /^#+ /.exec(block);
      const words = block.slice(heading?.[0].length ?? 0).replaceAll(/\s*\n\s*/g, ' ');
      const parts = words.split('**').map((part, place) => ({
        words: part.replaceAll(/[*`]/g, ''),
        strong: place % 2 === 1,
      }));
      return { kind: heading ? 'heading' : 'paragraph', parts: parts.filter((part) => part.words !== '') };
    });
}
