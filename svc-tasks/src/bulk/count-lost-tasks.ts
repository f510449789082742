import type { lostTasksRequestSchema } from '@obieg/contracts';
import { type Database, type Tx, withOrganization } from '@obieg/service-kit';
import type * as z from 'zod';
import { readDraftAssignee } from '../assignments/draft-assignee';
import type { SignedInCaller } from '../callers/caller';
import { type DraftAssignment, parseLostDrafts, selectLostDrafts } from '../policy/lost-sight';
import { hasBasePermission } from '../policy/tasks.policy';
import { findResults } from './bulk.repo';
import { readUndo } from './bulk-changes';

type Request = z.output<typeof lostTasksRequestSchema>;

/** The assignees that the tasks had before the caller's assignment with this key. */
const listEarlierAssignees = async (
  tx: Tx,
  { actor }: SignedInCaller,
  publicTaskIds: readonly number[],
  key: string,
): Promise<DraftAssignment[]> => {
  const results = await findResults(tx, { userId: actor.userId, key });
  return publicTaskIds.flatMap((publicTaskId) => {
    const undo = readUndo(results.get(publicTaskId));
    return undo?.action === 'ASSIGN' ? [{ publicTaskId, ...undo.before }] : [];
  });
};

const listDrafts = async (tx: Tx, caller: SignedInCaller, request: Request): Promise<DraftAssignment[]> => {
  const { publicTaskIds, assignee, undoneKey } = request;
  if (undoneKey !== undefined) return listEarlierAssignees(tx, caller, publicTaskIds, undoneKey);
  if (assignee === undefined) return [];
  const draft = readDraftAssignee(assignee, caller.actor);
  return publicTaskIds.map((publicTaskId) => ({ publicTaskId, ...draft }));
};

/**
 * Counts the tasks that the caller sees, and would not see with this assignee or after this undo. Includes tasks that
 * the caller may not assign, and those that have another assignee since.
 */
export const countLostTasks = (db: Database, caller: SignedInCaller, request: Request): Promise<number> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    if (!hasBasePermission(caller.actor)) return 0;
    const { rows } = await selectLostDrafts(tx, caller.actor, await listDrafts(tx, caller, request));
    return parseLostDrafts(rows).size;
  });
