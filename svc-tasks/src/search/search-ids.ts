/** SQL that finds the tasks of a search through the index, for the methods of `SearchPlan`. */
import type { Actor } from '@obieg/service-kit';
import { ranks } from './kinds';
import type { NeedleTerms } from './needle-terms';
import { isInTitle, matchesNeedle, needleBindings } from './readable-texts';
import type { SearchPlan } from './search-plan';

export type FewPlan = Extract<SearchPlan, { method: 'few' }>;
export type OrderedPlan = Extract<SearchPlan, { method: 'ordered' }>;

const and = (conditions: readonly string[]): string => conditions.join('\n and ');

const termsBinding = (index: number): string => `terms${index}`;
const termRows = ({ index }: NeedleTerms): string =>
  `(select unnest(cast(:${termsBinding(index)} as text[])) as term) x`;

/** A matching term proves the match, except in a comment, whose readers may have changed since. */
const isProvenByTerm = ({ needles: [first, ...others] }: SearchPlan): boolean =>
  others.length === 0 && first?.isWholeRun === true;

/** Verifying a candidate reads its texts and takes about 10 µs. */
const countedMax = { proven: 1_000, verified: 500 };

/** Whether the matches of a search are few enough to count all of them. */
export const isCountable = (plan: SearchPlan): boolean =>
  plan.method === 'none' ||
  (plan.method === 'few' && plan.driver.count <= countedMax[isProvenByTerm(plan) ? 'proven' : 'verified']);

/** SQL: the entries `p` of the terms for the reader's audiences. */
const entriesOf = (terms: NeedleTerms): string => `
  ${termRows(terms)} cross join unnest(cast(:audiences as int[])) a (id)
  cross join lateral (select p.task_id, p.rank from search_entries p where p.audience_id = a.id and p.term = x.term) p`;

/** SQL: the tasks with an entry of the driver, as rows `m` with their facts. */
export const selectCandidates = ({ driver, others }: FewPlan): string => {
  const { needle, index } = driver;
  const numberRows = needle.numbers
    ? `union all select n.task_id, -1 from search_numbers n
        where n.audience_id = any(cast(:audiences as int[]))
          and n.public_task_id between cast(:numberFrom${index} as bigint) and cast(:numberTo${index} as bigint)`
    : '';
  const narrowing = others
    .filter(({ needle: { numbers } }) => !numbers)
    .map((other) => `and p.task_id in (select p.task_id from ${entriesOf(other)})`);
  return `select p.task_id as id, bool_or(p.rank = ${ranks.title}) as is_in_title,
                 bool_or(p.rank <> ${ranks.comments}) as is_proven
            from (select p.task_id, p.rank from ${entriesOf(driver)} ${numberRows}) p
           where true ${narrowing.join(' ')}
           group by p.task_id`;
};

/** SQL: the candidates `m` in the order of creation, with their tasks `t`. Reads a task only if the page needs it. */
export const candidatesInOrder = (direction: string): string => `
  (select * from candidates order by id ${direction} offset 0) m
  cross join lateral (select * from tasks t where t.id = m.id offset 0) t`;

/** SQL: the candidate `m` with its task `t` matches all needles in texts that the reader may read. */
export const candidateConditions = (actor: Actor, plan: FewPlan): string[] => {
  const conditions = plan.needles.map((needle, index) => matchesNeedle(actor, needle, index));
  return isProvenByTerm(plan) ? [`(m.is_proven or ${conditions[0]})`] : conditions;
};

/** SQL: 1 for a task with all needles in its title, 0 for the others. */
export const taskRelevance = (actor: Actor, { needles }: SearchPlan): string =>
  `${isInTitle(actor, needles)}::int`;

/** SQL: conditions of a search on the task `t`. */
export const matchConditions = (actor: Actor, { needles }: SearchPlan): string[] =>
  needles.map((needle, index) => matchesNeedle(actor, needle, index));

interface EntryRange {
  terms: NeedleTerms;
  ranks: readonly number[];
  conditions: readonly string[];
  count: number;
}

/** SQL: the newest tasks with an entry of these terms and ranks, that fulfil the conditions on `t`. */
const selectNewest = ({ terms, ranks: entryRanks, conditions, count }: EntryRange): string => `
  select distinct y.id
    from ${termRows(terms)} cross join unnest(cast(:audiences as int[])) a (id)
    cross join (values ${entryRanks.map((rank) => `(${rank})`).join(', ')}) k (rank)
    cross join lateral (
      select t.id from search_entries p
        cross join lateral (select * from tasks t where t.id = p.task_id offset 0) t
       where ${and(['p.audience_id = a.id', 'p.term = x.term', 'p.rank = k.rank', ...conditions])}
       order by p.task_id desc limit ${count}) y
   order by y.id desc limit ${count}`;

interface RelevanceRequest {
  actor: Actor;
  /** Conditions of the list on the task `t`. */
  conditions: readonly string[];
  /** Relevance of the last task of the previous page; its id is `:afterId`. */
  afterRelevance: number | undefined;
  count: number;
}

/** SQL: conditions on the rows of one relevance behind the previous page. */
const afterConditions = ({ afterRelevance }: RelevanceRequest, relevance: 0 | 1, id: string): string[] => {
  if (afterRelevance === relevance) return [`${id} < :afterId`];
  return afterRelevance === 0 && relevance === 1 ? ['false'] : [];
};

/** SQL: the tasks with all needles in the title, and only if they do not fill the page, the others. */
const joinRelevances = (title: string, others: string, count: number): string => `
  in_title as materialized (${title})
  select id, 1 as sort_key from in_title
  union all
  select o.id, 0 from (select where (select count(*) from in_title) < ${count}) missing cross join lateral (${others}) o`;

/** SQL: `id` and `sort_key` of the next candidates by relevance. */
export const selectCandidatesByRelevance = (plan: FewPlan, request: RelevanceRequest): string => {
  const { actor, conditions, count } = request;
  const isTitle = isProvenByTerm(plan)
    ? 'm.is_in_title'
    : `(m.is_in_title and ${isInTitle(actor, plan.needles)})`;
  const select = (relevance: 0 | 1): string => `
    select m.id from ${candidatesInOrder('desc')}
     where ${and([
       ...conditions,
       ...candidateConditions(actor, plan),
       relevance === 1 ? isTitle : `not ${isTitle}`,
       ...afterConditions(request, relevance, 'm.id'),
     ])}
     order by m.id desc limit ${count}`;
  return `with candidates as materialized (${selectCandidates(plan)}), ${joinRelevances(select(1), select(0), count)}`;
};

/** SQL: `id` and `sort_key` of the next tasks by relevance, from the entries of common needles. */
export const selectEntriesByRelevance = (plan: OrderedPlan, request: RelevanceRequest): string => {
  const { needles, driver } = plan;
  const { actor, conditions, count } = request;
  const isProven = isProvenByTerm(plan);
  const title = selectNewest({
    terms: driver,
    ranks: [ranks.title],
    conditions: [
      ...conditions,
      ...(isProven ? [] : [isInTitle(actor, needles)]),
      ...afterConditions(request, 1, 'p.task_id'),
    ],
    count,
  });
  const others = selectNewest({
    terms: driver,
    ranks: isProven ? [ranks.body, ranks.comments] : Object.values(ranks),
    conditions: [
      ...conditions,
      ...matchConditions(actor, plan),
      `not ${isInTitle(actor, needles)}`,
      ...afterConditions(request, 0, 'p.task_id'),
    ],
    count,
  });
  return `with ${joinRelevances(title, others, count)}`;
};

/** Values of the bindings in the SQL of a plan. */
export const searchBindings = (plan: SearchPlan): Record<string, unknown> => {
  const used =
    plan.method === 'few' ? [plan.driver, ...plan.others] : plan.method === 'ordered' ? [plan.driver] : [];
  return {
    audiences: plan.audiences,
    ...needleBindings(plan.needles),
    ...Object.fromEntries(used.map(({ index, terms }) => [termsBinding(index), terms])),
  };
};
