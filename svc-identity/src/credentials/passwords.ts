import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';

/** OWASP's parameters for argon2id, the library's default algorithm. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hash of a random password. Sign-in checks it for unknown accounts, so that they take the same time. */
const decoy = hash(crypto.randomUUID(), parameters);

/** One call per core; further calls wait. */
const hashing = new PQueue({ concurrency: Math.max(1, availableParallelism()) });

export const hashPassword = (password: string): Promise<string> =>
  hashing.add(() => hash(password, parameters));

/** Returns false for a wrong password and for an account without one, after the same work. */
export const checkPassword = async (
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> => {
  const isRight = await hashing.add(async () => verify(storedHash ?? (await decoy), password));
  return isRight && typeof storedHash === 'string';
};
