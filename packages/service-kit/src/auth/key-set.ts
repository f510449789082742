import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import * as z from 'zod';
import { retryUntilDone } from '../outgoing-calls/retry-until-done';
import type { IdentitySource } from './identity-source';
import type { KeyStore } from './key-store';

const keySetSchema = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('RSA') })).min(1),
});

export interface KeySet {
  /** Returns the public key; undefined if svc-identity has no such key. @throws if svc-identity is unavailable */
  find(keyId: string): Promise<KeyObject | undefined>;
}

/** A key set that loads its keys in the background at startup. */
interface OwnedKeySet extends KeySet {
  /** Describes the loaded keys for the health report. @throws while there are none */
  describe(): string;
  start(): void;
  stop(): void;
}

interface KeySetOptions extends Pick<IdentitySource, 'readKeys'> {
  log: Logger;
  /** Minimum time between fetches for unknown key ids. Without it, forged tokens would flood svc-identity. */
  cooldownMs?: number;
  /** Time after which known keys are fetched again, so that a withdrawn key disappears. */
  maxAgeMs?: number;
  /** Stores the keys for a process that starts while svc-identity is unavailable. */
  store?: KeyStore | undefined;
}

const startRetryMs = 1_000;

const unavailableError = () => new Error('The key set could not be fetched recently');

/** Caches svc-identity's published keys and fetches them again for an unknown key id. */
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
  let attemptedAt = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  let isStarted = false;
  let reading: Promise<void> | undefined;

  const load = (published: unknown): void => {
    keys = new Map(
      keySetSchema
        .parse(published)
        .keys.map((key) => [key.kid, createPublicKey({ key: key as JsonWebKey, format: 'jwk' })]),
    );
  };
  const loadStored = async (): Promise<void> => {
    const published = await store?.read();
    if (published === undefined || keys.size > 0) return;
    load(published);
  };
  const read = async (): Promise<void> => {
    const published = await readKeys();
    load(published);
    readAt = Date.now();
    store?.save(published).catch((error: unknown) => log.warn({ err: error }, 'cannot store the key set'));
  };
  const refresh = (): Promise<void> => {
    attemptedAt = Date.now();
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
  const logRefreshFailure = (error: unknown): void =>
    log.warn({ err: error }, 'cannot fetch the key set; using the known keys');
  const isCooledDown = (): boolean => Date.now() - attemptedAt > cooldownMs;
  const loadInitially = async (): Promise<void> => {
    // Load the store first, because svc-identity may hang.
    if (keys.size === 0)
      await loadStored().catch((error: unknown) =>
        log.warn({ err: error }, 'cannot read the stored key set'),
      );
    await refresh();
  };

  return {
    find: async (keyId) => {
      if (keys.size === 0) {
        // Fail fast: the background task fetches every second, and svc-identity may hang.
        if (isStarted && hasFailed) throw unavailableError();
        await refresh();
      } else if (!keys.has(keyId)) {
        if (reading || isCooledDown()) await refresh();
        // The key may be new and not fetched yet. A 401 would sign the user out.
        else if (hasFailed) throw unavailableError();
      }
      // A request with a known key never waits for svc-identity.
      else if (Date.now() - readAt > maxAgeMs && isCooledDown()) void refresh().catch(logRefreshFailure);
      return keys.get(keyId);
    },
    describe: () => {
      if (keys.size === 0) throw new Error('No key set loaded yet');
      return `${keys.size} known, ${readAt > 0 ? 'read from svc-identity' : 'stored; svc-identity is unavailable'}`;
    },
    start: () => {
      isStarted = true;
      void retryUntilDone(loadInitially, {
        pauseMs: startRetryMs,
        signal: closing.signal,
        onFailure: (error) => log.warn({ err: error, known: keys.size }, 'cannot fetch the key set yet'),
      });
    },
    stop: () => closing.abort(),
  };
};
