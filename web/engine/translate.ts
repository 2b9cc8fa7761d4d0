/**
 * What the engine and the theory say, in the reader's language. They are built with English alone, so their words are put into ours
 * where they arrive on the page: nobody behind `EngineClient` sees others.
 */
import { filled, spoken, templateOf, translated } from '../words/words';
import type { FromWorker } from './protocol';
import type { Catalogue, EngineProblem, FieldInfo, Message, Prediction, Shape } from './schema';

/** A message of the engine's. */
export function inOurWords(message: FromWorker): FromWorker {
  if (spoken() === 'en') return message;
  switch (message.type) {
    case 'ready':
      return { ...message, catalogue: catalogueInOurWords(message.catalogue) };
    case 'predicted':
      return { ...message, prediction: predictionInOurWords(message.prediction) };
    case 'failed': {
      const { failure, problems } = message;
      const words = failure === undefined ? message.message : sentenceInOurWords(failure);
      return { ...message, message: words, problems: problems.map(problemInOurWords) };
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
function problemInOurWords(problem: EngineProblem): EngineProblem {
  const { problem_message, allowed_message } = problem;
  return {
    ...problem,
    problem: sentenceInOurWords(problem_message),
    allowed: sentenceInOurWords(allowed_message),
  };
}

/** What the theory says, and why it says no more. */
function predictionInOurWords(prediction: Prediction): Prediction {
  const withReason = <T extends { reason?: string; reason_message?: Message }>(one: T): T =>
    one.reason_message === undefined ? one : { ...one, reason: sentenceInOurWords(one.reason_message) };
  return {
    ...prediction,
    flows: prediction.flows.map(withReason),
    intervals: prediction.intervals.map((interval) => ({
      ...interval,
      theory: sentenceInOurWords(interval.theory_message),
      says: sentenceInOurWords(interval.says_message),
      caveats: interval.caveat_messages.map(sentenceInOurWords),
    })),
    repairs: prediction.repairs.map(withReason),
  };
}

/** Values that are texts of the catalogue or of the JSON reader, which stand in ours by their English. */
const TEXTS = new Set(['unit', 'doc', 'reason']);

/** A message of the engine, the theory or the worker; one without a translation stays English. */
function sentenceInOurWords({ code, args, text }: Message): string {
  const template = templateOf(code);
  if (template === null) return translated(text);
  const values = Object.entries(args).map(([name, value]) => {
    if (typeof value === 'object') return [name, sentenceInOurWords(value)];
    return [name, typeof value === 'string' && TEXTS.has(name) ? said(value) : value];
  });
  return filled(template, Object.fromEntries(values));
}
