import { useState } from 'react';
import { createRandomKey } from '../browser/random-key';

/** Calls `create` with the headers of an idempotency key. */
export type CreateOnce = <T>(create: (headers: Record<string, string>) => Promise<T>) => Promise<T>;

/**
 * Returns a function that sends one idempotency key with all attempts until one succeeds, so that a retry after a lost
 * response creates no second entity.
 */
export const startCreation = (): CreateOnce => {
  let key: string | undefined;
  return async (create) => {
    key ??= createRandomKey();
    const created = await create({ 'Idempotency-Key': key });
    key = undefined;
    return created;
  };
};

/** Attempts of one opened form share the key. See {@link startCreation}. */
export const useCreateOnce = (): CreateOnce => useState(startCreation)[0];
