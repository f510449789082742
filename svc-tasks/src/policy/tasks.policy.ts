import type { TaskView } from '@obieg/contracts';
import type { Actor } from '@obieg/service-kit';
import { actingGroupIds } from '../groups/effective-groups';
import { callerSql, type ReaderSql } from './reader-sql';

/** `member` sees everything, `author` sees what a reporter sees, `visitor` sees the anonymous projection. */
export type View = TaskView;

/** Bindings of the SQL fragments below. */
export const readerBindings = (actor: Actor | undefined): { readerId: number | null } => ({
  readerId: actor?.userId ?? null,
});

/** True for members; false for reporters and visitors. */
export const hasBasePermission = (actor: Actor | undefined): boolean =>
  actor?.permissions.has('BASE') ?? false;

/** SQL: the reader submitted the task with this account, or as a visitor with an address verified later. */
export const isAuthorFor = ({ id, verifiedEmail }: ReaderSql): string =>
  `(t.author_user_id = ${id} or (t.author_user_id is null and t.author_email = ${verifiedEmail}))`;

/** SQL: the caller is the author of the task. */
export const isAuthor = isAuthorFor(callerSql);

/**
 * SQL: the task was submitted without an account, and no account has verified its address in this organization. Its
 * author can find it only by its number.
 */
export const isAuthorUnverified = `(t.author_user_id is null and not exists (
  select 1 from users u join memberships m on m.user_id = u.id
   where m.organization_id = t.organization_id and lower(u.email) = t.author_email and m.is_email_verified))`;

/**
 * SQL: the reader may see `t` if it is restricted. `offset 0` stops the planner from joining the readers of all tasks
 * when a page needs only a few.
 */
const isNamedReader = (
  reader: ReaderSql,
): string => `(${isAuthorFor(reader)} or t.assigned_user_id = ${reader.id}
  or t.assigned_group_id = any(${reader.viewingGroupIds})
  or exists (select 1 from task_readers r where r.organization_id = t.organization_id and r.task_id = t.id
      and ((r.kind = 'USER' and r.reader_id = ${reader.id})
        or (r.kind = 'GROUP' and r.reader_id = any(${reader.viewingGroupIds}))) offset 0))`;

/** SQL: the reader has `t`, in person or as LEADER or MEMBER of the assigned group. */
export const isAssignee = `(t.assigned_user_id = :readerId or
  (t.assigned_group_id is not null and t.assigned_group_id = any(${actingGroupIds})))`;

/** SQL: the reader, a member, may see the task. */
export const isVisibleToMemberFor = (reader: ReaderSql): string =>
  `(not t.is_restricted or ${isNamedReader(reader)})`;

/** SQL: the caller, a member, may see the task. */
export const isVisibleToMember = isVisibleToMemberFor(callerSql);

/**
 * SQL: a list of this authenticated reader contains the task. Reporters list only their own tasks. Uses the same
 * fragments as `viewOf`, so that every listed task can be opened.
 */
export const isListedFor = (actor: Actor, reader = callerSql): string =>
  hasBasePermission(actor) ? isVisibleToMemberFor(reader) : isAuthorFor(reader);

/** SQL: this reader may open the task by its number, as `viewOf` decides. */
export const isOpenedFor = (isMember: boolean, reader = callerSql): string =>
  isMember ? isVisibleToMemberFor(reader) : `(not t.is_restricted or ${isAuthorFor(reader)})`;

/** Facts about one task and one reader, as the database returns them. */
export interface VisibilityFacts {
  is_restricted: boolean;
  is_author: boolean;
  is_visible_to_member: boolean;
}

/**
 * Decides who sees a task (ADR 0007). There are no exceptions.
 * - Members see every unrestricted task. They see a restricted one only as visible user, in a visible group, as
 *   author or as assignee.
 * - Reporters see their own tasks.
 * - Visitors and other reporters see the anonymous projection of an unrestricted task if they know its number.
 *
 * @returns undefined if the reader must not learn that the task exists
 */
export const viewOf = (facts: VisibilityFacts, actor: Actor | undefined): View | undefined => {
  if (hasBasePermission(actor)) return facts.is_visible_to_member ? 'member' : undefined;
  if (facts.is_author) return 'author';
  return facts.is_restricted ? undefined : 'visitor';
};

/** Whether the reader may set due date and links: as operator or assignee. `isAssignee` belongs to the task. */
export const mayPlan = (view: View, isTaskAssignee: boolean, actor: Actor | undefined): boolean =>
  view === 'member' && (isTaskAssignee || (actor?.permissions.has('OPERATOR') ?? false));
