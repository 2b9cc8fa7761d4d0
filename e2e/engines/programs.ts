/** Programs that the tests start: each leads a process group, so that all that it starts itself goes with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

export interface Program {
  output: Readable;
  end(): Promise<void>;
}

const running = new Set<ChildProcess>();

export function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Program {
  const child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  running.add(child);
  const gone = once(child, 'exit').then(
    () => running.delete(child),
    () => running.delete(child),
  );
  return {
    output: child.stdout,
    async end() {
      kill(child);
      await gone;
    },
  };
}

function kill(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

// Also a test run that is broken off leaves nothing behind.
process.on('exit', () => running.forEach(kill));
