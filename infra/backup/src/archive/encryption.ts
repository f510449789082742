import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/** OWASP's recommendation. Fixed by the format, so that a forged manifest cannot request gigabytes. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1_024 * 1_024 };
const ivBytes = 12;
const tagBytes = 16;

/** Turns the files of one archive into what is stored. */
export interface Sealing {
  /** Undefined without a passphrase. */
  salt: Buffer | undefined;
  /** `name` is authenticated, so that exchanging two files is detected. */
  seal(name: string, content: Buffer): Buffer;
  /** @throws if the content was changed */
  open(name: string, stored: Buffer): Buffer;
  /** Authenticates a text with the passphrase. */
  authenticate(text: string): string;
}

/** Encrypts with AES-256-GCM. Files are at most 64 MiB, far below the limit of GCM. */
export const createEncryption = async (
  passphrase: string,
  salt: Buffer = randomBytes(16),
): Promise<Sealing> => {
  const derived = await derive(passphrase, salt, 64, cost);
  const [encryptionKey, authenticationKey] = [derived.subarray(0, 32), derived.subarray(32)];
  return {
    salt,
    seal: (name, content) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv).setAAD(Buffer.from(name));
      return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    },
    open: (name, stored) => {
      if (stored.length < ivBytes + tagBytes) throw new Error(`${name} is too short`);
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, stored.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(name))
        .setAuthTag(stored.subarray(-tagBytes));
      return Buffer.concat([decipher.update(stored.subarray(ivBytes, -tagBytes)), decipher.final()]);
    },
    authenticate: (text) => createHmac('sha256', authenticationKey).update(text).digest('hex'),
  };
};

/** Whether two hexadecimal digests are equal, in constant time. */
export const isSameDigest = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};
