import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Range below the ports of outgoing connections (Linux from 32,768, other systems from 49,152). A connection could
 * otherwise take a port before its program opens it.
 */
const anyPort = { first: 16_384, last: 32_767 };
const attemptsMax = 100;
/** Ports that a process claims at once. A product needs about 20. */
const sliceSize = 128;

export interface ReservedPort {
  port: number;
  /** Call it when the program that uses the port starts. Other launchers still do not choose the port. */
  release(): Promise<void>;
  /** Call it when the program listens. */
  endClaim(): void;
}

const tryToListen = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    // Closes connections at once, so that a readiness check fails quickly.
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

const tryToClaim = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const claim = createServer();
    claim.once('error', () => resolve(undefined));
    // A name without a file. The kernel frees it with the process.
    claim.listen(`\0obieg-port-${port}`, () => resolve(claim));
    claim.unref();
  });

interface OwnClaim {
  server: Promise<Server | undefined>;
  holders: number;
}
const ownClaims = new Map<number, OwnClaim>();

/**
 * Claims a preferred port among all launchers, so that no other one takes it between its release and the start of its
 * program. Only Linux has such names; elsewhere, a launcher whose port is taken chooses others.
 *
 * @returns a function that ends the claim; undefined if another launcher has it
 */
const claimPort = async (port: number): Promise<(() => void) | undefined> => {
  if (process.platform !== 'linux') return () => undefined;
  // A launcher chooses the ports first, and each server chooses its own again.
  const own = ownClaims.get(port) ?? { server: tryToClaim(port), holders: 0 };
  ownClaims.set(port, own);
  own.holders += 1;
  const server = await own.server;
  const endClaim = (): void => {
    own.holders -= 1;
    if (own.holders > 0) return;
    ownClaims.delete(port);
    server?.close();
  };
  if (server) return endClaim;
  endClaim();
  return undefined;
};

const tryToReserve = async (port: number): Promise<Omit<ReservedPort, 'endClaim'> | undefined> => {
  const server = await tryToListen(port);
  return server && { port, release: () => new Promise((done) => void server.close(() => done())) };
};

const tryToReservePreferred = async (port: number): Promise<ReservedPort | undefined> => {
  const endClaim = await claimPort(port);
  if (!endClaim) return undefined;
  const reserved = await tryToReserve(port);
  if (!reserved) endClaim();
  return reserved && { ...reserved, endClaim };
};

/**
 * Claims a slice of the range for this process, until it ends, by listening on the first port. Otherwise another process
 * could choose a port in the moment between its release and the start of its program.
 */
const claimSlice = async (): Promise<Generator<number>> => {
  const slices = (anyPort.last + 1 - anyPort.first) / sliceSize;
  for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
    const first = anyPort.first + randomInt(slices) * sliceSize;
    const claim = await tryToListen(first);
    if (!claim) continue;
    claim.unref();
    return (function* () {
      for (let port = first + 1; port < first + sliceSize; port += 1) yield port;
    })();
  }
  throw new Error('No free ports on 127.0.0.1');
};

let slice: Promise<Generator<number>> | undefined;

/** Returns a port that this process has not returned before, and that no other launcher chooses. */
const nextPort = async (): Promise<number> => {
  slice ??= claimSlice();
  const claimed = slice;
  const { value, done } = (await claimed).next();
  if (!done) return value;
  if (slice === claimed) slice = undefined;
  return nextPort();
};

/** Reserves the preferred port on loopback if it is free, else any free port. 0 means no preference. */
export const reserveFreePort = async (preferred = 0): Promise<ReservedPort> => {
  const wanted = preferred > 0 ? await tryToReservePreferred(preferred) : undefined;
  if (wanted) return wanted;
  for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
    const reserved = await tryToReserve(await nextPort());
    // The slice is the claim.
    if (reserved) return { ...reserved, endClaim: () => undefined };
  }
  throw new Error('No free port on 127.0.0.1');
};

/** Like `reserveFreePort`, but releases the port at once. */
export const findFreePort = async (preferred = 0): Promise<number> => {
  const { port, release, endClaim } = await reserveFreePort(preferred);
  await release();
  endClaim();
  return port;
};
