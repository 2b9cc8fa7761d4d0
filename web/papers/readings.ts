/** `docs/readings.md`, which lists how the papers' set-ups were read, as paragraphs. */

interface Part {
  words: string;
  strong: boolean;
}

type Block =
  | { kind: 'heading' | 'paragraph'; parts: Part[] }
  | { kind: 'list'; items: Part[][] }
  | { kind: 'table'; rows: string[][] };

const files = import.meta.glob<string>('../../docs/readings.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const readings: readonly Block[] = Object.values(files).flatMap(blocksOf);

/** Reads headings, paragraphs, numbered lists, tables and bold words. Other marks of Markdown are removed. */
export function blocksOf(markdown: string): Block[] {
  return markdown
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '' && !block.startsWith('# '))
    .map((block): Block => {
      if (block.startsWith('|')) return { kind: 'table', rows: rowsOf(block) };
      if (/^\d+\. /.test(block)) {
        return {
          kind: 'list',
          items: block
            .split(/\n?^\d+\. /m)
            .slice(1)
            .map(partsOf),
        };
      }
      const heading = /^#+ /.exec(block);
      return {
        kind: heading ? 'heading' : 'paragraph',
        parts: partsOf(block.slice(heading?.[0].length ?? 0)),
      };
    });
}

/** The rows of a table without the line below its head. */
function rowsOf(table: string): string[][] {
  const rows = table.split('\n').map((row) => row.split('|').slice(1, -1));
  return rows.map((row) => row.map((cell) => cell.trim())).filter(([first]) => !/^-+$/.test(first ?? ''));
}

function partsOf(text: string): Part[] {
  return text
    .replaceAll(/\s*\n\s*/g, ' ')
    .split('**')
    .map((part, place) => ({ words: part.replaceAll(/[*`]/g, ''), strong: place % 2 === 1 }))
    .filter((part) => part.words !== '');
}
