import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import * as z from 'zod';
import { untilDone } from '../process/until-done';
import type { IdentitySource } from './identity-source';
import type { KeyStore } from './key-store';

const keySetSchema = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('RSA') })).min(1),
});

export interface KeySet {
  /** The public key of this id, or undefined when the owner knows none. Throws when the owner could not be asked. */
  find(keyId: string): Promise<KeyObject | undefined>;
}

/** One that learns its keys before somebody needs them, so that the owner may be away by then. */
interface OwnedKeySet extends KeySet {
  /** What is known, for the report of health. Throws while no key is. */
  describe(): string;
  start(): void;
  stop(): void;
}

interface KeySetOptions extends Pick<IdentitySource, 'readKeys'> {
  log: Logger;
  /** An unknown key id asks the owner again at most this often, or made-up ids would flood it. */
  cooldownMs?: number;
  /** Known keys are asked for again after this time, so that a withdrawn one goes. */
  maxAgeMs?: number;
  /** Keeps known keys for a process that starts while the owner is away. */
  store?: KeyStore | undefined;
}

const startRetryMs = 1_000;

const unreadLately = () => new Error('The key set could not be read lately');

/** Reads svc-identity's published keys, keeps them while it is away, and asks again for an id it does not know. */
export const createKeySet = ({
  readKeys,
  log,
  cooldownMs = 5_000,
  maxAgeMs = 300_000,
  store,
}: KeySetOptions): OwnedKeySet => {
  const closing = new AbortController();
  let keys = new Map<string, KeyObject>();
  let readAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  let isStarted = false;
  let reading: Promise<void> | undefined;

  const learn = (published: unknown): void => {
    keys = new Map(
      keySetSchema
        .parse(published)
        .keys.map((key) => [key.kid, createPublicKey({ key: key as JsonWebKey, format: 'jwk' })]),
    );
  };
  const recall = async (): Promise<void> => {
    const published = await store?.read();
    if (published === undefined || keys.size > 0) return;
    learn(published);
  };
  const read = async (): Promise<void> => {
    const published = await readKeys();
    learn(published);
    readAt = Date.now();
    store?.keep(published).catch((error: unknown) => log.warn({ err: error }, 'the key set cannot be kept'));
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
  const learnFirst = async (): Promise<void> => {
    // Before the owner is asked, who may hang.
    if (keys.size === 0)
      await recall().catch((error: unknown) =>
        log.warn({ err: error }, 'the keys that were kept cannot be read'),
      );
    await refresh();
  };

  return {
    find: async (keyId) => {
      if (keys.size === 0) {
        // They are asked for each second; who waits for an owner that hangs as well gets no better answer.
        if (isStarted && hasFailed) throw unreadLately();
        await refresh();
      } else if (!keys.has(keyId)) {
        if (reading || mayAsk()) await refresh();
        // A new key may be there that nobody here could learn of: its holder must not be signed out for that.
        else if (hasFailed) throw unreadLately();
      }
      // A request with a known key never waits for the owner.
      else if (Date.now() - readAt > maxAgeMs && mayAsk()) void refresh().catch(keepKnown);
      return keys.get(keyId);
    },
    describe: () => {
      if (keys.size === 0) throw new Error('No key of svc-identity is known yet');
      return `${keys.size} known, ${readAt > 0 ? 'read from svc-identity' : 'kept while svc-identity is away'}`;
    },
    start: () => {
      isStarted = true;
      void untilDone(learnFirst, {
        pauseMs: startRetryMs,
        signal: closing.signal,
        onFailure: (error) => log.warn({ err: error, known: keys.size }, 'the key set cannot be read yet'),
      });
    },
    stop: () => closing.abort(),
  };
};
