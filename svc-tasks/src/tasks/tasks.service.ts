import { limits, type Task, type TaskListResponse, type taskListQuerySchema } from '@obieg/contracts';
import { type Actor, type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import type { z } from 'zod';
import { getConfiguration } from '../configuration/configuration.repo';
import { describeReader, type Reader } from '../people/readers';
import { onlyVisible, type View, viewOf } from './tasks.policy';
import { presentListItem, presentTask } from './tasks.presenter';
import { findSummary, listReaders, selectSummaries, type TaskSummaryRow, visibilityOf } from './tasks.repo';

/** Counting stops here: a list shows "1000 or more". */
const countLimit = 1_000;

export interface OpenedTask {
  row: TaskSummaryRow;
  view: View;
  reader: Reader;
}

/** The one door to a task and all its parts: 404 for what is not there and for what may not be seen. */
export const openTask = async (
  tx: Tx,
  publicTaskId: number,
  actor: Actor | undefined,
): Promise<OpenedTask> => {
  const row = await findSummary(tx, publicTaskId);
  const reader = await describeReader(tx, actor);
  const view = row && viewOf(await visibilityOf(tx, row), reader);
  if (!row || !view) throw problem.notFound('Nie znaleziono zadania.');
  return { row, view, reader };
};

export const describeTask = async (tx: Tx, { row, view }: OpenedTask): Promise<Task> =>
  presentTask(row, view, await listReaders(tx, row.id), await getConfiguration(tx, row.organization_id));

const readCursor = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined;
  const id = Number(Buffer.from(cursor, 'base64url').toString());
  if (!Number.isSafeInteger(id) || id <= 0)
    throw problem.badRequest('BAD_REQUEST', 'The cursor is not valid.');
  return id;
};

type ListQuery = z.output<typeof taskListQuerySchema>;

const filtered = (tx: Tx, reader: Reader, { assignedToMe, assignedToMyGroups, statusTypes }: ListQuery) =>
  selectSummaries(tx)
    .modify(onlyVisible(reader))
    .modify((query) => {
      if (assignedToMe) query.where('t.assigned_user_id', reader.userId ?? null);
      if (assignedToMyGroups) query.whereIn('t.assigned_group_id', reader.groupIds);
      if (statusTypes && statusTypes.length > 0) query.whereIn('s.status_type', statusTypes);
    });

export const createTasks = (db: Database) => ({
  /** What the caller may see, newest first, a page at a time (spec 3 §2, §7). */
  list: (organizationId: number, actor: Actor, query: ListQuery): Promise<TaskListResponse> =>
    withOrganization(db, organizationId, async (tx) => {
      const reader = await describeReader(tx, actor);
      const limit = query.limit ?? limits.pageSize;
      const after = readCursor(query.cursor);
      const rows = (await filtered(tx, reader, query)
        .modify((page) => {
          if (after !== undefined) page.where('t.id', '<', after);
        })
        .orderBy('t.id', 'desc')
        .limit(limit + 1)) as TaskSummaryRow[];
      const found = filtered(tx, reader, query).clearSelect().select(tx.raw('1')).limit(countLimit);
      const [total] = await tx.from(found.as('found')).count<{ count: number }[]>('* as count');
      const page = rows.slice(0, limit);
      return {
        success: true,
        message: '',
        tasks: page.map(presentListItem),
        total: total?.count ?? 0,
        nextCursor: rows.length > limit ? Buffer.from(String(page.at(-1)?.id)).toString('base64url') : null,
      };
    }),

  /** The task as this caller may see it, and its revision for the ETag. */
  get: (
    organizationId: number,
    publicTaskId: number,
    actor: Actor | undefined,
  ): Promise<{ task: Task; revision: number }> =>
    withOrganization(db, organizationId, async (tx) => {
      const opened = await openTask(tx, publicTaskId, actor);
      return { task: await describeTask(tx, opened), revision: opened.row.revision };
    }),
});
export type Tasks = ReturnType<typeof createTasks>;
