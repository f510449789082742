import { type Comment, type EditComment, limits } from '@obieg/contracts';
import { checkRevision, type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { selectEmail } from '../members/members.repo';
import {
  type NamedMention,
  presentMentionText,
  queueMentions,
  resolveMentions,
  selectMentions,
} from '../mentions/comment-mentions';
import { draftBindings } from '../mentions/draft-comment';
import { translate } from '../messages/server-messages';
import { queueNews } from '../news-queue/queue-news';
import { type OpenedTask, openTaskForUpdate } from '../tasks/open-task';
import type { VersionChange } from './comment-versions';
import { recordCommentChange, recordCommentDeleted } from './comments.events';
import { getComment } from './list-comments';

/** Path and header of a change. */
export interface CommentReference {
  publicTaskId: number;
  commentId: number;
  ifMatch: string | undefined;
}

interface OwnComment {
  id: number;
  content: string;
  revision: number;
  deleted_at: Date | null;
  mentions: NamedMention[];
  is_visible_to_author: boolean;
  visible_user_ids: number[];
  visible_group_ids: number[];
  task: OpenedTask['row'];
  isMember: boolean;
}

/**
 * Locks a comment of the caller. Checks again under the task's lock what the caller could see before, because the
 * task may have been restricted meanwhile.
 *
 * @throws 403 unless the caller wrote the comment and may still comment on the task
 */
const lockOwnComment = async (
  tx: Tx,
  caller: SignedInCaller,
  { publicTaskId, commentId }: CommentReference,
): Promise<OwnComment> => {
  const { row: task, view } = await openTaskForUpdate(tx, caller, publicTaskId, 'addition');
  const comment: Omit<OwnComment, 'task' | 'isMember'> | undefined = await tx('comments as c')
    .where({ 'c.id': commentId, 'c.task_id': task.id, 'c.author_user_id': caller.actor.userId })
    .forUpdate()
    .first(
      'c.id',
      'c.content',
      'c.revision',
      'c.deleted_at',
      'c.is_visible_to_author',
      'c.visible_user_ids',
      'c.visible_group_ids',
      tx.raw(`${selectMentions} as mentions`),
    );
  if (!comment || view === 'visitor')
    throw problem.forbidden(translate(caller.language, 'commentChangeForbidden'));
  return { ...comment, task, isMember: view === 'member' };
};

/**
 * Checks that the caller sees the comment, then changes it under its lock.
 *
 * @throws 404 unless the caller may see the comment, 403 unless the caller wrote it
 */
const changeOwnComment = async (
  db: Database,
  caller: SignedInCaller,
  reference: CommentReference,
  change: (tx: Tx, comment: OwnComment) => Promise<void>,
): Promise<void> => {
  await getComment(db, caller, reference.publicTaskId, reference.commentId);
  await withOrganization(db, caller.tenantScope, async (tx) =>
    change(tx, await lockOwnComment(tx, caller, reference)),
  );
};

/** Removes texts of the caller's comment unless it is deleted. @throws 404, 403, 412 if `ifMatch` is not its revision */
const removeTexts = (
  db: Database,
  caller: SignedInCaller,
  reference: CommentReference,
  remove: (tx: Tx, comment: OwnComment) => Promise<void>,
): Promise<void> =>
  changeOwnComment(db, caller, reference, async (tx, comment) => {
    if (comment.deleted_at !== null) return;
    checkRevision(comment, reference.ifMatch, translate(caller.language, 'commentSavedElsewhere'));
    await remove(tx, comment);
  });

const insertVersion = async (
  tx: Tx,
  { organizationId, actor }: SignedInCaller,
  { id, content }: Pick<OwnComment, 'id' | 'content'>,
  change_type: VersionChange,
): Promise<void> => {
  await tx('comment_versions').insert({
    organization_id: organizationId,
    comment_id: id,
    content,
    change_type,
    replaced_by_user_id: actor.userId,
    replaced_by_email: selectEmail(tx, actor.userId),
  });
};

/** Keeps the replaced text and writes the change. Not pipelined: both statements need the locked row. */
const writeChange = async (
  tx: Tx,
  caller: SignedInCaller,
  comment: OwnComment,
  changeType: 'EDIT' | 'DELETE',
  change: object,
): Promise<void> => {
  await insertVersion(tx, caller, comment, changeType);
  await tx('comments')
    .where({ id: comment.id })
    // The mail that the comment is from has the replaced text, too.
    .update({ ...change, mail_text: null, revision: comment.revision + 1 });
};

const checkMayEdit = (comment: OwnComment, { language }: SignedInCaller, ifMatch?: string): void => {
  if (comment.deleted_at !== null)
    throw problem.conflict('CONFLICT', translate(language, 'commentDeletedMeanwhile'));
  checkRevision(comment, ifMatch, translate(language, 'commentSavedElsewhere'));
  if (comment.revision > limits.commentEditsMax)
    throw problem.conflict('CONFLICT', translate(language, 'tooManyCommentEdits'));
};

/**
 * Changes the text of the caller's comment. A call with the current text writes nothing, so that retries are safe.
 *
 * @throws 404 unless the caller may see the comment, 403 unless the caller wrote it, 409 if it is deleted or has been
 * edited too often, 412 if `ifMatch` is not its revision
 */
export const editComment = async (
  db: Database,
  caller: SignedInCaller,
  reference: CommentReference,
  { content, mentionedUserIds }: EditComment,
): Promise<Comment> => {
  const { publicTaskId, commentId, ifMatch } = reference;
  await changeOwnComment(db, caller, reference, async (tx, comment) => {
    const shown = presentMentionText(comment.content, comment.mentions, comment.isMember);
    if (comment.deleted_at === null && shown === content) return;
    checkMayEdit(comment, caller, ifMatch);
    const { mentions, added } = await resolveMentions(tx, caller, {
      content,
      userIds: comment.isMember ? (mentionedUserIds ?? []) : [],
      earlier: comment.mentions,
      authorUserId: comment.task.author_user_id,
      draft: comment.isMember
        ? draftBindings(caller, comment.task, {
            visibleUserIds: comment.visible_user_ids,
            visibleGroupIds: comment.visible_group_ids,
            visibleToAuthor: comment.is_visible_to_author,
          })
        : undefined,
    });
    const change = { content, mentions: JSON.stringify(mentions), edited_at: tx.fn.now() };
    await writeChange(tx, caller, comment, 'EDIT', change);
    queueMentions(tx, comment.task, commentId, { added, actorUserId: caller.actor.userId });
    recordCommentChange(tx, caller, 'changed', {
      publicTaskId,
      commentId,
      authorUserId: caller.actor.userId,
    });
  });
  return getComment(db, caller, publicTaskId, commentId);
};

/**
 * Deletes the text of the caller's comment. The comment stays as an entry without text. Its texts remain in
 * `comment_versions`, which no response contains for a deleted comment. A repeated call writes nothing.
 *
 * @throws 404, 403 and 412 as `editComment`
 */
export const deleteComment = (
  db: Database,
  caller: SignedInCaller,
  reference: CommentReference,
): Promise<void> =>
  removeTexts(db, caller, reference, async (tx, comment) => {
    const { publicTaskId, commentId } = reference;
    await writeChange(tx, caller, comment, 'DELETE', {
      content: '',
      mentions: '[]',
      deleted_at: tx.fn.now(),
    });
    recordCommentDeleted(tx, caller, { publicTaskId, commentId });
    queueNews(tx, { public_task_id: publicTaskId }, { kind: 'SIGHT_CHANGED', actorUserId: null });
  });

/**
 * Deletes the earlier texts of the caller's comment and records who did it and when. The present text and its edited
 * mark stay. A call without earlier texts writes nothing, so that retries are safe.
 *
 * @throws 404, 403 and 412 as `editComment`
 */
export const deleteEarlierTexts = (
  db: Database,
  caller: SignedInCaller,
  reference: CommentReference,
): Promise<void> =>
  removeTexts(db, caller, reference, async (tx) => {
    const { publicTaskId, commentId } = reference;
    const deleted = await tx('comment_versions')
      .where({ comment_id: commentId, change_type: 'EDIT' })
      .delete();
    if (deleted === 0) return;
    await insertVersion(tx, caller, { id: commentId, content: '' }, 'EARLIER_DELETED');
    recordCommentChange(tx, caller, 'changed', {
      publicTaskId,
      commentId,
      authorUserId: caller.actor.userId,
    });
  });
