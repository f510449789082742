/**
 * Returns 128 random bits in hexadecimal, for ids and idempotency keys. Works without HTTPS, unlike
 * `crypto.randomUUID`.
 */
export const createRandomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
