import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { serviceBundle } from '@obieg/build-config/esbuild';
import { findFreePort } from '@obieg/local';
import { pollUntil } from '@obieg/service-kit/testing';
import { build } from 'esbuild';

export interface IdentityProcess {
  url: string;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
}

/** Builds the deployed program once per test file and starts it on demand. */
export const buildIdentity = async () => {
  const program = join(import.meta.dirname, `../dist/test-${process.pid}-${Date.now()}/main.mjs`);
  await build(serviceBundle(join(import.meta.dirname, '../src/main.ts'), program));
  return {
    remove: (): void => rmSync(join(program, '..'), { recursive: true, force: true }),
    start: async (env: Record<string, string>): Promise<IdentityProcess> => {
      const port = await findFreePort();
      const child: ChildProcess = spawn(process.execPath, [program], {
        env: { ...process.env, LOG_LEVEL: 'silent', ...env, PORT: String(port) },
        stdio: 'ignore',
      });
      const { HOST: host = '127.0.0.1' } = env;
      const url = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
      await pollUntil(
        async () =>
          fetch(`${url}/healthz`).then(
            ({ ok }) => ok || undefined,
            () => undefined,
          ),
        { describe: 'the service' },
      );
      return {
        url,
        kill: async () => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          child.kill('SIGKILL');
          await once(child, 'exit');
        },
      };
    },
  };
};
