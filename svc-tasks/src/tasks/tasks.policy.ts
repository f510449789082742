import type { TaskView } from '@obieg/contracts';
import type { Actor } from '@obieg/service-kit';
import { viewingGroupIds } from '../groups/effective-groups';

/** `member` sees all, `author` sees their own as a reporter does, `visitor` sees the anonymous projection. */
export type View = TaskView;

/** What the fragments below need of the reader. */
export const readerBindings = (actor: Actor | undefined): { readerId: number | null } => ({
  readerId: actor?.userId ?? null,
});

/** Members with BASE are "the organization"; reporters and visitors are not. */
export const hasBasePermission = (actor: Actor | undefined): boolean =>
  actor?.permissions.has('BASE') ?? false;

/** Submitted signed in, or before that with the address that the reader has verified in this organization. */
export const isAuthor = `(t.author_user_id = :readerId or (t.author_user_id is null and t.author_email = (
  select lower(u.email) from users u join memberships m on m.user_id = u.id
   where u.id = :readerId and m.is_email_verified)))`;

/**
 * Submitted without an account, under an address that nobody has verified in this organization: its author has nothing
 * but its number.
 */
export const isAuthorUnverified = `(t.author_user_id is null and not exists (
  select 1 from users u join memberships m on m.user_id = u.id
   where m.organization_id = t.organization_id and lower(u.email) = t.author_email and m.is_email_verified))`;

/**
 * `t` is the task. True for those whom a restricted task lets in. The offset keeps the planner from reading the readers
 * of all tasks at once where a page needs those of a few.
 */
const isNamedReader = `(${isAuthor} or t.assigned_user_id = :readerId or t.assigned_group_id = any(${viewingGroupIds})
  or exists (select 1 from task_readers r where r.organization_id = t.organization_id and r.task_id = t.id
      and ((r.kind = 'USER' and r.reader_id = :readerId)
        or (r.kind = 'GROUP' and r.reader_id = any(${viewingGroupIds}))) offset 0))`;

/** What a member of the organization may see. */
export const isVisibleToMember = `(not t.is_restricted or ${isNamedReader})`;

/**
 * The rule for lists: which tasks a signed-in reader finds. Reporters find their own. Written for the same reader as
 * `viewOf`, from the same fragments, so that what a list shows can be opened.
 */
export const isListedFor = (actor: Actor): string =>
  hasBasePermission(actor) ? isVisibleToMember : isAuthor;

/** What the database says of one task and its reader. */
export interface VisibilityFacts {
  is_restricted: boolean;
  is_author: boolean;
  is_visible_to_member: boolean;
}

/**
 * Who sees a task (ADR 0007): without visible users and groups every member of the organization; else those, its author
 * and its assignee. Visitors, and reporters who are not its author, see the anonymous projection of an unrestricted
 * task whose number they know. Nobody bypasses this. Undefined: the task is not there for this reader.
 */
export const viewOf = (sight: VisibilityFacts, actor: Actor | undefined): View | undefined => {
  if (hasBasePermission(actor)) return sight.is_visible_to_member ? 'member' : undefined;
  if (sight.is_author) return 'author';
  return sight.is_restricted ? undefined : 'visitor';
};
