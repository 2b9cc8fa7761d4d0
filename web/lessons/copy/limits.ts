/**
 * Limits of a copy's Markdown, checked in linear time before it's parsed. The parser's time grows with the square of the marks in a
 * paragraph and with the depth of lists and quotes, and its recursion would exhaust the stack.
 */
import { formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';

/** Lists and quotes inside each other. */
export const DEEPEST_NESTING = 20;

/** Marks and lines in a paragraph, which ends at an empty line. Our lessons have at most 129. */
export const MOST_IN_PARAGRAPH = 1_000;

/** Marks and lines of all texts of a copy. Our lessons have at most 403. */
export const MOST_MARKS = 10_000;

export interface MarkdownProblem {
  problem: string;
  allowed: string;
}

/** Marks and lines of a text, and its first problem. */
export interface MeasuredMarkdown {
  marks: number;
  problem: MarkdownProblem | null;
}

const MARK = /[*_[\]`$~<&\\]/g;
const THEMATIC_BREAK = /^([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const MARKER = /(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/y;

/** A list's item continues on lines that are indented at least this much; 0 for a quote, which continues after a `>`. */
type Container = number;

export function measureMarkdown(text: string): MeasuredMarkdown {
  let marks = 0;
  let inParagraph = 0;
  let open: Container[] = [];
  let afterEmpty = true;
  /** The first line of the first paragraph beyond the limit, and its marks. */
  let longest: { line: number; marks: number } | null = null;
  let begins = 1;
  const lines = text.split(/\r\n|\r|\n/);
  for (const [place, line] of lines.entries()) {
    const isEmpty = line.trim() === '';
    const nesting = isEmpty ? { open, begun: 0 } : nestingOf(line, open, afterEmpty);
    if (isEmpty) open = open.filter((container) => container > 0);
    else open = nesting.open;
    if (open.length > DEEPEST_NESTING)
      return {
        marks,
        problem: {
          problem: t('lists and quotes are nested more than {most} deep in line {line}', {
            most: DEEPEST_NESTING,
            line: place + 1,
          }),
          allowed: t('up to {most} levels', { most: DEEPEST_NESTING }),
        },
      };
    const found = 1 + nesting.begun + (line.match(MARK)?.length ?? 0);
    marks += found + (line.match(/\|/g)?.length ?? 0);
    if (isEmpty) begins = place + 2;
    inParagraph = isEmpty ? 0 : inParagraph + found;
    if (inParagraph > MOST_IN_PARAGRAPH && (longest === null || longest.line === begins))
      longest = { line: begins, marks: inParagraph };
    afterEmpty = isEmpty;
  }
  if (longest !== null)
    return {
      marks,
      problem: {
        problem: t('the paragraph at line {line} has {count} marks and lines', {
          line: longest.line,
          count: formatCount(longest.marks),
        }),
        allowed: t('up to {most} between two empty lines', { most: formatCount(MOST_IN_PARAGRAPH) }),
      },
    };
  return { marks, problem: marks > MOST_MARKS ? tooManyMarks(marks) : null };
}

export function tooManyMarks(marks: number): MarkdownProblem {
  const most = formatCount(MOST_MARKS);
  return {
    problem: t('the texts have {count} marks and lines', { count: formatCount(marks) }),
    allowed: t('up to {most} in all texts together', { most }),
  };
}

/**
 * The containers open after a line that isn't empty, and how many begin in it. Where Markdown's rules would need the text before, it's the
 * deeper of the possible nestings.
 */
function nestingOf(
  line: string,
  before: readonly Container[],
  afterEmpty: boolean,
): { open: Container[]; begun: number } {
  let at = 0;
  let column = 0;
  /** Skips white space up to a column. */
  const skip = (until = Number.POSITIVE_INFINITY) => {
    for (; column < until && (line[at] === ' ' || line[at] === '\t'); at += 1)
      column += line[at] === '\t' ? 4 - (column % 4) : 1;
  };
  let matched = 0;
  for (const container of before) {
    const [place, from] = [at, column];
    if (container > 0) skip(column + container);
    else skip();
    const continues = container > 0 ? column >= from + container : line[at] === '>';
    if (!continues) {
      [at, column] = [place, from];
      break;
    }
    if (container === 0) {
      at += 1;
      column += 1;
    }
    matched += 1;
  }
  const begun: Container[] = [];
  let interrupts = true;
  while (matched + begun.length <= DEEPEST_NESTING) {
    skip();
    if (line[at] === '>') {
      begun.push(0);
      at += 1;
      column += 1;
      continue;
    }
    MARKER.lastIndex = at;
    const [marker, number] = MARKER.exec(line) ?? [];
    if (marker === undefined || THEMATIC_BREAK.test(line.slice(at))) break;
    at += marker.length;
    column += marker.length;
    begun.push(marker.length + 1);
    // Inside a paragraph, a list begins only at 1 and not with an empty item.
    if (begun.length === 1)
      interrupts = (number === undefined || Number(number) === 1) && /\S/.test(line.slice(at));
  }
  const open = [...before.slice(0, matched), ...begun];
  // A line without its containers' marks may continue the paragraph in them.
  const mayContinue = !afterEmpty && (begun.length === 0 || !interrupts);
  return { open: mayContinue && before.length > open.length ? [...before] : open, begun: begun.length };
}
