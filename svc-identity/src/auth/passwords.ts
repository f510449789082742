import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters for argon2id, the library's default algorithm. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hash of a random password. Checked for unknown accounts, so that they take the same time. */
const decoy = hash(crypto.randomUUID(), parameters);

/** Limits concurrent hashing to the number of cores. Further calls wait. */
const createGate = (places: number) => {
  const waiting: (() => void)[] = [];
  let free = places;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};
const throughGate = createGate(Math.max(1, availableParallelism()));

export const hashPassword = (password: string): Promise<string> =>
  throughGate(() => hash(password, parameters));

/** Returns false for a wrong password and for an account without one, after the same work. */
export const checkPassword = async (
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> => {
  const isRight = await throughGate(async () => verify(storedHash ?? (await decoy), password));
  return isRight && typeof storedHash === 'string';
};
