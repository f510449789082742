import { webhookEvents } from '@obieg/contracts';
import type { Actor } from '@obieg/service-kit';
import { isReadableComment } from '../policy/comments.policy';
import { hasBasePermission, isListedFor } from '../policy/tasks.policy';

const knownEvents = webhookEvents.map((event) => `'${event}'`).join(', ');

/** SQL: joins the task `t` of the delivery `d`. A test has none. */
export const joinTaskOfDelivery =
  'left join tasks t on t.organization_id = d.organization_id and t.id = d.task_id';

/**
 * SQL: the reader may know of the delivery `d`: a test, or one about a task, comment and file that they may see. Of a
 * deleted task, only its deletion. Needs `readerBindings`.
 */
export const isVisibleDelivery = (actor: Actor): string => `(d.task_id = 0 or coalesce(
  ${isListedFor(actor)} and d.event in (${knownEvents}) and (t.deleted_at is null or d.event = 'task.deleted')
  and (d.event <> 'task.commented' or exists (
    select from comments c where c.organization_id = d.organization_id and c.id = d.subject_id
       and c.deleted_at is null and ${isReadableComment(hasBasePermission(actor))}))
  and (d.event <> 'task.file-added' or exists (
    select from attachments a where a.organization_id = d.organization_id and a.id = d.subject_id)), false))`;
