import { type Database, readOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../people/caller';
import type { NeedleTerms } from './needle-terms';

/** Newest postings of each term and kind that are compared. */
const sampleSize = 50;
/** Reading in order examines about 50 tasks per this share until a page is full. */
const shareMin = 0.025;

const countOverlap = `
  select count(*) as sampled,
         count(*) filter (where exists (
           select 1 from search_postings o
            where o.term = any(cast(:others as text[])) and o.kind in (0, 1, 2, 3, 4, 5) and o.task_id = s.task_id)) as shared
    from (select distinct p.task_id
            from unnest(cast(:terms as text[])) x (term) cross join generate_series(0, 5) k (kind)
            cross join lateral (
              select p.task_id from search_postings p where p.term = x.term and p.kind = k.kind
               order by p.task_id desc limit ${sampleSize}) p) s`;

/**
 * Whether common needles are so rarely in the same task that reading in order would read most tasks. Compares the
 * newest tasks of the first needle with the postings of each other.
 */
export const overlapRarely = async (
  db: Database,
  { tenantScope }: SignedInCaller,
  [first, ...others]: readonly NeedleTerms[],
): Promise<boolean> => {
  const counts = await readOrganization(
    db,
    tenantScope,
    (knex) => others.map(({ terms }) => knex.raw(countOverlap, { terms: first?.terms ?? [], others: terms })),
    'generic',
  );
  return counts.some(([row]) => {
    const { sampled, shared } = row as { sampled: number; shared: number };
    return shared < sampled * shareMin;
  });
};
