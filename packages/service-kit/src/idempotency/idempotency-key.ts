import { createHash } from 'node:crypto';
import * as z from 'zod';
import { problem } from '../errors/problems';

/** Hours that a key is remembered. */
export const idempotencyKeyHours = 24;

/** Header schema of routes that accept the key. `parseIdempotencyKey` validates the value. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z.string().optional().meta({
    description:
      '8 to 200 visible characters. Send the same key when you retry a call whose response was lost.',
  }),
});

/** @throws 400 if the header is not a valid key */
export const parseIdempotencyKey = (header: string | undefined): string | undefined => {
  if (header !== undefined && !/^[\x21-\x7e]{8,200}$/.test(header))
    throw problem.badRequest('BAD_REQUEST', 'The Idempotency-Key must be 8 to 200 visible characters.');
  return header;
};

/** Identifies a request, to refuse another one with the same key. */
export const hashRequest = (request: unknown): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex');
