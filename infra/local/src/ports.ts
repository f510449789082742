import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Range below the ports of outgoing connections (Linux from 32,768, other systems from 49,152). A connection could
 * otherwise take a port before its program opens it.
 */
const anyPort = { first: 16_384, last: 32_767 };
const attemptsMax = 100;

function* listCandidates(preferred: number): Generator<number> {
  if (preferred > 0) yield preferred;
  for (let attempts = 0; attempts < attemptsMax; attempts += 1)
    yield randomInt(anyPort.first, anyPort.last + 1);
}

export interface ReservedPort {
  port: number;
  /** Call it when the program that uses the port starts. */
  release(): Promise<void>;
}

const tryToReserve = (port: number): Promise<ReservedPort | undefined> =>
  new Promise((resolve) => {
    // Closes connections at once, so that a readiness check fails quickly.
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    const release = (): Promise<void> => new Promise((done) => void server.close(() => done()));
    server.listen(port, '127.0.0.1', () => resolve({ port, release }));
  });

/** Reserves the preferred port on loopback if it is free, else any free port. 0 means no preference. */
export const reserveFreePort = async (preferred = 0): Promise<ReservedPort> => {
  for (const port of listCandidates(preferred)) {
    const reserved = await tryToReserve(port);
    if (reserved) return reserved;
  }
  throw new Error('No free port on 127.0.0.1');
};

/** Like `reserveFreePort`, but releases the port at once. */
export const findFreePort = async (preferred = 0): Promise<number> => {
  const { port, release } = await reserveFreePort(preferred);
  await release();
  return port;
};
