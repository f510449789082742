import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { fetch } from 'undici';
import { z } from 'zod';

const keySetSchema = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('RSA') })).min(1),
});

export interface KeySet {
  /** The public key of this id, or undefined when the owner knows none. Throws when no key could be read yet. */
  find(keyId: string): Promise<KeyObject | undefined>;
}

interface KeySetOptions {
  url: string;
  log: Logger;
  /** An unknown key id asks the owner again at most this often. */
  cooldownMs?: number;
  maxAgeMs?: number;
}

/** Reads svc-identity's published keys, keeps them while it is away, and asks again for an id it does not know. */
export const createKeySet = ({ url, log, cooldownMs = 5_000, maxAgeMs = 300_000 }: KeySetOptions): KeySet => {
  let keys = new Map<string, KeyObject>();
  let readAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    triedAt = Date.now();
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    if (!response.ok) throw new Error(`The key set answered ${response.status}`);
    const { keys: published } = keySetSchema.parse(await response.json());
    keys = new Map(
      published.map((key) => [key.kid, createPublicKey({ key: key as JsonWebKey, format: 'jwk' })]),
    );
    readAt = Date.now();
  };
  const refresh = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };

  return {
    find: async (keyId) => {
      const isDue = Date.now() - readAt > maxAgeMs || !keys.has(keyId);
      const mayAsk = keys.size === 0 || Date.now() - triedAt > cooldownMs;
      if (isDue && mayAsk) {
        await refresh().catch((error: unknown) => {
          if (keys.size === 0) throw error;
          log.warn({ err: error }, 'key set is away, the known keys stay in use');
        });
      }
      return keys.get(keyId);
    },
  };
};
