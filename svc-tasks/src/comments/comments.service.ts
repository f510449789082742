import type { addCommentSchema, Comment, Task } from '@obieg/contracts';
import {
  type Actor,
  type Database,
  problem,
  recordEvent,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import type { z } from 'zod';
import { checkGroups, checkPeople } from '../people/references';
import { maskEmail } from '../tasks/mask-email';
import { describeTask, openTask } from '../tasks/tasks.service';
import { maySeeComment } from './comments.policy';

type Input = z.output<typeof addCommentSchema>;
interface CommentRow {
  id: number;
  author_user_id: number;
  author_email: string;
  content: string;
  is_visible_to_author: boolean;
  visible_user_ids: (string | number)[];
  visible_group_ids: (string | number)[];
  created_at: Date;
}

const namesOf = async (tx: Tx, rows: CommentRow[]) => {
  const userIds = [...new Set(rows.flatMap(({ visible_user_ids }) => visible_user_ids.map(Number)))];
  const groupIds = [...new Set(rows.flatMap(({ visible_group_ids }) => visible_group_ids.map(Number)))];
  const users = (await tx('users').whereIn('id', userIds).select('id', 'username', 'email')) as {
    id: number;
    username: string;
    email: string;
  }[];
  const groups = (await tx('groups').whereIn('id', groupIds).select('id', 'name')) as {
    id: number;
    name: string;
  }[];
  return { users, groups };
};

export const createComments = (db: Database) => ({
  list: (organizationId: number, publicTaskId: number, actor: Actor | undefined): Promise<Comment[]> =>
    withOrganization(db, organizationId, async (tx) => {
      const { row, view, reader } = await openTask(tx, publicTaskId, actor);
      const isTaskAuthor = reader.userId !== undefined && row.author_user_id === reader.userId;
      const all = (await tx('comments').where({ task_id: row.id }).orderBy('id')) as CommentRow[];
      const seen = all.filter((comment) =>
        maySeeComment(
          {
            authorUserId: comment.author_user_id,
            isVisibleToAuthor: comment.is_visible_to_author,
            visibleUserIds: comment.visible_user_ids.map(Number),
            visibleGroupIds: comment.visible_group_ids.map(Number),
          },
          view,
          reader,
          isTaskAuthor,
        ),
      );
      const { users, groups } = await namesOf(tx, view === 'member' ? seen : []);
      return seen.map((comment) => ({
        id: comment.id,
        authorEmail: view === 'visitor' ? maskEmail(comment.author_email) : comment.author_email,
        createdAt: comment.created_at.toISOString(),
        content: comment.content,
        visibleToAuthor: comment.is_visible_to_author,
        visibleUsers: users
          .filter(({ id }) => comment.visible_user_ids.map(Number).includes(id))
          .map(({ id, username, email }) => ({ userId: id, userName: username, userEmail: email })),
        visibleGroups: groups
          .filter(({ id }) => comment.visible_group_ids.map(Number).includes(id))
          .map(({ id, name }) => ({ groupId: id, groupName: name })),
      }));
    }),

  /** Adds a comment; reporters comment their own tasks only, and to nobody but the members. */
  add: ({
    organizationId,
    publicTaskId,
    actor,
    input,
    traceparent,
  }: {
    organizationId: number;
    publicTaskId: number;
    actor: Actor;
    input: Input;
    traceparent: string;
  }): Promise<Task> =>
    withOrganization(db, organizationId, async (tx) => {
      const opened = await openTask(tx, publicTaskId, actor);
      if (opened.view === 'visitor') throw problem.forbidden();
      const isMember = opened.view === 'member';
      const userIds = isMember ? (input.visibleUserIds ?? []) : [];
      const groupIds = isMember ? (input.visibleGroupIds ?? []) : [];
      await checkPeople(tx, 'visibleUserIds', userIds);
      await checkGroups(tx, 'visibleGroupIds', groupIds);
      const user = await tx('users').where({ id: actor.userId }).first('email');
      const [comment] = await tx('comments')
        .insert({
          organization_id: organizationId,
          task_id: opened.row.id,
          author_user_id: actor.userId,
          author_email: user?.email ?? '',
          content: input.content,
          is_visible_to_author: isMember ? input.visibleToAuthor : true,
          visible_user_ids: userIds,
          visible_group_ids: groupIds,
        })
        .returning('id');
      await recordEvent(tx, {
        type: 'obieg.tasks.comment.added',
        organizationId,
        aggregateId: comment.id,
        data: { organizationId, publicTaskId, commentId: comment.id, authorUserId: actor.userId },
        traceparent,
      });
      return describeTask(tx, opened);
    }),
});
export type Comments = ReturnType<typeof createComments>;
