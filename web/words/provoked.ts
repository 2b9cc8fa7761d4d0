/** For the tests of what the engine and the theory say: the German catalogues, and which messages were said. */
import { catalogues } from '../../scripts/words.mjs';

/** A message, as the engine has it. */
interface Said {
  code: string;
  args: Record<string, number | string | Said>;
}

/** A catalogue of German by its name. */
export function german(name: string): Record<string, string> {
  return catalogues().get(`${name}.json`) ?? {};
}

/** The codes of messages and of those that they quote. */
export function codesOf(messages: readonly Said[]): string[] {
  return messages.flatMap(({ code, args }) => {
    const quoted = Object.values(args).filter((value) => typeof value === 'object');
    return [code, ...codesOf(quoted)];
  });
}

/** Codes of a list that no message has. */
export function unprovoked(list: Readonly<Record<string, string>>, messages: readonly Said[]): string[] {
  const said = new Set(codesOf(messages));
  return Object.keys(list).filter((code) => !said.has(code));
}

/** Codes of command-line assignments, which the page never shows: they need no German. */
export const COMMAND_LINE = [
  ...['no-value-given', 'path-and-value', 'list-is-empty', 'list-with-entries'],
  ...['star-without-list', 'star-for-entry', 'no-such-entry', 'entry-of-list'],
] as const;
