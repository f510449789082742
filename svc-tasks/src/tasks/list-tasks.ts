import { limits, type TaskListItem, type TaskListResponse, type taskListQuerySchema } from '@obieg/contracts';
import { type Database, problem, readOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { sightGroupIds } from '../groups/effective-groups';
import type { SignedInCaller } from '../people/caller';
import { summaryJoins, summaryJson } from './task-summary';
import { isListedFor, readerBindings } from './tasks.policy';

/** Counting stops here: a list shows "1000 or more". */
const countLimit = 1_000;

type Query = z.output<typeof taskListQuerySchema>;

const readCursor = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined;
  const id = Number(Buffer.from(cursor, 'base64url').toString());
  if (!Number.isSafeInteger(id) || id <= 0)
    throw problem.badRequest('BAD_REQUEST', 'The cursor is not valid.');
  return id;
};

const filtered = (
  knex: Knex,
  { actor }: SignedInCaller,
  { assignedToMe, assignedToMyGroups, statusTypes }: Query,
) => {
  const reader = readerBindings(actor);
  return knex(knex.raw(`tasks t ${summaryJoins}`))
    .whereRaw(isListedFor(actor), reader)
    .modify((query) => {
      if (assignedToMe) query.where('t.assigned_user_id', actor.userId);
      if (assignedToMyGroups) query.whereRaw(`t.assigned_group_id = any(${sightGroupIds})`, reader);
      if (statusTypes && statusTypes.length > 0) query.whereIn('s.status_type', statusTypes);
    });
};

/** What the caller may see, newest first, a page at a time (spec 3 §2, §7). */
export const listTasks = async (
  db: Database,
  caller: SignedInCaller,
  query: Query,
): Promise<TaskListResponse> => {
  const limit = query.limit ?? limits.pageSize;
  const after = readCursor(query.cursor);
  const [rows = [], [counted] = []] = await readOrganization(db, caller.organizationId, (knex) => [
    filtered(knex, caller, query)
      .modify((page) => {
        if (after !== undefined) page.where('t.id', '<', after);
      })
      .select('t.id', knex.raw(`${summaryJson} as summary`))
      .orderBy('t.id', 'desc')
      .limit(limit + 1),
    knex
      .from(filtered(knex, caller, query).select(knex.raw('1')).limit(countLimit).as('found'))
      .count('* as count'),
  ]);
  const page = rows.slice(0, limit) as { id: number; summary: TaskListItem }[];
  return {
    success: true,
    message: '',
    tasks: page.map(({ summary }) => summary),
    total: Number(counted?.['count'] ?? 0),
    nextCursor: rows.length > limit ? Buffer.from(String(page.at(-1)?.id)).toString('base64url') : null,
  };
};
