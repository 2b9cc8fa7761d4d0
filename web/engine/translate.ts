/**
 * Translates the English texts of the engine and the theory when they arrive on the page. `EngineClient` passes on only translated texts.
 */
import { currentLanguage, filled, t, templateOf, translated } from '../base/words/words';
import { firstProblems } from './firstProblems';
import type { FromWorker } from './protocol';
import type { Catalogue, EngineProblem, FieldInfo, Message, Prediction, Problem, Shape } from './schema';

/** Translates the texts in a message from the worker. */
export function translateMessage(message: FromWorker): FromWorker {
  if (message.type === 'failed') return translateFailure(message);
  if (currentLanguage() === 'en') return message;
  switch (message.type) {
    case 'ready':
      return { ...message, catalogue: translateCatalogue(message.catalogue) };
    case 'predicted':
      return { ...message, prediction: translatePrediction(message.prediction) };
    default:
      return message;
  }
}

type Failed = Extract<FromWorker, { type: 'failed' }>;

function translateFailure({ message, failure, problems, count, ...rest }: Failed): Failed {
  if (currentLanguage() === 'en')
    return { ...rest, message, ...(failure && { failure }), problems: firstProblems(problems, count) };
  const sentence = failure === undefined ? message : translateSentence(failure);
  const translated = problems.map((one) => ('problem_message' in one ? translateProblem(one) : one));
  return {
    ...rest,
    message: sentence,
    ...(failure && { failure }),
    problems: firstProblems(translated, count),
  };
}

/** Translates the catalogue's titles, explanations and units. Names and kinds stay, because scenarios use them. */
function translateCatalogue(catalogue: Catalogue): Catalogue {
  const parts = Object.entries(catalogue.parts).map(([name, { title, doc, members }]) => {
    const translatedMembers = members.map((member) => ({
      ...member,
      label: translateOrEmpty(member.label),
      brief: translateOrEmpty(member.brief),
      doc: translateOrEmpty(member.doc),
      fields: member.fields.map(translateField),
    }));
    return [
      name,
      { title: translateOrEmpty(title), doc: translateOrEmpty(doc), members: translatedMembers },
    ] as const;
  });
  return {
    ...catalogue,
    parts: Object.fromEntries(parts),
    presets: catalogue.presets.map((preset) => ({
      ...preset,
      title: translateOrEmpty(preset.title),
      family: translateOrEmpty(preset.family),
      components: preset.components && translateComponents(preset.components),
      doc: translateOrEmpty(preset.doc),
    })),
    groups: catalogue.groups.map((group) => ({ ...group, title: translateOrEmpty(group.title) })),
    scenario: catalogue.scenario.map(translateField),
  };
}

function translateComponents(components: NonNullable<Catalogue['presets'][number]['components']>) {
  const switches = components.switches.map((one) => ({ ...one, label: translateOrEmpty(one.label) }));
  return { ...components, title: translateOrEmpty(components.title), switches };
}

function translateField(field: FieldInfo): FieldInfo {
  return {
    ...field,
    label: translateOrEmpty(field.label),
    doc: translateOrEmpty(field.doc),
    shape: translateShape(field.shape),
  };
}

function translateShape(shape: Shape): Shape {
  switch (shape.type) {
    case 'number':
      return translateNumber(shape);
    case 'choice':
      return { ...shape, choices: translateChoices(shape.choices) };
    case 'choice_or_number':
      return {
        ...shape,
        choices: translateChoices(shape.choices),
        number: translateNumber(shape.number),
      };
    case 'object':
      return { ...shape, fields: shape.fields.map(translateField) };
    case 'list':
    case 'optional':
      return { ...shape, item: translateShape(shape.item) };
    default:
      return shape;
  }
}

type NumberShape = Extract<Shape, { type: 'number' }>;
type Choices = Extract<Shape, { type: 'choice' }>['choices'];

const translateNumber = (shape: NumberShape): NumberShape => ({
  ...shape,
  unit: translateOrEmpty(shape.unit),
});

const translateChoices = (choices: Choices): Choices =>
  choices.map((choice) => ({
    ...choice,
    label: translateOrEmpty(choice.label),
    doc: translateOrEmpty(choice.doc),
  }));

/** Translates a text. Empty texts, for example the unit of a pure number, stay empty. */
function translateOrEmpty(english: string): string {
  return english === '' ? '' : translated(english);
}

/** Translates a problem that the engine found. */
function translateProblem(problem: EngineProblem): EngineProblem {
  const { problem_message, allowed_message } = problem;
  return {
    ...problem,
    problem: translateSentence(problem_message),
    allowed: translateSentence(allowed_message),
  };
}

/** Translates a prediction's descriptions and reasons. */
function translatePrediction(prediction: Prediction): Prediction {
  const withReason = <T extends { reason?: string; reason_message?: Message }>(one: T): T =>
    one.reason_message === undefined ? one : { ...one, reason: translateSentence(one.reason_message) };
  return {
    ...prediction,
    flows: prediction.flows.map(withReason),
    intervals: prediction.intervals.map((interval) => ({
      ...interval,
      theory: translateSentence(interval.theory_message),
      says: translateSentence(interval.says_message),
      caveats: interval.caveat_messages.map(translateSentence),
    })),
    repairs: prediction.repairs.map(withReason),
  };
}

/** Message arguments whose values are English texts of the engine's catalogue or JSON parser, so they are translated too. */
const TEXTS = new Set(['unit', 'doc', 'reason']);

/** Translates a message of the engine, the theory or the worker; without a translation it stays English. */
export function translateSentence({ code, args, text }: Message): string {
  const template = templateOf(code);
  if (template === null) return translated(text);
  const values = Object.entries(args).map(([name, value]) => {
    if (typeof value === 'object') return [name, translateSentence(value)];
    return [name, typeof value === 'string' && TEXTS.has(name) ? translateOrEmpty(value) : value];
  });
  return filled(template, Object.fromEntries(values));
}

/** A problem as a line of text: "flows.0.sender.avoidance.alpha: is below zero; allowed: 0 to 1000 segments". */
export function problemInWords({ path, problem, allowed }: Problem): string {
  return t('{path}: {problem}; allowed: {allowed}', { path, problem, allowed });
}
