import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports of outgoing connections (Linux from 32,768, other systems from 49,152), which could take a port
 * before its program opens it.
 */
const anyPort = { first: 16_384, last: 32_767 };
const triesMax = 100;

function* listCandidates(preferred: number): Generator<number> {
  if (preferred > 0) yield preferred;
  for (let tries = 0; tries < triesMax; tries += 1) yield randomInt(anyPort.first, anyPort.last + 1);
}

export interface HeldPort {
  port: number;
  /** Call when the program that uses the port starts. */
  release(): Promise<void>;
}

const tryToHold = (port: number): Promise<HeldPort | undefined> =>
  new Promise((resolve) => {
    // Closes connections at once, so that a readiness check fails quickly.
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    const release = (): Promise<void> => new Promise((done) => void server.close(() => done()));
    server.listen(port, '127.0.0.1', () => resolve({ port, release }));
  });

/** Reserves the preferred port on loopback if it is free, else any free port. 0 means no preference. */
export const holdFreePort = async (preferred = 0): Promise<HeldPort> => {
  for (const port of listCandidates(preferred)) {
    const held = await tryToHold(port);
    if (held) return held;
  }
  throw new Error('No free port on 127.0.0.1');
};

/** Like `holdFreePort`, but releases the port at once. */
export const findFreePort = async (preferred = 0): Promise<number> => {
  const { port, release } = await holdFreePort(preferred);
  await release();
  return port;
};
