import { useRef } from 'react';

/** Works without HTTPS, unlike `crypto.randomUUID`. */
const createKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * Returns a function that calls `create` with the headers of its idempotency key. Attempts of one opened form share the
 * key until one succeeds, so that a retry after a lost response creates no second entity.
 */
export const useCreateOnce = () => {
  const key = useRef<string>(undefined);
  return async <T>(create: (headers: Record<string, string>) => Promise<T>): Promise<T> => {
    key.current ??= createKey();
    const created = await create({ 'Idempotency-Key': key.current });
    key.current = undefined;
    return created;
  };
};
