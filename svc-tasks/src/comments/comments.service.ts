import { type addCommentSchema, type Comment, limits, maskEmail, type Task } from '@obieg/contracts';
import { type Database, problem, recordEvent, type Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type * as z from 'zod';
import { parseGroupIds, selectViewingGroups } from '../groups/effective-groups';
import { type EntryBatch, selectBatch, toBatch } from '../history/entry-batches';
import { translate } from '../messages/server-messages';
import type { Caller, SignedInCaller } from '../people/caller';
import { selectEmail } from '../people/people.repo';
import { checkGroups, checkVisibleUsers } from '../people/references';
import { type ChangeableTask, changeTask } from '../tasks/change-task';
import { createIdempotencyKey, findStoredResponse, storeResponse } from '../tasks/idempotency';
import { readTask, selectTaskId } from '../tasks/open-task';
import { isAuthorUnverified } from '../tasks/tasks.policy';
import { maySeeComment } from './comments.policy';

type Input = z.output<typeof addCommentSchema>;
interface CommentRow {
  id: number;
  author_user_id: number;
  author_email: string;
  content: string;
  is_visible_to_author: boolean;
  created_at: Date;
  visible_users: Comment['visibleUsers'];
  visible_groups: Comment['visibleGroups'];
  visible_user_ids: number[];
  visible_group_ids: number[];
}

const selectComments = (knex: Knex, publicTaskId: number, afterId: number): Knex.QueryBuilder =>
  selectBatch(knex('comments as c').where('c.task_id', selectTaskId(knex, publicTaskId)), afterId, 'c.id')
    .select(
      'c.id',
      'c.author_user_id',
      'c.author_email',
      'c.content',
      'c.is_visible_to_author',
      'c.created_at',
    )
    .select(
      knex.raw('to_json(c.visible_user_ids) as visible_user_ids'),
      knex.raw('to_json(c.visible_group_ids) as visible_group_ids'),
      knex.raw(`(select coalesce(json_agg(json_build_object('userId', u.id, 'userName', u.username,
          'userEmail', u.email) order by u.username), '[]')
        from users u where u.id = any(c.visible_user_ids)) as visible_users`),
      knex.raw(`(select coalesce(json_agg(json_build_object('groupId', g.id, 'groupName', g.name)
          order by g.name), '[]')
        from groups g where g.organization_id = c.organization_id and g.id = any(c.visible_group_ids)) as visible_groups`),
    );

const selectIsAuthorUnverified = (knex: Knex, publicTaskId: number): Knex.Raw =>
  knex.raw(
    `select ${isAuthorUnverified} as is_true from tasks t
      where t.public_task_id = :publicTaskId and t.deleted_at is null`,
    { publicTaskId },
  );
const isTrueOf = ([row]: Record<string, unknown>[] = []): boolean => row?.['is_true'] === true;

/** Returns the next comments that the caller may see, oldest first. @throws 404 */
export const listComments = async (
  db: Database,
  caller: Caller,
  publicTaskId: number,
  afterId: number,
): Promise<EntryBatch<Comment>> => {
  const { row, view, parts } = await readTask(db, caller, publicTaskId, (knex) => [
    selectComments(knex, publicTaskId, afterId),
    selectViewingGroups(knex, caller.actor?.userId ?? null),
    selectIsAuthorUnverified(knex, publicTaskId),
  ]);
  const reader = {
    userId: caller.actor?.userId,
    view,
    isTaskAuthor: row.is_author || (view === 'visitor' && isTrueOf(parts[2])),
    groupIds: parseGroupIds(parts[1]),
  };
  const rows = parts[0] as unknown as CommentRow[];
  const comments = rows
    .filter((comment) =>
      maySeeComment(
        {
          authorUserId: comment.author_user_id,
          isVisibleToAuthor: comment.is_visible_to_author,
          visibleUserIds: comment.visible_user_ids,
          visibleGroupIds: comment.visible_group_ids,
        },
        reader,
      ),
    )
    .map((comment) => ({
      id: comment.id,
      authorEmail: view === 'visitor' ? maskEmail(comment.author_email) : comment.author_email,
      createdAt: comment.created_at.toISOString(),
      content: comment.content,
      visibleToAuthor: comment.is_visible_to_author,
      visibleUsers: view === 'member' ? comment.visible_users : [],
      visibleGroups: view === 'member' ? comment.visible_groups : [],
    }));
  return toBatch(rows, comments);
};

const insertComment = async (
  tx: Tx,
  { organizationId, actor, language, traceparent }: SignedInCaller,
  { row, view, extra: isFull }: ChangeableTask<boolean>,
  input: Input,
): Promise<void> => {
  if (isFull) throw problem.conflict('CONFLICT', translate(language, 'tooManyComments'));
  const isMember = view === 'member';
  const userIds = isMember ? (input.visibleUserIds ?? []) : [];
  const groupIds = isMember ? (input.visibleGroupIds ?? []) : [];
  await checkVisibleUsers({ tx, field: 'visibleUserIds', language }, userIds, row.author_user_id);
  await checkGroups({ tx, field: 'visibleGroupIds', language }, groupIds);
  const [comment] = await tx('comments')
    .insert({
      organization_id: organizationId,
      task_id: row.id,
      author_user_id: actor.userId,
      author_email: selectEmail(tx, actor.userId),
      content: input.content,
      is_visible_to_author: isMember ? input.visibleToAuthor : true,
      visible_user_ids: userIds,
      visible_group_ids: groupIds,
    })
    .returning('id');
  recordEvent(tx, {
    type: 'obieg.tasks.comment.added',
    organizationId,
    aggregateId: comment.id,
    data: {
      organizationId,
      publicTaskId: row.public_task_id,
      commentId: comment.id,
      authorUserId: actor.userId,
    },
    traceparent,
  });
};

/** Writes a comment, at most once per user, task and idempotency key within 24 hours. */
const writeComment = async (
  tx: Tx,
  caller: SignedInCaller,
  opened: ChangeableTask<boolean>,
  input: Input,
  idempotencyKey: string | undefined,
): Promise<void> => {
  const { organizationId, actor, language } = caller;
  if (opened.view === 'visitor') throw problem.forbidden(translate(language, 'commentForbidden'));
  const publicTaskId = opened.row.public_task_id;
  const key = createIdempotencyKey(idempotencyKey, `comment-${actor.userId}-${publicTaskId}`, input);
  if (key && (await findStoredResponse(tx, organizationId, key, language))) return;
  await insertComment(tx, caller, opened, input);
  if (key) storeResponse(tx, organizationId, key, { publicTaskId, response: null });
};

/** Checks the maximum number of comments. Counts comments that the caller may not see, too. */
const hasMaximumComments = async (tx: Tx, publicTaskId: number): Promise<boolean> => {
  const last = await tx('comments')
    .where('task_id', selectTaskId(tx, publicTaskId))
    .offset(limits.commentsPerTaskMax - 1)
    .first('id');
  return last !== undefined;
};

/**
 * Adds a comment once per idempotency key. Reporters may comment only on their own tasks, and only members see such a
 * comment besides the reporter.
 *
 * @throws 400 if the key is invalid, 403 for a task that the caller sees as a visitor, 409 if the key was used for a
 * different request or the task has the maximum number of comments
 */
export const addComment = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  input: Input,
  idempotencyKey: string | undefined,
): Promise<Task> =>
  changeTask(db, caller, publicTaskId, {
    lock: 'addition',
    readExtra: (tx) => hasMaximumComments(tx, publicTaskId),
    change: async (tx, opened) => {
      await writeComment(tx, caller, opened, input, idempotencyKey);
      return undefined;
    },
  });
