import type { lostTasksRequestSchema } from '@obieg/contracts';
import { type Database, withOrganization } from '@obieg/service-kit';
import type * as z from 'zod';
import { readDraftAssignee } from '../assignments/draft-assignee';
import type { SignedInCaller } from '../callers/caller';
import { hasBasePermission, isVisibleToMember, readerBindings } from '../policy/tasks.policy';

/** SQL: the visible ones of the tasks, as `t` with the assignee that they would have. */
const countLost = `
  select cast(count(*) as integer) as lost_count
    from (select t.organization_id, t.id, t.author_user_id, t.author_email, t.is_restricted,
                 cast(:assignedUserId as bigint) as assigned_user_id,
                 cast(:assignedGroupId as bigint) as assigned_group_id
            from tasks t
           where t.public_task_id = any(cast(:publicTaskIds as bigint[])) and t.deleted_at is null
             and ${isVisibleToMember}) t
   where not coalesce(${isVisibleToMember}, false)`;

/**
 * Counts the tasks that the caller sees, and would not see with this assignee. Includes tasks that the caller may not
 * assign.
 */
export const countLostTasks = (
  db: Database,
  { actor, tenantScope }: SignedInCaller,
  { publicTaskIds, assignee }: z.output<typeof lostTasksRequestSchema>,
): Promise<number> =>
  withOrganization(db, tenantScope, async (tx) => {
    if (!hasBasePermission(actor)) return 0;
    const { userId, groupId } = readDraftAssignee(assignee, actor);
    const { rows } = await tx.raw<{ rows: [{ lost_count: number }] }>(countLost, {
      ...readerBindings(actor),
      assignedUserId: userId,
      assignedGroupId: groupId,
      publicTaskIds: [...publicTaskIds],
    });
    return rows[0].lost_count;
  });
