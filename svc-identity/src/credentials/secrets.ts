import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { limits } from '@obieg/contracts';

/** Generates a secret for a link: 32 random bytes. Only its hash is stored. */
export const generateToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Generates six digits from a secure source. */
export const generateCode = (): string =>
  String(randomInt(10 ** limits.verificationCodeLength)).padStart(limits.verificationCodeLength, '0');

/** Keyed by the token, which is not stored. Otherwise the million possible codes could be tried quickly. */
export const hashCode = (token: string, code: string): Buffer =>
  createHmac('sha256', token).update(code).digest();

export const isSameHash = (one: Buffer, other: Buffer): boolean => timingSafeEqual(one, other);
