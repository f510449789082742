import { checkRevision, type Database, problem, withOrganization } from '@obieg/service-kit';
import { createEntryContext, insertChangeEntry } from '../history/history.repo';
import { translate } from '../messages/server-messages';
import type { SignedInCaller } from '../people/caller';
import { openTaskForUpdate } from '../tasks/open-task';
import { recordTaskDeleted, recordVisibility } from '../tasks/tasks.events';
import { markTaskDeleted } from '../tasks/tasks.repo';

/** Takes the task out of every answer, with OPERATOR; its rows and who did it stay (spec 3 §7). */
export const deleteTask = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  ifMatch: string | undefined,
): Promise<void> =>
  withOrganization(db, caller.entry, async (tx) => {
    const { row, view } = await openTaskForUpdate(tx, caller, publicTaskId);
    if (view !== 'member' || !caller.actor.permissions.has('OPERATOR'))
      throw problem.forbidden(translate(caller.language, 'deleteForbidden'));
    checkRevision(row, ifMatch, translate(caller.language, 'savedByAnotherUser'));
    await markTaskDeleted(tx, row);
    insertChangeEntry(tx, createEntryContext(caller, row), { change_type: 'DELETE', changes: [] });
    if (row.is_restricted) recordVisibility(tx, row, [], caller.traceparent);
    recordTaskDeleted(tx, row, caller.traceparent);
  });
