import { type Comment, presentName } from '@obieg/contracts';
import { type Database, problem } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { Caller } from '../callers/caller';
import { parseGroupIds, selectViewingGroups } from '../groups/effective-groups';
import { type EntryBatch, selectBatch, toBatch } from '../history/entry-batches';
import { nameOf } from '../members/members.repo';
import { createPresentPerson, type PresentPerson } from '../members/reader-names';
import {
  presentMentionedNames,
  presentMentions,
  presentMentionText,
  type StoredMention,
  selectMentions,
} from '../mentions/comment-mentions';
import { translate } from '../messages/server-messages';
import { type CommentReader, maySeeComment } from '../policy/comments.policy';
import { isAuthorUnverified } from '../policy/tasks.policy';
import { selectTaskId } from '../tasks/open-task';
import { type PartSelection, readTaskPart, type TaskPart } from '../tasks/task-parts';

interface CommentRow {
  id: number;
  author_user_id: number;
  author_email: string;
  content: string;
  is_visible_to_author: boolean;
  created_at: Date;
  revision: number;
  edited_at: Date | null;
  deleted_at: Date | null;
  visible_users: Comment['visibleUsers'];
  visible_groups: Comment['visibleGroups'];
  visible_user_ids: number[];
  visible_group_ids: number[];
  mentions: StoredMention[];
}

const selectComments = (knex: Knex, publicTaskId: number): Knex.QueryBuilder =>
  knex('comments as c')
    .where('c.task_id', selectTaskId(knex, publicTaskId))
    .select(
      'c.id',
      'c.author_user_id',
      'c.author_email',
      'c.content',
      'c.is_visible_to_author',
      'c.created_at',
      'c.revision',
      'c.edited_at',
      'c.deleted_at',
    )
    .select(
      knex.raw('to_json(c.visible_user_ids) as visible_user_ids'),
      knex.raw('to_json(c.visible_group_ids) as visible_group_ids'),
      knex.raw(`(select coalesce(json_agg(json_build_object('userId', u.id, 'userName', ${nameOf('u')},
          'userEmail', u.email) order by u.username), '[]')
        from users u where u.id = any(c.visible_user_ids)) as visible_users`),
      knex.raw(`(select coalesce(json_agg(json_build_object('groupId', g.id, 'groupName', g.name)
          order by g.name), '[]')
        from groups g where g.organization_id = c.organization_id and g.id = any(c.visible_group_ids)) as visible_groups`),
      knex.raw(`${selectMentions} as mentions`),
    );

const selectIsAuthorUnverified = (knex: Knex, publicTaskId: number): Knex.Raw =>
  knex.raw(
    `select ${isAuthorUnverified} as is_true from tasks t
      where t.public_task_id = :publicTaskId and t.deleted_at is null`,
    { publicTaskId },
  );
const isTrueOf = ([row]: Record<string, unknown>[] = []): boolean => row?.['is_true'] === true;

const presentVisibleUser = ({ userName, ...user }: Comment['visibleUsers'][number]) => ({
  ...user,
  userName: presentName(userName, true),
});

const presentComment = (
  comment: CommentRow,
  { view, userId }: CommentReader,
  presentPerson: PresentPerson,
): Comment => {
  const isWriter = view !== 'visitor' && comment.author_user_id === userId;
  return {
    id: comment.id,
    authorEmail: presentPerson(comment.author_email, comment.author_user_id),
    createdAt: comment.created_at.toISOString(),
    content: presentMentionText(comment.content, comment.mentions, view === 'member'),
    visibleToAuthor: comment.is_visible_to_author,
    visibleUsers: view === 'member' ? comment.visible_users.map(presentVisibleUser) : [],
    visibleGroups: view === 'member' ? comment.visible_groups : [],
    mentions: view === 'member' ? presentMentions(comment.mentions) : [],
    mentionedNames: presentMentionedNames(comment.mentions, view === 'member'),
    // It tells the number of earlier texts.
    ...(view === 'member' || isWriter ? { revision: comment.revision } : {}),
    editedAt: comment.edited_at?.toISOString() ?? null,
    deletedAt: comment.deleted_at?.toISOString() ?? null,
    canChange: isWriter && comment.deleted_at === null,
  };
};

/** Builds the part from the given comments of the task. Leaves out those that the caller may not see. */
const buildCommentsPart = (
  select: (knex: Knex, selection: PartSelection) => Knex.QueryBuilder,
): TaskPart<EntryBatch<Comment>> => ({
  select: (knex, selection) => [
    select(knex, selection),
    selectViewingGroups(knex, selection.caller.actor?.userId ?? null),
    selectIsAuthorUnverified(knex, selection.publicTaskId),
  ],
  present: ({ caller, row, view }, [commentRows, viewingGroups, isUnverified]) => {
    const presentPerson = createPresentPerson({ caller, row, view });
    const reader: CommentReader = {
      userId: caller.actor?.userId,
      view,
      isTaskAuthor: row.is_author || (view === 'visitor' && isTrueOf(isUnverified)),
      groupIds: parseGroupIds(viewingGroups),
    };
    const rows = commentRows as unknown as CommentRow[];
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
      .map((comment) => presentComment(comment, reader, presentPerson));
    return toBatch(rows, comments);
  },
});

/** The next comments that the caller may see, oldest first. */
export const commentsPart = buildCommentsPart((knex, { publicTaskId, afterId }) =>
  selectBatch(selectComments(knex, publicTaskId), afterId, 'c.id'),
);

/** Those of the comments that belong to the task and that the caller may see. Takes at most one batch. */
export const commentsOfIdsPart = (commentIds: readonly number[]) =>
  buildCommentsPart((knex, { publicTaskId }) =>
    selectComments(knex, publicTaskId).whereRaw('c.id = any(?)', [[...commentIds]]),
  );

/** Checks whether the caller may see one of the comments. @throws 404 if the task is invisible */
export const seesAnyComment = async (
  db: Database,
  caller: Caller,
  publicTaskId: number,
  commentIds: readonly number[],
): Promise<boolean> => {
  const selection = { caller, publicTaskId, afterId: 0 };
  return (await readTaskPart(db, commentsOfIdsPart(commentIds), selection)).entries.length > 0;
};

/** Returns a comment. @throws 404 unless the caller may see it */
export const getComment = async (
  db: Database,
  caller: Caller,
  publicTaskId: number,
  commentId: number,
): Promise<Comment> => {
  const selection = { caller, publicTaskId, afterId: 0 };
  const [comment] = (await readTaskPart(db, commentsOfIdsPart([commentId]), selection)).entries;
  if (!comment) throw problem.notFound(translate(caller.language, 'commentNotFound'));
  return comment;
};
