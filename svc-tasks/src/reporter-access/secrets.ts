import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, for a key or token. Only its hash is stored. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
