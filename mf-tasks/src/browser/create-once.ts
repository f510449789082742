import { useRef } from 'react';
import { createRandomKey } from './random-key';

/**
 * Returns a function that calls `create` with the headers of its idempotency key. Attempts of one opened form share the
 * key until one succeeds, so that a retry after a lost response creates no second entity.
 */
export const useCreateOnce = () => {
  const key = useRef<string>(undefined);
  return async <T>(create: (headers: Record<string, string>) => Promise<T>): Promise<T> => {
    key.current ??= createRandomKey();
    const created = await create({ 'Idempotency-Key': key.current });
    key.current = undefined;
    return created;
  };
};
