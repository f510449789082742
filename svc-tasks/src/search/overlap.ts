import { type Database, readOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { ranks } from './kinds';
import type { NeedleTerms } from './needle-terms';

/** Newest entries of each term and rank that are compared. */
const sampleSize = 50;
/** Reading in order examines about 50 tasks per this share until a page is full. */
const shareMin = 0.025;

const allRanks = Object.values(ranks);

const countOverlap = `
  select count(*) as sampled,
         count(*) filter (where exists (
           select 1 from search_entries o
            where o.audience_id = any(cast(:audiences as int[])) and o.term = any(cast(:others as text[]))
              and o.rank in (${allRanks.join(', ')}) and o.task_id = s.task_id)) as shared
    from (select distinct p.task_id
            from unnest(cast(:audiences as int[])) a (id) cross join unnest(cast(:terms as text[])) x (term)
            cross join (values ${allRanks.map((rank) => `(${rank})`).join(', ')}) k (rank)
            cross join lateral (
              select p.task_id from search_entries p
               where p.audience_id = a.id and p.term = x.term and p.rank = k.rank
               order by p.task_id desc limit ${sampleSize}) p) s`;

/**
 * Whether common needles are so rarely in the same task that reading in order would read most tasks. Compares the
 * newest tasks of the first needle with the entries of each other.
 */
export const overlapRarely = async (
  db: Database,
  { tenantScope }: SignedInCaller,
  audiences: readonly number[],
  [first, ...others]: readonly NeedleTerms[],
): Promise<boolean> => {
  const counts = await readOrganization(
    db,
    tenantScope,
    (knex) =>
      others.map(({ terms }) =>
        knex.raw(countOverlap, { audiences, terms: first?.terms ?? [], others: terms }),
      ),
    'generic',
  );
  return counts.some(([row]) => {
    const { sampled, shared } = row as { sampled: number; shared: number };
    return shared < sampled * shareMin;
  });
};
