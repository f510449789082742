import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below those that a system gives to outgoing connections (Linux from 32,768, others from 49,152): such a port could be
 * taken before the program opens it that it was chosen for, or while that program is started again.
 */
const anyPort = { first: 16_384, last: 32_767 };
const triesMax = 100;

function* listCandidates(preferred: number): Generator<number> {
  if (preferred > 0) yield preferred;
  for (let tries = 0; tries < triesMax; tries += 1) yield randomInt(anyPort.first, anyPort.last + 1);
}

export interface HeldPort {
  port: number;
  /** For the program that it was chosen for, which opens it next. */
  release(): Promise<void>;
}

const tryToHold = (port: number): Promise<HeldPort | undefined> =>
  new Promise((resolve) => {
    // Who asks here whether the program is ready hears at once that it is not.
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    const release = (): Promise<void> => new Promise((done) => void server.close(() => done()));
    server.listen(port, '127.0.0.1', () => resolve({ port, release }));
  });

/** The preferred port of the loopback interface when it is free, else any free one, taken; 0 prefers none. */
export const holdFreePort = async (preferred = 0): Promise<HeldPort> => {
  for (const port of listCandidates(preferred)) {
    const held = await tryToHold(port);
    if (held) return held;
  }
  throw new Error('No port of 127.0.0.1 can be opened');
};

/** Likewise, and free: for a program that opens it at once. */
export const findFreePort = async (preferred = 0): Promise<number> => {
  const { port, release } = await holdFreePort(preferred);
  await release();
  return port;
};
