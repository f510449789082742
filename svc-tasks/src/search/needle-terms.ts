import { type Database, readOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { SignedInCaller } from '../people/caller';
import { kinds } from './kinds';
import type { Needle } from './parse-search';

/** Reading and sorting 5,000 postings takes 2 ms. A needle with more is in so many tasks that reading in order is faster. */
const postingsMax = 5_000;
/** A list by relevance reads the postings of one whole word in order, which is faster above this number. */
const orderedPostingsMax = 1_000;
/** More titles are equally many: the driver is chosen among common needles. */
const titlesMax = 1_000;
/** A part of a word with more terms is common, too. */
const termsMax = 500;
/** Each term costs a look-up per kind of text. */
export const orderedTermsMax = 8;
/** What the index contains for a needle. */
export interface NeedleTerms {
  needle: Needle;
  /** Position of the needle in the search. */
  index: number;
  terms: readonly string[];
  /** Known only for common needles of few terms, if there are several needles. */
  titleCount: number;
  /** Counted up to the maximum. */
  count: number;
  /** Whether it has more postings than a plan reads completely. */
  isCommon: boolean;
}

const count = (from: string, max: number): string =>
  `(select count(*) from (select 1 from ${from} limit ${max + 1}) one)`;
const countPostings = (max: number): string =>
  count(
    `unnest(f.terms) x (term) cross join lateral (
       select from search_postings p where p.term = x.term limit ${max + 1}) p`,
    max,
  );
const titles = count(
  `unnest(f.terms) x (term) cross join lateral (
     select from search_postings p where p.term = x.term and p.kind = ${kinds.title} limit ${titlesMax + 1}) p`,
  titlesMax,
);
const numbers = (max: number): string =>
  count('tasks t where t.public_task_id between r.number_from and r.number_to', max);

/**
 * `terms` is null for too many terms. The number of titles chooses between several common needles. A term never
 * contains the last character of all.
 */
const selectTerms = (max: number): string => `
  select r.position, f.terms, ${countPostings(max)} as postings,
         case when :isOne or cardinality(f.terms) > ${orderedTermsMax} then 0 else ${titles} end as titles,
         ${numbers(max)} as numbers
    from unnest(cast(:runs as text[]), cast(:numbersFrom as bigint[]), cast(:numbersTo as bigint[]))
         with ordinality r (run, number_from, number_to, position)
    cross join lateral (
      select case when count(*) <= ${termsMax} then coalesce(array_agg(distinct e.term), '{}') end as terms
        from (select s.term from search_terms s
               where s.ending >= r.run collate "C" and s.ending < (r.run || chr(1114111)) collate "C"
               limit ${termsMax + 1}) e) f`;

export interface IndexState {
  is_queued: boolean;
  has_changes: boolean;
  has_backfill: boolean;
}

interface TermsRow extends IndexState {
  position: number;
  terms: string[] | null;
  postings: number;
  titles: number;
  numbers: number;
}

/** One row per needle. Each has the state of the index, so that one query reads both. */
const selectStateAndTerms = (max: number): string => `
  select exists (select 1 from search_backfills) as is_queued,
         exists (select 1 from search_queue where not is_backfill) as has_changes,
         exists (select 1 from search_queue where is_backfill) as has_backfill,
         needle.*
    from (${selectTerms(max)}) needle`;

/** Most postings of a needle that a plan reads completely. */
const maxPostings = (needles: readonly Needle[], isByRelevance: boolean): number => {
  const [first, ...others] = needles;
  const isReadInOrder = isByRelevance && others.length === 0 && first?.isWholeRun && !first.numbers;
  return isReadInOrder ? orderedPostingsMax : postingsMax;
};

/** Query for what the index contains for these needles. */
export const selectNeedleTerms = (knex: Knex, needles: readonly Needle[], isByRelevance: boolean): Knex.Raw =>
  knex.raw(selectStateAndTerms(maxPostings(needles, isByRelevance)), {
    isOne: needles.length === 1,
    runs: needles.map(({ run }) => run),
    numbersFrom: needles.map(({ numbers }) => numbers?.from ?? 0),
    numbersTo: needles.map(({ numbers }) => numbers?.to ?? -1),
  });

/**
 * Reads what the index contains for the needles, and whether it is complete. Undefined for too many terms.
 *
 * @param isByRelevance whether the list contains all tasks in the order of relevance
 */
export const readTerms = async (
  db: Database,
  { tenantScope }: SignedInCaller,
  needles: readonly Needle[],
  isByRelevance: boolean,
): Promise<{ state: IndexState; found: (NeedleTerms | undefined)[] }> => {
  const [result = []] = await readOrganization(
    db,
    tenantScope,
    (knex) => [selectNeedleTerms(knex, needles, isByRelevance)],
    'generic',
  );
  const rows = result as unknown as TermsRow[];
  const [state] = rows;
  if (!state) throw new TypeError('A search has at least one needle');
  const max = maxPostings(needles, isByRelevance);
  const found = needles.map((needle, index) => {
    const row = rows.find(({ position }) => position === index + 1);
    if (!row?.terms) return undefined;
    const { terms, titles: titleCount, postings, numbers: numberCount } = row;
    const total = postings + numberCount;
    return { needle, index, terms, titleCount, count: total, isCommon: total > max };
  });
  return { state, found };
};
