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

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** The preferred port of the loopback interface when it is free, else any free one; 0 prefers none. */
export const findFreePort = async (preferred = 0): Promise<number> => {
  for (const port of listCandidates(preferred)) if (await isFree(port)) return port;
  throw new Error('No port of 127.0.0.1 can be opened');
};
