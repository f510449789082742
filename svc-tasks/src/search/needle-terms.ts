import { type Actor, type Database, readOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { SignedInCaller } from '../callers/caller';
import { readerBindings } from '../policy/tasks.policy';
import { ranks } from './kinds';
import type { Needle } from './parse-search';
import { selectReaderAudiences } from './reader-audiences';
import { selectReadableChanges } from './search-queue';

/** Reading and sorting 5,000 entries takes 2 ms. A needle with more is in so many tasks that reading in order is faster. */
const entriesMax = 5_000;
/** A list by relevance reads the entries of one whole word in order, which is faster above this number. */
const orderedEntriesMax = 1_000;
/** More titles are equally many: the driver is chosen among common needles. */
const titlesMax = 1_000;
/** A part of a word with more terms is common, too. */
const termsMax = 500;
/** Each term costs a look-up per audience and rank. */
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
  /** Whether it has more entries than a plan reads completely. */
  isCommon: boolean;
}

const count = (from: string, max: number): string =>
  `(select count(*) from (select 1 from ${from} limit ${max + 1}) one)`;
/** Counting each list of entries by itself saves half of the time, but reads up to the maximum of each. */
const listsMax = 4;
/**
 * SQL: the number of entries of the terms `f.terms` for the reader's audiences: exact up to `max`, otherwise more than
 * `max`.
 */
const entries = (max: number, rank: string): string => {
  const lists = 'unnest(f.terms) x (term) cross join unnest(reader.audiences) a (id)';
  const list = `select 1 from search_entries p
    where p.audience_id = a.id and p.term = x.term ${rank} limit ${max + 1}`;
  return `(case when cardinality(f.terms) * cardinality(reader.audiences) <= ${listsMax}
    then (select coalesce(sum(c.entries), 0)::bigint from ${lists}
           cross join lateral (select count(*) as entries from (${list}) p) c)
    else ${count(`${lists} cross join lateral (${list}) p`, max)} end)`;
};
const titles = entries(titlesMax, `and p.rank = ${ranks.title}`);
const numbers = (max: number): string =>
  count(
    `unnest(reader.audiences) a (id) cross join lateral (
       select from search_numbers n where n.audience_id = a.id and n.public_task_id between r.number_from and r.number_to
        limit ${max + 1}) n`,
    max,
  );

/**
 * `terms` is null for too many terms. The number of titles chooses between several common needles. A term never
 * contains the last character of all.
 */
const selectTerms = (max: number): string => `
  select r.position, f.terms, ${entries(max, '')} as entries,
         case when :isOne or cardinality(f.terms) > ${orderedTermsMax} then 0 else ${titles} end as titles,
         ${numbers(max)} as numbers
    from unnest(cast(:runs as text[]), cast(:numbersFrom as bigint[]), cast(:numbersTo as bigint[]))
         with ordinality r (run, number_from, number_to, position)
    cross join lateral (
      select case when count(*) <= ${termsMax} then coalesce(array_agg(distinct e.term), '{}') end as terms
        from (select s.term
                from unnest(reader.audiences) a (id) cross join lateral (
                  select s.term from search_endings s
                   where s.audience_id = a.id
                     and s.ending >= r.run collate "C" and s.ending < (r.run || chr(1114111)) collate "C"
                   limit ${termsMax + 1}) s
               limit ${termsMax + 1}) e) f`;

export interface IndexState {
  /** Audiences whose texts the reader may read. */
  audiences: number[];
  /** Queued changes that the caller's search indexes. */
  changes: number[];
  is_queued: boolean;
  has_backfill: boolean;
}

interface TermsRow extends IndexState {
  position: number;
  terms: string[] | null;
  entries: number;
  titles: number;
  numbers: number;
}

/**
 * SQL: the columns of `IndexState` that all callers have. The organization is the first column of each index; row-level
 * security alone lets PostgreSQL read the queues of all organizations.
 */
const stateColumns = `
  exists (select 1 from search_builds where organization_id = app_organization_id()) as is_queued,
  exists (select 1 from search_changes where organization_id = app_organization_id() and is_backfill) as has_backfill`;

/** One row per needle. Each has the state of the index, so that one query reads both. */
const selectStateAndTerms = (max: number): string => `
  with reader as materialized (select (${selectReaderAudiences}) as audiences)
  select to_json(reader.audiences) as audiences, to_json((${selectReadableChanges})) as changes, ${stateColumns}, needle.*
    from reader cross join lateral (${selectTerms(max)}) needle`;

/** Most entries of a needle that a plan reads completely. */
const maxEntries = (needles: readonly Needle[], isByRelevance: boolean): number => {
  const [first, ...others] = needles;
  const isReadInOrder = isByRelevance && others.length === 0 && first?.isWholeRun && !first.numbers;
  return isReadInOrder ? orderedEntriesMax : entriesMax;
};

/** Query for what the index contains for these needles. */
export const selectNeedleTerms = (
  knex: Knex,
  actor: Actor,
  needles: readonly Needle[],
  isByRelevance: boolean,
): Knex.Raw =>
  knex.raw(selectStateAndTerms(maxEntries(needles, isByRelevance)), {
    ...readerBindings(actor),
    isOne: needles.length === 1,
    runs: needles.map(({ run }) => run),
    numbersFrom: needles.map(({ numbers }) => numbers?.from ?? 0),
    numbersTo: needles.map(({ numbers }) => numbers?.to ?? -1),
  });

/** Reads the state of the index for a reporter, whose searches read the texts of their own tasks instead. */
export const readState = async (db: Database, { tenantScope }: SignedInCaller): Promise<IndexState> => {
  const [rows = []] = await readOrganization(db, tenantScope, (knex) => [
    knex.raw(`select '[]'::json as audiences, '[]'::json as changes, ${stateColumns}`),
  ]);
  const [state] = rows as unknown as IndexState[];
  if (!state) throw new TypeError('A select without a table returns one row');
  return state;
};

/**
 * Reads what the index contains for the needles, and whether it is complete. Undefined for too many terms.
 *
 * @param isByRelevance whether the list contains all tasks in the order of relevance
 */
export const readTerms = async (
  db: Database,
  { tenantScope, actor }: SignedInCaller,
  needles: readonly Needle[],
  isByRelevance: boolean,
): Promise<{ state: IndexState; found: (NeedleTerms | undefined)[] }> => {
  const [result = []] = await readOrganization(
    db,
    tenantScope,
    (knex) => [selectNeedleTerms(knex, actor, needles, isByRelevance)],
    'generic',
  );
  const rows = result as unknown as TermsRow[];
  const [state] = rows;
  if (!state) throw new TypeError('A search has at least one needle');
  const max = maxEntries(needles, isByRelevance);
  const found = needles.map((needle, index) => {
    const row = rows.find(({ position }) => position === index + 1);
    if (!row?.terms) return undefined;
    const { terms, titles: titleCount, numbers: numberCount } = row;
    const total = row.entries + numberCount;
    return { needle, index, terms, titleCount, count: total, isCommon: total > max };
  });
  return { state, found };
};
