import type { Knex } from 'knex';
import type { Reader } from '../people/readers';

/** What of a task decides who sees it. */
export interface Visibility {
  isRestricted: boolean;
  authorUserId: number | null;
  assignedUserId: number | null;
  assignedGroupId: number | null;
  visibleUserIds: readonly number[];
  visibleGroupIds: readonly number[];
}

/** `member` sees all, `author` sees their own as a reporter does, `visitor` sees the anonymous projection. */
export type View = 'member' | 'author' | 'visitor';

/**
 * Who sees a task (ADR 0007): without visible users and groups every member of the organization; else those, its author
 * and its assignee. Visitors, and reporters who are not its author, see the anonymous projection of an unrestricted
 * task whose number they know. Nobody bypasses this.
 */
export const viewOf = (task: Visibility, reader: Reader): View | undefined => {
  const isAuthor = reader.userId !== undefined && task.authorUserId === reader.userId;
  if (!reader.isOfOrganization) {
    if (isAuthor) return 'author';
    return task.isRestricted ? undefined : 'visitor';
  }
  const isNamed =
    isAuthor ||
    (reader.userId !== undefined &&
      (task.assignedUserId === reader.userId || task.visibleUserIds.includes(reader.userId))) ||
    reader.groupIds.some((id) => id === task.assignedGroupId || task.visibleGroupIds.includes(id));
  return !task.isRestricted || isNamed ? 'member' : undefined;
};

/** The same rule for lists: which tasks a signed-in reader finds. A reporter finds their own only. */
export const onlyVisible =
  (reader: Reader) =>
  (query: Knex.QueryBuilder): void => {
    query.whereNull('t.deleted_at');
    if (!reader.isOfOrganization) {
      query.where('t.author_user_id', reader.userId ?? null);
      return;
    }
    query.where((rule) => {
      rule
        .where('t.is_restricted', false)
        .orWhere('t.author_user_id', reader.userId ?? null)
        .orWhere('t.assigned_user_id', reader.userId ?? null);
      if (reader.groupIds.length > 0) rule.orWhereIn('t.assigned_group_id', reader.groupIds);
      rule.orWhereExists((exists) => {
        exists
          .from('task_readers as r')
          .whereRaw('r.organization_id = t.organization_id and r.task_id = t.id')
          .where((named) => {
            named.where({ 'r.kind': 'USER', 'r.reader_id': reader.userId ?? null });
            if (reader.groupIds.length > 0)
              named.orWhere((group) =>
                group.where('r.kind', 'GROUP').whereIn('r.reader_id', reader.groupIds),
              );
          });
      });
    });
  };
