import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const keyIdBytes = 4;
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts secrets that the service must be able to read, for the database. */
export interface SecretBox {
  /** Whether there is a key. */
  isUsable: boolean;
  /** @param context what the secret belongs to. It opens for no other owner. */
  seal(secret: Buffer, context: string): Buffer;
  /** @throws if the key is missing, or the value was sealed for another context or changed */
  open(sealed: Buffer, context: string): Buffer;
  /** Whether there is the key of the value. */
  hasKeyOf(sealed: Buffer): boolean;
  /** Whether the value was sealed with the newest key. */
  isCurrent(sealed: Buffer): boolean;
}

const idOf = (key: Buffer): Buffer => createHash('sha256').update(key).digest().subarray(0, keyIdBytes);

/** @param keys 32 bytes each. The first one seals; all open, so that a key can be replaced without a gap. */
export const createSecretBox = (keys: readonly Buffer[]): SecretBox => {
  const [newest] = keys;
  const findKey = (sealed: Buffer): Buffer | undefined =>
    keys.find((known) => idOf(known).equals(sealed.subarray(0, keyIdBytes)));
  const getKey = (sealed: Buffer): Buffer => {
    const key = findKey(sealed);
    if (!key) throw new Error('The setting lacks the key of a stored secret');
    return key;
  };
  return {
    isUsable: newest !== undefined,
    hasKeyOf: (sealed) => findKey(sealed) !== undefined,
    seal: (secret, context) => {
      if (!newest) throw new Error('The setting has no key');
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, newest, iv).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([idOf(newest), iv, cipher.getAuthTag(), text]);
    },
    open: (sealed, context) => {
      const textStart = keyIdBytes + ivBytes + tagBytes;
      const decipher = createDecipheriv(
        algorithm,
        getKey(sealed),
        sealed.subarray(keyIdBytes, keyIdBytes + ivBytes),
      )
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(keyIdBytes + ivBytes, textStart));
      return Buffer.concat([decipher.update(sealed.subarray(textStart)), decipher.final()]);
    },
    isCurrent: (sealed) => newest !== undefined && idOf(newest).equals(sealed.subarray(0, keyIdBytes)),
  };
};
