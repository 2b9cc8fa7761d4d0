/** Starts programs for tests. Each leads a process group, so killing the group also stops its children. */
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
  const exited = once(child, 'exit').then(
    () => running.delete(child),
    () => running.delete(child),
  );
  return {
    output: child.stdout,
    async end() {
      kill(child);
      await exited;
    },
  };
}

function kill(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}

// Clean up if the test run is interrupted, too.
process.on('exit', () => running.forEach(kill));
