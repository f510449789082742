import { checkRevision, type Database, problem, withOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { createEntryContext, insertChangeEntry } from '../history/history.repo';
import { translate } from '../messages/server-messages';
import { queueNews } from '../news-queue/queue-news';
import { openTaskForUpdate } from '../tasks/open-task';
import { recordTaskDeleted, recordVisibility } from '../tasks/tasks.events';
import { markTaskDeleted } from '../tasks/tasks.repo';

/**
 * Hides the task from every response and records who deleted it (spec 3 §7). Its rows are not deleted.
 *
 * @throws 403 without OPERATOR, 412 if `ifMatch` is not the current revision
 */
export const deleteTask = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  ifMatch: string | undefined,
): Promise<void> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const { row, view } = await openTaskForUpdate(tx, caller, publicTaskId);
    if (view !== 'member' || !caller.actor.permissions.has('OPERATOR'))
      throw problem.forbidden(translate(caller.language, 'deleteForbidden'));
    checkRevision(row, ifMatch, translate(caller.language, 'savedByAnotherUser'));
    await markTaskDeleted(tx, row);
    insertChangeEntry(tx, createEntryContext(caller, row), { change_type: 'DELETE', changes: [] });
    if (row.is_restricted) recordVisibility(tx, row, [], caller.traceparent);
    queueNews(tx, row, { kind: 'SIGHT_CHANGED', actorUserId: null });
    recordTaskDeleted(tx, row, caller.traceparent);
  });
