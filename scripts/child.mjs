// Runs other programs; all scripts use these functions.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The project's root folder, with a trailing separator. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** JavaScript files of the npm packages' programs. Node runs them directly, so no system needs a shell. */
const TOOLS = {
  biome: '@biomejs/biome/bin/biome',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
};

/**
 * The program and arguments that run an npm package's program, for the functions below.
 * @param {keyof typeof TOOLS} name
 * @param {readonly string[]} args
 * @returns {[program: string, args: string[]]}
 */
export function tool(name, args) {
  return [process.execPath, [`${ROOT}node_modules/${TOOLS[name]}`, ...args]];
}

/** An error whose message explains everything, so it is printed without a stack trace. */
export class Stop extends Error {}

/**
 * @typedef {object} Finished
 * @property {number} code exit code; 1 if a signal ended the program, -1 if it couldn't be started
 * @property {string} output of both streams, in order of arrival
 */

/**
 * Runs a program and collects its output.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ write?: (text: string) => void, env?: Record<string, string>, limit_ms?: number }} [options] `write` gets the output
 *   while the program runs; after `limit_ms` it's ended
 * @returns {Promise<Finished>}
 */
export function run(program, args, { write, env = {}, limit_ms } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const end = () => {
      output += `\nended after ${(limit_ms ?? 0) / 1000} s`;
      child.kill();
      // Programs that it has started may keep these open.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const timer = limit_ms === undefined ? undefined : setTimeout(end, limit_ms);
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      write?.(text);
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text;
      write?.(text);
    });
    child.on('error', (error) => resolve({ code: -1, output: `${output}${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
    child.on('exit', () => clearTimeout(timer));
  });
}

/**
 * Runs a program that must succeed, and returns its output.
 * @param {string} program
 * @param {readonly string[]} args
 */
export async function outputOf(program, args) {
  const { code, output } = await run(program, args);
  if (code !== 0) throw new Stop(`${program} ${args[0] ?? ''} failed: ${output.trim()}`);
  return output;
}

/**
 * Runs a program that shares our terminal (colors, progress bars, Ctrl-C) and returns its exit code.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, shell?: boolean, stdoutToStderr?: boolean }} [options]
 * @returns {Promise<number>}
 */
export function runAttached(
  program,
  args,
  { cwd = ROOT, env = {}, shell = false, stdoutToStderr = false } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      shell,
      env: { ...process.env, ...env },
      stdio: ['inherit', stdoutToStderr ? 2 : 'inherit', 2],
    });
    child.on('error', (error) => reject(new Stop(`cannot start ${program}: ${error.message}`)));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a program that must succeed.
 * @param {string} what the name of the task in the error message
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, shell?: boolean, stdoutToStderr?: boolean }} [options]
 */
export async function must(what, program, args, options = {}) {
  const code = await runAttached(program, args, options);
  if (code !== 0) throw new Stop(`${what} failed (exit code ${code}); see its output above.`);
}

/**
 * The top level of every script. Prints a `Stop` as one line, and any other error with its stack.
 * @param {() => Promise<number | void>} body returns the exit code; 0 by default
 */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    console.error(error instanceof Stop ? `vegas-lab: ${error.message}` : error);
    process.exitCode = 1;
  }
}
