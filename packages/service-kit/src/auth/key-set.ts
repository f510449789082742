import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import * as z from 'zod';
import { askForJson } from '../http/ask';

const keySetSchema = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('RSA') })).min(1),
});

export interface KeySet {
  /** The public key of this id, or undefined when the owner knows none. Throws when the owner could not be asked. */
  find(keyId: string): Promise<KeyObject | undefined>;
}

interface KeySetOptions {
  url: string;
  log: Logger;
  /** An unknown key id asks the owner again at most this often, or made-up ids would flood it. */
  cooldownMs?: number;
  /** Known keys are asked for again after this time, so that a withdrawn one goes. */
  maxAgeMs?: number;
}

/** Reads svc-identity's published keys, keeps them while it is away, and asks again for an id it does not know. */
export const createKeySet = ({ url, log, cooldownMs = 5_000, maxAgeMs = 300_000 }: KeySetOptions): KeySet => {
  let keys = new Map<string, KeyObject>();
  let readAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  let reading: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    const { keys: published } = keySetSchema.parse(await askForJson(url, 3_000));
    keys = new Map(
      published.map((key) => [key.kid, createPublicKey({ key: key as JsonWebKey, format: 'jwk' })]),
    );
    readAt = Date.now();
  };
  const refresh = (): Promise<void> => {
    triedAt = Date.now();
    reading ??= read()
      .then(
        () => {
          hasFailed = false;
        },
        (error: unknown) => {
          hasFailed = true;
          throw error;
        },
      )
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const keepKnown = (error: unknown): void =>
    log.warn({ err: error }, 'the key set cannot be read, the known keys stay in use');
  const mayAsk = (): boolean => Date.now() - triedAt > cooldownMs;

  return {
    find: async (keyId) => {
      if (keys.size === 0) await refresh();
      else if (!keys.has(keyId)) {
        if (reading || mayAsk()) await refresh();
        // A new key may be there that nobody here could learn of: its holder must not be signed out for that.
        else if (hasFailed) throw new Error('The key set could not be read lately');
      }
      // A request with a known key never waits for the owner.
      else if (Date.now() - readAt > maxAgeMs && mayAsk()) void refresh().catch(keepKnown);
      return keys.get(keyId);
    },
  };
};
