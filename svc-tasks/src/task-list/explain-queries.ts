import { taskListQuerySchema } from '@obieg/contracts';
import { type Actor, createMemberLookUp, type Database, readOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { selectNeedleTerms } from '../search/needle-terms';
import { parseSearch } from '../search/parse-search';
import { selectReaderTaskDetails } from '../tasks/tasks.repo';
import { planPage, selectPage } from './list-tasks';

interface Reader {
  organizationId: number;
  userId: number;
}

export interface ExplainedQuery {
  query: string;
  /** Output of EXPLAIN ANALYZE, with times in milliseconds and the number of pages read. */
  plan: string;
}

const lists = {
  'list, assigned to me': { assignedToMe: 'true', statusTypes: 'INITIAL,INTERMEDIATE' },
  'list, by last update': { sortBy: 'lastUpdatedAt', sortDirection: 'desc' },
  'search, a common word': { search: 'zadanie' },
  'search, a rare part of a word': { search: 'adani' },
};

const findActor = async (db: Database, { organizationId, userId }: Reader): Promise<Actor> => {
  const member = await createMemberLookUp(db).findPermissions(userId, organizationId);
  if (!member) throw new Error(`User ${userId} is no member of organization ${organizationId}.`);
  return { ...member, userId, organizationId, sessionId: '' };
};

/** Runs lists and a task view as this reader, on the present data, and returns their query plans. Only reads. */
export const explainQueries = async (
  db: Database,
  reader: Reader,
  publicTaskId: number,
): Promise<ExplainedQuery[]> => {
  const actor = await findActor(db, reader);
  const caller = {
    ...reader,
    tenantScope: reader.organizationId,
    actor,
    language: 'mul',
    traceparent: '',
  } as const;
  const queries: [name: string, build: (knex: Knex) => Knex.Raw][] = [
    ['search, look-up of its terms', (knex) => selectNeedleTerms(knex, actor, parseSearch('zadanie'), true)],
    ['task view', (knex) => selectReaderTaskDetails(knex, publicTaskId, actor)],
  ];
  for (const [name, query] of Object.entries(lists)) {
    const page = await planPage(db, caller, taskListQuerySchema.parse(query));
    queries.push([name, (knex) => selectPage(knex, caller, page)]);
  }
  const explained: ExplainedQuery[] = [];
  for (const [query, build] of queries) {
    const [lines = []] = await readOrganization(db, reader.organizationId, (knex) => {
      const { sql, bindings } = build(knex).toSQL();
      return [knex.raw(`explain (analyze, buffers, costs off, summary off) ${sql}`, [...bindings])];
    });
    explained.push({ query, plan: lines.map((line) => line['QUERY PLAN']).join('\n') });
  }
  return explained;
};
