/** Helpers for tests of messages: the German catalogues, and which messages of a list occurred. */
import { catalogues } from '../../../scripts/words/words.mjs';

/** A message of the engine or the theory. */
interface CodedMessage {
  code: string;
  args: Record<string, number | string | CodedMessage>;
}

/** A German catalogue by name. */
export function german(name: string): Record<string, string> {
  return catalogues().get(`${name}.json`) ?? {};
}

/** The codes of messages and of the messages in their arguments. */
export function codesOf(messages: readonly CodedMessage[]): string[] {
  return messages.flatMap(({ code, args }) => {
    const quoted = Object.values(args).filter((value) => typeof value === 'object');
    return [code, ...codesOf(quoted)];
  });
}

/** The codes of a list that don't occur in any message. */
export function unprovoked(
  list: Readonly<Record<string, string>>,
  messages: readonly CodedMessage[],
): string[] {
  const occurred = new Set(codesOf(messages));
  return Object.keys(list).filter((code) => !occurred.has(code));
}

/** Codes that only the command line's `--set` produces. The page never shows them, so they need no German. */
export const COMMAND_LINE = ['no-value-given', 'path-and-value'] as const;
