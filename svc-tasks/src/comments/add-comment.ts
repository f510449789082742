import type { addCommentSchema, Task } from '@obieg/contracts';
import { type Database, problem, type Tx } from '@obieg/service-kit';
import type * as z from 'zod';
import type { SignedInCaller } from '../callers/caller';
import { selectEmail } from '../members/members.repo';
import { checkGroups, checkVisibleUsers } from '../members/references';
import { queueMentions, resolveMentions } from '../mentions/comment-mentions';
import { draftBindings } from '../mentions/draft-comment';
import { shareTask } from '../mentions/share-task';
import { translate } from '../messages/server-messages';
import { queueNews } from '../news-queue/queue-news';
import { deleteSeenReporterNews } from '../news-queue/reporter-news';
import { isReadableByAllReaders } from '../policy/comments.policy';
import { followReply } from '../targets/follow-targets';
import { type ChangeableTask, changeTask, type LockedTask } from '../tasks/change-task';
import { createIdempotencyKey, findStoredResponse, storeResponse } from '../tasks/idempotency';
import { type TaskRow, updateTaskTime } from '../tasks/tasks.repo';
import { recordCommentChange } from './comments.events';
import { hasMaximumComments } from './readable-comments';

type Input = z.output<typeof addCommentSchema>;

interface NewComment extends Input {
  /** The whole text of the mail that the comment is from. Null if it has no more than the comment. */
  mailText?: string | null;
}

/**
 * Writes a comment to a locked task.
 *
 * @param isFull whether the caller sees the maximum number of comments
 * @throws 409 if `isFull`, 422 for readers that the organization does not have
 */
export const insertComment = async (
  tx: Tx,
  caller: SignedInCaller,
  { row, view, configuration, extra: isFull }: LockedTask & { extra: boolean },
  input: NewComment,
): Promise<{ isForAllReaders: boolean }> => {
  const { organizationId, actor, language } = caller;
  if (isFull) throw problem.conflict('CONFLICT', translate(language, 'tooManyComments'));
  const isMember = view === 'member';
  const userIds = isMember ? (input.visibleUserIds ?? []) : [];
  const groupIds = isMember ? (input.visibleGroupIds ?? []) : [];
  // The task's author without BASE gets no list of members, so such a comment has no mentions.
  const { mentions, added } = await resolveMentions(tx, caller, {
    content: input.content,
    userIds: isMember ? (input.mentionedUserIds ?? []) : [],
    authorUserId: row.author_user_id,
    draft: isMember
      ? draftBindings(caller, row, {
          visibleUserIds: userIds,
          visibleGroupIds: groupIds,
          visibleToAuthor: input.visibleToAuthor,
        })
      : undefined,
  });
  await checkVisibleUsers({ tx, field: 'visibleUserIds', language }, userIds, row.author_user_id);
  await checkGroups({ tx, field: 'visibleGroupIds', language }, groupIds);
  const visibility = {
    is_visible_to_author: isMember ? input.visibleToAuthor : true,
    visible_user_ids: userIds,
    visible_group_ids: groupIds,
  };
  const [comment] = await tx('comments')
    .insert({
      organization_id: organizationId,
      task_id: row.id,
      author_user_id: actor.userId,
      author_email: selectEmail(tx, actor.userId),
      content: input.content,
      ...visibility,
      mentions: JSON.stringify(mentions),
      mail_text: input.mailText ?? null,
    })
    .returning('id');
  const isForAllReaders = isReadableByAllReaders(visibility);
  if (visibility.is_visible_to_author && !row.is_author) await followReply(tx, configuration, row);
  recordCommentChange(tx, caller, 'added', {
    publicTaskId: row.public_task_id,
    commentId: comment.id,
    authorUserId: actor.userId,
    movesLastUpdate: isForAllReaders,
  });
  // First, because a mention replaces the news of the comment.
  queueMentions(tx, row, comment.id, { added, actorUserId: actor.userId });
  queueNews(tx, row, { kind: 'COMMENTED', actorUserId: actor.userId, subjectId: comment.id });
  return { isForAllReaders };
};

/**
 * Writes a comment, at most once per user, task and idempotency key within 24 hours.
 *
 * @returns the task if the comment moves its last update or shares it with further users
 */
const writeComment = async (
  tx: Tx,
  caller: SignedInCaller,
  opened: ChangeableTask<boolean>,
  input: Input,
  idempotencyKey: string | undefined,
): Promise<TaskRow | undefined> => {
  const { organizationId, actor, language } = caller;
  if (opened.view === 'visitor') throw problem.forbidden(translate(language, 'commentForbidden'));
  const publicTaskId = opened.row.public_task_id;
  const key = createIdempotencyKey(idempotencyKey, `comment-${actor.userId}-${publicTaskId}`, input);
  if (key && (await findStoredResponse(tx, organizationId, key, language))) return undefined;
  const shared = await shareTask(tx, caller, opened, input.sharedWithUserIds ?? []);
  const { isForAllReaders } = await insertComment(tx, caller, opened, input);
  // The reporter has answered, so no mail repeats what the page has shown.
  if (opened.view === 'author') await deleteSeenReporterNews(tx, publicTaskId, actor.userId);
  if (key) storeResponse(tx, organizationId, key, { publicTaskId, response: null });
  // Sharing moves the last update, too. A comment for some readers moves nothing that the others see.
  if (shared || !isForAllReaders) return shared;
  return { ...opened.row, updated_at: await updateTaskTime(tx, opened.row.id) };
};

/**
 * Adds a comment once per idempotency key. Reporters may comment only on their own tasks, and only members see such a
 * comment besides the reporter.
 *
 * @throws 400 if the key is invalid, 403 for a task that the caller sees as a visitor or may not share, 409 if the key was used for a
 * different request or the caller sees the maximum number of comments
 */
export const addComment = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  input: Input,
  idempotencyKey: string | undefined,
): Promise<Task> =>
  changeTask(db, caller, publicTaskId, {
    lock: input.sharedWithUserIds?.length ? 'change' : 'addition',
    readExtra: (tx) => hasMaximumComments(tx, caller.actor, publicTaskId),
    change: (tx, opened) => writeComment(tx, caller, opened, input, idempotencyKey),
  });
