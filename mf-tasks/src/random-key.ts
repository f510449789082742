/** 128 random bits, as a key and as an id; also on pages without HTTPS, which have no `crypto.randomUUID`. */
export const createRandomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
