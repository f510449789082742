import type { Database } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { hasBasePermission } from '../policy/tasks.policy';
import { type IndexState, type NeedleTerms, orderedTermsMax, readState, readTerms } from './needle-terms';
import { overlapRarely } from './overlap';
import { type Needle, parseSearch } from './parse-search';
import {
  indexQueuedChanges,
  indexReadableChanges,
  queueExistingTexts,
  searchedChangesMax,
} from './search-queue';

/**
 * How to find the ids of a search.
 * - `none`: a needle occurs nowhere.
 * - `few`: reads all entries of `driver`, the needle with the fewest, that `others` share.
 * - `ordered`: all needles are common. Reads the entries of `driver`, the needle in the fewest titles, newest first
 *   until the page is full.
 * - `scan`: reads tasks in order, because most of them match, or because the reader has few.
 * - `unindexed`: the existing tasks are still being indexed.
 *
 * A plan depends only on texts that the caller may read.
 */
export type SearchPlan = {
  needles: readonly Needle[];
  /** Audiences whose texts a member may read. Empty for a reporter, who does not use the index. */
  audiences: readonly number[];
  /** False: texts that the caller may read are not in the index yet. */
  isComplete: boolean;
} & (
  | { method: 'none' | 'scan' | 'unindexed' }
  | { method: 'few'; driver: NeedleTerms; others: readonly NeedleTerms[] }
  | { method: 'ordered'; driver: NeedleTerms }
);

type Words = Pick<SearchPlan, 'needles' | 'audiences' | 'isComplete'>;

const isPresent = <T>(item: T | undefined): item is T => item !== undefined;
const smallest = <T>(items: readonly T[], sizeOf: (item: T) => number): T | undefined =>
  items.reduce<T | undefined>(
    (one, other) => (one === undefined || sizeOf(other) < sizeOf(one) ? other : one),
    undefined,
  );

const choose = (words: Words, found: readonly (NeedleTerms | undefined)[]): SearchPlan => {
  const known = found.filter(isPresent);
  const few = known.filter(({ isCommon }) => !isCommon);
  const driver = smallest(few, ({ count: total }) => total);
  if (driver?.count === 0) return { ...words, method: 'none' };
  if (driver) return { ...words, method: 'few', driver, others: few.filter((one) => one !== driver) };
  const readable = known.filter(({ terms }) => terms.length <= orderedTermsMax);
  const driverOfCommon = smallest(readable, ({ titleCount }) => titleCount);
  // Numbers have no entry.
  if (!driverOfCommon || words.needles.some(({ numbers }) => numbers)) return { ...words, method: 'scan' };
  return { ...words, method: 'ordered', driver: driverOfCommon };
};

/** Most terms of a needle that are compared with the other needles. */
const comparedTermsMax = 50;

/** @returns a plan that intersects all entries, if all needles are common but rarely in the same task */
const intersect = async (
  db: Database,
  caller: SignedInCaller,
  { method, needles, audiences, isComplete }: SearchPlan,
  found: readonly (NeedleTerms | undefined)[],
): Promise<SearchPlan | undefined> => {
  const isCommon = method === 'ordered' || method === 'scan';
  const known = found
    .filter(isPresent)
    .filter(({ needle, terms }) => terms.length <= comparedTermsMax && !needle.numbers);
  const [driver, ...others] = known.sort((one, other) => one.terms.length - other.terms.length);
  if (!isCommon || !driver || others.length === 0) return undefined;
  return (await overlapRarely(db, caller, audiences, known))
    ? { method: 'few', needles, audiences, isComplete, driver, others }
    : undefined;
};

/** Changes that the first search of an organization indexes. A new organization has few texts. */
const firstIndexedMax = 100;

/**
 * Indexes what the caller may read and has just been written. While many texts wait for the indexer, it indexes none,
 * because the search would take seconds. @returns whether the index changed
 */
const bringUpToDate = async (db: Database, caller: SignedInCaller, state: IndexState): Promise<boolean> => {
  const { organizationId } = caller;
  const areMany = state.changes.length >= searchedChangesMax;
  if (state.is_queued && (state.changes.length === 0 || areMany)) return false;
  try {
    if (!state.is_queued) {
      await queueExistingTexts(db, organizationId);
      await indexQueuedChanges(db, organizationId, firstIndexedMax);
    }
    if (state.changes.length > 0 && !areMany) await indexReadableChanges(db, organizationId, state.changes);
  } catch {
    // The search answers from the former index. The indexer meets the same error and logs it.
  }
  return true;
};

/**
 * Plans a search by how often its needles occur in texts that the caller may read. Costs one round trip if the index is
 * up to date.
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
  const read = hasBasePermission(caller.actor)
    ? () => readTerms(db, caller, needles, isByRelevance)
    : async () => ({ state: await readState(db, caller), found: undefined });
  const first = await read();
  const { state, found } = (await bringUpToDate(db, caller, first.state)) ? await read() : first;
  const isComplete = state.changes.length === 0 && !state.has_backfill;
  const words = { needles, audiences: state.audiences, isComplete };
  if (state.has_backfill) return { ...words, method: 'unindexed' };
  if (!found) return { ...words, method: 'scan' };
  const plan = choose(words, found);
  return (await intersect(db, caller, plan, found)) ?? plan;
};
