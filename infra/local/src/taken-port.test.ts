import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { findFreePort } from './ports';
import { relaunchOnTakenPort } from './taken-port';

const log = vi.fn();
const postgresError = new Error(
  'postgres exits during its start. Last output:\nLOG: could not bind IPv4 address "127.0.0.1": Address already in use',
);

describe('relaunchOnTakenPort', () => {
  it('launches again with another port if a program took the chosen one', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    let port = (taken.address() as { port: number }).port;
    const launched = await relaunchOnTakenPort(
      async () => {
        const server = createServer().listen(port, '127.0.0.1');
        await once(server, 'listening').catch(async (error: unknown) => {
          port = await findFreePort();
          throw error;
        });
        return server;
      },
      { log },
    );
    expect(log).toHaveBeenCalledOnce();
    launched.close();
    taken.close();
  });

  it.each([
    ['a port that is taken again and again', postgresError, 3],
    ['another failure', new Error('migrating svc-tasks failed'), 1],
  ])('gives up after %s', async (_, error, launches) => {
    const launch = vi.fn(() => Promise.reject(error));
    await expect(relaunchOnTakenPort(launch, { log })).rejects.toBe(error);
    expect(launch).toHaveBeenCalledTimes(launches);
  });

  it('does not launch again after the user has ended the program', async () => {
    const launch = vi.fn(() => Promise.reject(postgresError));
    await expect(relaunchOnTakenPort(launch, { log, signal: AbortSignal.abort() })).rejects.toBe(
      postgresError,
    );
    expect(launch).toHaveBeenCalledOnce();
  });
});
