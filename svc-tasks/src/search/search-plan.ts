import type { Database } from '@obieg/service-kit';
import type { SignedInCaller } from '../people/caller';
import { type IndexState, type NeedleTerms, orderedTermsMax, readTerms } from './needle-terms';
import { overlapRarely } from './overlap';
import { type Needle, parseSearch } from './parse-search';
import { indexQueuedTasks, queueExistingTasks } from './search-queue';

/** A search indexes what was just written. Later tasks of a longer queue are missing until the indexer has them. */
const indexedBySearchMax = 1_000;

/**
 * How to find the ids of a search.
 * - `none`: a needle occurs nowhere.
 * - `few`: reads all postings of `driver`, the needle with the fewest, that `others` share.
 * - `ordered`: all needles are common. Reads the postings of `driver`, the needle in the fewest titles, newest first
 *   until the page is full.
 * - `scan`: reads tasks in order, because most of them match.
 * - `unindexed`: the existing tasks are still being indexed.
 */
export type SearchPlan =
  | { method: 'none' | 'scan' | 'unindexed'; needles: readonly Needle[] }
  | { method: 'few'; needles: readonly Needle[]; driver: NeedleTerms; others: readonly NeedleTerms[] }
  | { method: 'ordered'; needles: readonly Needle[]; driver: NeedleTerms };

const isPresent = <T>(item: T | undefined): item is T => item !== undefined;
const smallest = <T>(items: readonly T[], sizeOf: (item: T) => number): T | undefined =>
  items.reduce<T | undefined>(
    (one, other) => (one === undefined || sizeOf(other) < sizeOf(one) ? other : one),
    undefined,
  );

const choose = (needles: readonly Needle[], found: readonly (NeedleTerms | undefined)[]): SearchPlan => {
  const known = found.filter(isPresent);
  const few = known.filter(({ isCommon }) => !isCommon);
  const driver = smallest(few, ({ count: total }) => total);
  if (driver?.count === 0) return { method: 'none', needles };
  if (driver) return { method: 'few', needles, driver, others: few.filter((one) => one !== driver) };
  const readable = known.filter(({ terms }) => terms.length <= orderedTermsMax);
  const driverOfCommon = smallest(readable, ({ titleCount }) => titleCount);
  // Numbers are in no posting.
  if (!driverOfCommon || needles.some(({ numbers }) => numbers)) return { method: 'scan', needles };
  return { method: 'ordered', needles, driver: driverOfCommon };
};

/** Most terms of a needle that are compared with the other needles. */
const comparedTermsMax = 50;

/** @returns a plan that intersects all postings, if all needles are common but rarely in the same task */
const intersect = async (
  db: Database,
  caller: SignedInCaller,
  { method, needles }: SearchPlan,
  found: readonly (NeedleTerms | undefined)[],
): Promise<SearchPlan | undefined> => {
  const isCommon = method === 'ordered' || method === 'scan';
  const known = found
    .filter(isPresent)
    .filter(({ needle, terms }) => terms.length <= comparedTermsMax && !needle.numbers);
  const [driver, ...others] = known.sort((one, other) => one.terms.length - other.terms.length);
  if (!isCommon || !driver || others.length === 0 || !(await overlapRarely(db, caller, known)))
    return undefined;
  return { method: 'few', needles, driver, others };
};

/** Indexes what was written since the last search, so that a search finds it. @returns whether the index changed */
const bringUpToDate = async (db: Database, caller: SignedInCaller, state: IndexState): Promise<boolean> => {
  const { organizationId } = caller;
  if (state.is_queued && !state.has_changes) return false;
  try {
    if (!state.is_queued) await queueExistingTasks(db, organizationId);
    await indexQueuedTasks(db, organizationId, { max: indexedBySearchMax, whenBusy: 'wait' });
  } catch {
    // The search answers from the former index. The indexer meets the same error and logs it.
  }
  return true;
};

/**
 * Plans a search by how often its needles occur in the organization. Costs one round trip if the index is up to date.
 *
 * @param isByRelevance whether the list contains all tasks in the order of relevance
 * @returns undefined if the text does not restrict the list
 */
export const planSearch = async (
  db: Database,
  caller: SignedInCaller,
  search: string | undefined,
  isByRelevance: boolean,
): Promise<SearchPlan | undefined> => {
  const needles = parseSearch(search);
  if (needles.length === 0) return undefined;
  const read = () => readTerms(db, caller, needles, isByRelevance);
  const first = await read();
  const { state, found } = (await bringUpToDate(db, caller, first.state)) ? await read() : first;
  if (state.has_backfill) return { method: 'unindexed', needles };
  const plan = choose(needles, found);
  return (await intersect(db, caller, plan, found)) ?? plan;
};
