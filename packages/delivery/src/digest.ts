import { createHash } from 'node:crypto';

/** Digest of a file, as in Subresource Integrity. */
export const digestOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;
