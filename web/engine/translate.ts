/**
 * What the engine and the theory say, in the reader's language. They are built with English alone, so their words are put into ours
 * where they arrive on the page: nobody behind `EngineClient` sees others.
 */
import { marked } from '../words/format';
import { composed, filled, spoken, translated } from '../words/words';
import type { FromWorker } from './protocol';
import type { Catalogue, FieldInfo, Prediction, Problem, Shape } from './schema';

/** A message of the engine's. */
export function inOurWords(message: FromWorker): FromWorker {
  if (spoken() === 'en') return message;
  switch (message.type) {
    case 'ready':
      return { ...message, catalogue: catalogueInOurWords(message.catalogue) };
    case 'predicted':
      return { ...message, prediction: predictionInOurWords(message.prediction) };
    case 'failed': {
      const { message: words, problems } = message;
      return { ...message, message: sentenceInOurWords(words), problems: problems.map(problemInOurWords) };
    }
    default:
      return message;
  }
}

/** The catalogue with its titles, explanations and units put into words; names and kinds, which are the scenario's, stay. */
function catalogueInOurWords(catalogue: Catalogue): Catalogue {
  const parts = Object.entries(catalogue.parts).map(([name, { title, doc, members }]) => {
    const ours = members.map((member) => ({
      ...member,
      doc: said(member.doc),
      fields: member.fields.map(fieldInOurWords),
    }));
    return [name, { title: said(title), doc: said(doc), members: ours }] as const;
  });
  return {
    ...catalogue,
    parts: Object.fromEntries(parts),
    presets: catalogue.presets.map((preset) => ({
      ...preset,
      title: said(preset.title),
      doc: said(preset.doc),
    })),
    scenario: catalogue.scenario.map(fieldInOurWords),
  };
}

function fieldInOurWords(field: FieldInfo): FieldInfo {
  return { ...field, doc: said(field.doc), shape: shapeInOurWords(field.shape) };
}

function shapeInOurWords(shape: Shape): Shape {
  switch (shape.type) {
    case 'number':
      return { ...shape, unit: said(shape.unit) };
    case 'choice':
      return { ...shape, choices: shape.choices.map((choice) => ({ ...choice, doc: said(choice.doc) })) };
    case 'object':
      return { ...shape, fields: shape.fields.map(fieldInOurWords) };
    case 'list':
    case 'optional':
      return { ...shape, item: shapeInOurWords(shape.item) };
    default:
      return shape;
  }
}

/** What is not said, as the unit of a pure number, is said in no language. */
function said(english: string): string {
  return english === '' ? '' : translated(english);
}

/** A problem that the engine found. */
function problemInOurWords({ path, problem, allowed }: Problem): Problem {
  return { path, problem: sentenceInOurWords(problem), allowed: sentenceInOurWords(allowed) };
}

/** What the theory says, and why it says no more. */
function predictionInOurWords(prediction: Prediction): Prediction {
  // Thousands of flows have the same few reasons.
  const known = new Map<string, string>();
  const say = (english: string): string => {
    const ours = known.get(english) ?? sentenceInOurWords(english);
    known.set(english, ours);
    return ours;
  };
  const withReason = <T extends { reason?: string }>(one: T): T =>
    one.reason === undefined ? one : { ...one, reason: say(one.reason) };
  return {
    ...prediction,
    flows: prediction.flows.map(withReason),
    intervals: prediction.intervals.map((interval) => ({
      ...interval,
      theory: say(interval.theory),
      says: say(interval.says),
      caveats: interval.caveats.map(say),
    })),
    repairs: prediction.repairs.map(withReason),
  };
}

/** A sentence that the engine or its worker put together; one that nobody knows stays English. */
function sentenceInOurWords(english: string): string {
  const whole = said(english);
  if (whole !== english) return whole;
  for (const { sentence, form, names } of patterns()) {
    const [, ...found] = form.exec(english) ?? [];
    if (found.length === 0) continue;
    const values = names.map((name, place) => [name, valueInOurWords(name, found[place] ?? '')]);
    return filled(translated(sentence), Object.fromEntries(values));
  }
  return english;
}

/** Names that people gave, and what stands in their text (`given`), stay as they are. */
function valueInOurWords(name: string, value: string): string {
  if (name === 'unit' || name === 'reason') return sentenceInOurWords(value);
  return name !== 'given' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(value) ? marked(value) : value;
}

interface Pattern {
  /** As in the catalogues. */
  sentence: string;
  form: RegExp;
  names: string[];
}

let compiled: { from: readonly string[]; patterns: Pattern[] } | null = null;

/** Those that say most themselves first: "one of {names} or {count} more" is also "one of {names}". Sentences without names are found whole. */
function patterns(): Pattern[] {
  const from = composed();
  if (compiled?.from !== from) {
    const open = from.filter((sentence) => NAME.test(sentence));
    const own = (sentence: string) => sentence.replace(new RegExp(NAME, 'g'), '').length;
    compiled = { from, patterns: open.sort((a, b) => own(b) - own(a)).map(patternOf) };
  }
  return compiled.patterns;
}

const NAME = /\{(\w+)\}/;

function patternOf(sentence: string): Pattern {
  // Split at a group: names stand at the odd places.
  const pieces = sentence.split(NAME);
  const form = pieces.map((piece, place) =>
    place % 2 === 1 ? '(.+?)' : piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  return {
    sentence,
    form: new RegExp(`^${form.join('')}$`, 's'),
    names: pieces.filter((_, place) => place % 2 === 1),
  };
}
