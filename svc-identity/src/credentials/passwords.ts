import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters for argon2id, the library's default algorithm. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hash of a random password. Sign-in checks it for unknown accounts, so that they take the same time. */
const decoy = hash(crypto.randomUUID(), parameters);

/** Limits concurrent calls; further calls wait. Hashing uses one slot per core. */
const createSemaphore = (slots: number) => {
  const waiting: (() => void)[] = [];
  let free = slots;
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
const withHashingSlot = createSemaphore(Math.max(1, availableParallelism()));

export const hashPassword = (password: string): Promise<string> =>
  withHashingSlot(() => hash(password, parameters));

/** Returns false for a wrong password and for an account without one, after the same work. */
export const checkPassword = async (
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> => {
  const isRight = await withHashingSlot(async () => verify(storedHash ?? (await decoy), password));
  return isRight && typeof storedHash === 'string';
};
