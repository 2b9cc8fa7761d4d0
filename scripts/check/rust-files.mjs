import { existsSync } from 'node:fs';
import { ROOT, run, Stop } from '../child.mjs';

/**
 * The command that runs rustfmt on every Rust file of the project. `cargo fmt` would miss the modules that the
 * registries declare inside a macro.
 * @param {readonly string[]} [flags]
 * @returns {Promise<[program: string, args: string[]]>}
 */
export async function rustfmt(flags = []) {
  const listed = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.rs']);
  if (listed.code !== 0) throw new Stop(`git could not list the Rust files: ${listed.output.trim()}`);
  const files = listed.output.split('\0').filter((file) => file && existsSync(`${ROOT}${file}`));
  return ['rustfmt', ['--edition', '2024', ...flags, ...new Set(files)]];
}

/**
 * Replaces every run of comments and white space outside of literals by one space.
 * @param {string} source
 */
export function withoutComments(source) {
  // Matches comments and white space, raw strings, strings, and characters (not lifetimes).
  const tokens =
    /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+|\bb?r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[^']+|[^'\\])'/g;
  return source.replace(tokens, (token) => (/^(\s|\/[/*])/.test(token) ? ' ' : token)).trim();
}
