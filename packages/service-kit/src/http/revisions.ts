import { createHash } from 'node:crypto';
import * as z from 'zod';
import { problem } from '../errors/problems';

/** An entity whose revision increases with each change. */
interface Revised {
  revision: number;
}

/** Headers of a route that changes a revisioned entity. */
export const ifMatchHeaders = z.object({
  'if-match': z.string().trim().min(1).max(1_000).optional().meta({
    description: 'ETag of the revision that the change is based on; 412 if another user has saved since',
  }),
});

/** Returns the `ETag` of a revision. */
export const entityTagOf = ({ revision }: Revised): string => `"${revision}"`;

/** Returns the `ETag` of a value without a revision. Equal JSON has the same tag. */
export const contentTagOf = (value: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url')}"`;

/**
 * Compares `If-Match` with the locked entity's ETag. Without the header, accepts any. Accepts tags that a compressing
 * proxy weakened.
 */
export const matchesTag = (tag: string, ifMatch: string | undefined): boolean => {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  const tags = ifMatch.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes(tag);
};

/** Compares `If-Match` with the locked entity's revision, as `matchesTag`. */
export const matchesRevision = (entity: Revised, ifMatch: string | undefined): boolean =>
  matchesTag(entityTagOf(entity), ifMatch);

/** @throws 412 if `If-Match` is not the locked entity's revision */
export const checkRevision = (entity: Revised, ifMatch: string | undefined, detail?: string): void => {
  if (!matchesRevision(entity, ifMatch)) throw problem.preconditionFailed(detail);
};
