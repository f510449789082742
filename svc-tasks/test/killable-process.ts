import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { serviceBundle } from '@obieg/build-config/esbuild';
import { build } from 'esbuild';

const kill = async (child: ChildProcess | undefined): Promise<void> => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

/** A program of this folder that prints a line when it works. */
export const buildKillable = async (name: string) => {
  const folder = join(import.meta.dirname, `../dist/test-${process.pid}-${Date.now()}-${name}`);
  const program = join(folder, `${name}.mjs`);
  await build(serviceBundle(join(import.meta.dirname, `${name}.ts`), program));
  return {
    /** Starts the program. */
    start: async (env: NodeJS.ProcessEnv) => {
      const run = async (): Promise<ChildProcess> => {
        const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
        if (!child.stdout) throw new Error('The process has no output');
        await once(child.stdout, 'data');
        return child;
      };
      let child = await run();
      return {
        /** Ends it without a chance to finish anything. */
        kill: () => kill(child),
        killAndStart: async (): Promise<void> => {
          await kill(child);
          child = await run();
        },
      };
    },
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  };
};
