import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../dist/main.mjs');

export interface Ended {
  code: number | null;
  output: string;
}

/** Runs the built program to its end. */
export const runProgram = async (args: string[], env: NodeJS.ProcessEnv): Promise<Ended> => {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
};

/** Runs the built program. @returns its output @throws with it if the exit code is not 0 */
export const runToSuccess = async (args: string[], env: NodeJS.ProcessEnv): Promise<string> => {
  const { code, output } = await runProgram(args, env);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with code ${code}:\n${output}`);
  return output;
};
