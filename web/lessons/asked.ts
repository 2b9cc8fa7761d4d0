/** Finds the questions of a lesson's text, and those that students only meet if they open a fold or the notebook. */
import type { Element } from './copy/elements';
import type { Asked } from './score';

export interface AskedInText {
  /** Questions on the way through the lesson. */
  core: Asked;
  /** Questions in folds and in the notebook. A lesson is done without them. */
  optional: Asked;
  /** The folds with such questions, in order. */
  folds: readonly AskingFold[];
}

export interface AskingFold extends Asked {
  /** The fold's question; null for the notebook itself. */
  question: string | null;
}

const KINDS = { Predict: 'predictions', Check: 'checks' } as const;

interface Question {
  kind: (typeof KINDS)[keyof typeof KINDS];
  id: string;
  /** The fold that it's in; undefined if it's in none. */
  fold: string | null | undefined;
}

export function askedInText(elements: readonly Element[]): AskedInText {
  const questions = questionsIn(elements, undefined);
  const optional = questions.filter(({ fold }) => fold !== undefined);
  const folds = [...new Set(optional.map(({ fold }) => fold ?? null))];
  return {
    core: listed(questions.filter(({ fold }) => fold === undefined)),
    optional: listed(optional),
    folds: folds.map((question) => ({
      question,
      ...listed(optional.filter(({ fold }) => fold === question)),
    })),
  };
}

function listed(questions: readonly Question[]): Asked {
  const ids = (wanted: Question['kind']) =>
    questions.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
  return { predictions: ids('predictions'), checks: ids('checks') };
}

function questionsIn(elements: readonly Element[], fold: Question['fold']): Question[] {
  return elements.flatMap((element) => {
    if (typeof element === 'string') return [];
    const [name, attributes, ...inside] = element;
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name as keyof typeof KINDS] : undefined;
    const own: Question[] = kind === undefined ? [] : [{ kind, id: String(attributes.id), fold }];
    const around = name === 'Fold' ? String(attributes.question) : name === 'Notebook' ? null : fold;
    return [...own, ...questionsIn(inside, around)];
  });
}
