import { limits, taskListQuerySchema } from '@obieg/contracts';
import { type Actor, createMemberLookUp, type Database, readOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { selectPage } from './list-tasks';
import { selectReaderTaskDetails } from './tasks.repo';

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
  'list, a word of no task': { search: 'nienamaloczegos' },
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
    ...Object.entries(lists).map(([name, query]): [string, (knex: Knex) => Knex.Raw] => [
      name,
      (knex) =>
        selectPage(knex, caller, {
          query: taskListQuerySchema.parse(query),
          limit: limits.pageSize,
          after: undefined,
        }),
    ]),
    ['task view', (knex) => selectReaderTaskDetails(knex, publicTaskId, actor)],
  ];
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
