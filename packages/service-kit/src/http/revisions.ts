import * as z from 'zod';
import { problem } from '../errors';

/** What several people may change: its revision rises with each change. */
interface Revised {
  revision: number;
}

/** Headers of a route that changes what has a revision. */
export const ifMatchHeaders = z.object({
  'if-match': z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .optional()
    .meta({ description: 'The ETag on which the change builds; 412 when somebody else has saved since' }),
});

/** Value of the header `ETag` for this revision. */
export const entityTagOf = ({ revision }: Revised): string => `"${revision}"`;

/**
 * 412 when the caller's `If-Match` names another revision than the locked entity has; without the header nothing is
 * checked. A tag that a proxy has weakened while it compressed counts as what it was.
 */
export const checkRevision = (entity: Revised, ifMatch: string | undefined, detail?: string): void => {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.includes(entityTagOf(entity))) throw problem.preconditionFailed(detail);
};
