/**
 * Version 1 of the protocol between an embed and its host page: the types of messages and the functions that validate
 * them. Both the frame and the host's SDK (`v1.ts`) use this file.
 *
 * Messages in any other form are ignored. The numbers of requests only increase, so a replayed request has no effect.
 */
import type { Atom, Summary } from '../../engine/schema';

export const VERSION = 1;

/**
 * Maximum size of a host's message: the characters of all texts and names, plus 8 for each other value. An empty text and a hole in a list
 * count too, so this is also the largest number of values that are read.
 */
export const MAX_REQUEST_SIZE = 1 << 16;

/** Maximum size of an embed's message, counted the same way. */
export const MAX_ANSWER_SIZE = 1 << 22;

/** Maximum nesting depth of a message. */
const MAX_DEPTH = 16;

export type Method = 'getState' | 'setState' | 'run';

/** Selects runs. An embed of one experiment or of a bench needs no name. */
export interface Which {
  /** The name of one of the lesson's experiments. */
  experiment?: string;
}

/** Changes for `setState`; omitted properties stay unchanged. */
export interface StateChange extends Which {
  /** New values by path, as in a link (`flows.0.sender.preset`), for every run that has the field. */
  changes?: Record<string, Atom>;
  /** The run to change; by default, all runs. */
  arm?: string;
  /** Position of the time cursor in seconds; null removes the cursor. */
  cursor?: number | null;
  /** The time window in seconds; null shows the whole run. */
  seconds?: [from: number, to: number] | null;
  /** Progress from an earlier `getState`. Replaces the student's progress. */
  progress?: Progress;
}

/** A student's progress in a lesson, in an internal format. Hosts may store it and pass it to `setState` unchanged. */
export type Progress = Record<string, unknown>;

/** One run of an experiment. */
export interface ArmState {
  label: string;
  /** Link that opens the run on the bench in its current state, relative to the lab's address. */
  link: string | null;
  /** The digest of the latest finished run. Equal scenarios have equal digests on every machine. */
  digest: string | null;
}

export interface ExperimentState {
  /** The first of `crashed`, `refused`, `running`, `idle`, `cancelled` and `done` that applies to any of the runs. */
  phase: string;
  arms: Record<string, ArmState>;
  cursor: number | null;
  seconds: [from: number, to: number];
}

/** The numbers of the embed's predictions and tasks, and of those that the student has done. */
export interface Standing {
  asked: number;
  made: number;
  /** The number of predictions that the student went on without. */
  skipped: number;
  tasks: number;
  done: number;
  /** True if nothing is left to do: every prediction is made or skipped, and every task done. */
  complete: boolean;
  /** The share of predictions made and tasks done, between 0 and 1. */
  score: number;
}

export interface State {
  shows: Shows;
  /** The lesson's name, or null on a bench. */
  lesson: string | null;
  /** The experiments loaded so far, by name. A bench's experiment is called `bench`. */
  experiments: Record<string, ExperimentState>;
  standing: Standing;
  /** Null on a bench, which has no questions. */
  progress: Progress | null;
}

export type Shows = 'lesson' | 'experiment' | 'bench';

/** A problem of the embed's address: parameter, problem, allowed values. */
export interface AddressProblem {
  path: string;
  problem: string;
  allowed: string;
}

/** The events that an embed sends, with their data. */
export interface Events {
  /** The embed has loaded and answers requests. */
  ready: { shows: Shows; title: string; problems: AddressProblem[] };
  /** All runs of an experiment have finished, for the first time or after a change. */
  summary: { experiment: string; arms: Record<string, { label: string; summary: Summary }> };
  /** A prediction was locked or judged, or a task checked. `passed` is null until the runs have finished. */
  answer: { kind: 'prediction' | 'check'; id: string; answer: unknown; passed: boolean | null };
  /** Every prediction is made or skipped and every task done. Without any, this event follows the first runs. */
  completed: Standing;
  /** The embed can't open. Until it's `ready` after all, it refuses every request with this message. */
  failed: OpeningFailure;
}

export interface OpeningFailure {
  /**
   * `address`: the address is damaged, or names what doesn't exist. `missing_file`: a file of the lab couldn't be loaded.
   * `slow`: the embed still waits for its files. `error`: a mistake in the lab.
   */
  reason: 'address' | 'missing_file' | 'slow' | 'error';
  message: string;
}

export interface Results {
  getState: State;
  setState: State;
  run: Events['summary'];
}

export interface Failure {
  /**
   * `bad_request`: the request is invalid. `not_there`: the experiment doesn't exist or isn't loaded yet. `covered`:
   * the student has to make a prediction first. `not_supported`: the embed can't do this here, for example because only
   * the student can start it. `locked`: the field is locked. `refused`: the engine refuses the scenario. `failed`: the
   * run did not finish, or the embed couldn't open.
   */
  code: 'bad_request' | 'not_there' | 'covered' | 'not_supported' | 'locked' | 'refused' | 'failed';
  message: string;
}

type Envelope<T extends string> = { vegaslab: typeof VERSION; type: T };

export type Hello = Envelope<'hello'>;
export type Request = Envelope<'request'> & { id: number } & (
    | { method: 'getState'; params: Record<string, never> }
    | { method: 'setState'; params: StateChange }
    | { method: 'run'; params: Which }
  );
/** A request with an invalid method or parameters. */
export type BadRequest = Envelope<'bad'> & { id: number; message: string };

export type Answer = Envelope<'answer'> & { id: number } & ({ result: unknown } | { failure: Failure });
/** Answers a hello. `pending` lists the requests that the embed has received and not answered yet. */
export type Welcome = Envelope<'welcome'> & { pending?: number[] };
export type FromEmbed =
  | Envelope<'here'>
  | Welcome
  | (Envelope<'height'> & { height: number })
  | Answer
  | { [E in keyof Events]: Envelope<'event'> & { event: E; data: Events[E] } }[keyof Events];

const NAME = /^[\w-]{1,64}$/;
const PATH = /^[A-Za-z_][\w>-]*(\.[\w>-]+)*$/;
const FORBIDDEN = /(^|\.)(__proto__|prototype|constructor)(\.|$)/;
const MAX_PATH_LENGTH = 200;
const MAX_CHANGES = 64;

type Fields = Record<string, unknown>;

/** Validates a host's message; null if it doesn't belong to this protocol. */
export function readFromHost(value: unknown): Hello | Request | BadRequest | null {
  if (dataProblem(value, MAX_REQUEST_SIZE) !== null || !isFields(value) || value.vegaslab !== VERSION)
    return null;
  if (value.type === 'hello') return hasOnly(value, ['vegaslab', 'type']) ? (value as Hello) : null;
  const { type, id, method, params = {} } = value;
  if (type !== 'request' || !isId(id)) return null;
  const badRequest = (message: string): BadRequest => ({ vegaslab: VERSION, type: 'bad', id, message });
  if (!hasOnly(value, ['vegaslab', 'type', 'id', 'method', 'params']))
    return badRequest('a field is not known');
  if (!isFields(params)) return badRequest('params: is no object');
  const problem = paramsProblem(method, params);
  return problem === null
    ? ({ vegaslab: VERSION, type, id, method, params } as Request)
    : badRequest(problem);
}

/** Validates an embed's message; null if it doesn't belong to this protocol. */
export function readFromEmbed(value: unknown): FromEmbed | null {
  if (dataProblem(value, MAX_ANSWER_SIZE) !== null || !isFields(value) || value.vegaslab !== VERSION)
    return null;
  switch (value.type) {
    case 'here':
      return value as FromEmbed;
    case 'welcome': {
      const { pending = [] } = value;
      return Array.isArray(pending) && pending.every(isId) ? (value as FromEmbed) : null;
    }
    case 'height':
      return Number.isFinite(value.height) && Number(value.height) > 0 ? (value as FromEmbed) : null;
    case 'answer':
      return isId(value.id) && ('result' in value || isFields(value.failure)) ? (value as FromEmbed) : null;
    case 'event':
      return typeof value.event === 'string' && isFields(value.data) ? (value as FromEmbed) : null;
    default:
      return null;
  }
}

function paramsProblem(method: unknown, params: Fields): string | null {
  switch (method) {
    case 'getState':
      return hasOnly(params, []) ? null : 'params: getState takes none';
    case 'run':
      return hasOnly(params, ['experiment'])
        ? nameProblem(params, 'experiment')
        : 'params: run takes experiment';
    case 'setState':
      return changeProblem(params);
    default:
      return 'method: is not known; allowed: getState, setState, run';
  }
}

function changeProblem(params: Fields): string | null {
  const known = ['experiment', 'arm', 'changes', 'cursor', 'seconds', 'progress'];
  if (!hasOnly(params, known)) return `params: setState takes ${known.join(', ')}`;
  const { changes, cursor, seconds, progress } = params;
  const isTime = (one: unknown) => typeof one === 'number' && Number.isFinite(one);
  if (changes !== undefined && !areChanges(changes))
    return `params.changes: allowed: up to ${MAX_CHANGES} values by path, each a text, a number, true, false or null`;
  if (cursor !== undefined && cursor !== null && !isTime(cursor))
    return 'params.cursor: allowed: seconds, or null';
  if (seconds !== undefined && seconds !== null) {
    const [from, to] = Array.isArray(seconds) && seconds.length === 2 ? seconds : [];
    if (!isTime(from) || !isTime(to) || from >= to)
      return 'params.seconds: allowed: two numbers, the first smaller, or null';
  }
  if (progress !== undefined && !isFields(progress))
    return 'params.progress: allowed: what getState gave as progress';
  return nameProblem(params, 'experiment') ?? nameProblem(params, 'arm');
}

function nameProblem(params: Fields, field: string): string | null {
  const name = params[field];
  const fits = name === undefined || (typeof name === 'string' && NAME.test(name));
  return fits ? null : `params.${field}: is no name`;
}

function areChanges(value: unknown): boolean {
  if (!isFields(value)) return false;
  const changes = Object.entries(value);
  return changes.length <= MAX_CHANGES && changes.every(([path, to]) => isPath(path) && isAtom(to));
}

/** Returns true if an untrusted text is a valid field path. */
export function isPath(text: string): boolean {
  return text.length <= MAX_PATH_LENGTH && PATH.test(text) && !FORBIDDEN.test(text);
}

function isAtom(value: unknown): value is Atom {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}

function isId(id: unknown): id is number {
  return Number.isSafeInteger(id) && Number(id) > 0;
}

function isFields(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function hasOnly(value: Fields, known: readonly string[]): boolean {
  return Object.keys(value).every((key) => known.includes(key));
}

/**
 * Why a value isn't plain data of the allowed size; null if it is. Reads at most as many values as the size allows, whatever the value is:
 * a list may have four billion holes, and one list may appear in another many times.
 */
export function dataProblem(value: unknown, allowed: number): string | null {
  let remaining = allowed;
  const count = (size: number) => {
    remaining -= size;
    return remaining < 0 ? `it has more than ${allowed} characters, counting 8 for each number` : null;
  };
  const problemOf = (one: unknown, depth: number): string | null => {
    const tooLarge = count(typeof one === 'string' ? Math.max(one.length, 1) : 8);
    if (tooLarge !== null) return tooLarge;
    if (depth > MAX_DEPTH) return `it contains itself, or is more than ${MAX_DEPTH} levels deep`;
    if (Array.isArray(one)) {
      // By index, because `every` and `for of` on a list with holes take as long as its length.
      for (let place = 0; place < one.length; place += 1) {
        const problem = problemOf(one[place], depth + 1);
        if (problem !== null) return problem;
      }
      return null;
    }
    if (isFields(one)) {
      for (const key in one) {
        const problem = count(key.length) ?? problemOf(one[key], depth + 1);
        if (problem !== null) return problem;
      }
      return null;
    }
    return one === null || PLAIN.includes(typeof one) ? null : `it contains a ${nameOf(one)}`;
  };
  return problemOf(value, 0);
}

const PLAIN = ['string', 'number', 'boolean', 'undefined'];

/** The name of a value's type, for example `bigint` or `Map`. */
function nameOf(value: unknown): string {
  return typeof value === 'object' ? Object.prototype.toString.call(value).slice(8, -1) : typeof value;
}
