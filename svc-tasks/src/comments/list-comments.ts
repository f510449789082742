import { type Comment, presentName } from '@obieg/contracts';
import { type Database, groupPathIn, problem } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { Caller } from '../callers/caller';
import { batchSize, type EntryBatch, toBatch } from '../history/entry-batches';
import { addressHintIn, joinMember, nameIn, nameOfAccount } from '../members/members.repo';
import { createPresentPerson, type PresentPerson } from '../members/reader-names';
import {
  type NamedMention,
  presentMentionedNames,
  presentMentions,
  presentMentionText,
  selectMentions,
} from '../mentions/comment-mentions';
import { translate } from '../messages/server-messages';
import { readerBindings } from '../policy/tasks.policy';
import { type PartContext, type PartSelection, readTaskPart, type TaskPart } from '../tasks/task-parts';
import { readableCommentsCte } from './readable-comments';

interface CommentRow {
  id: number;
  author_user_id: number;
  author_email: string;
  author_name: string | null;
  content: string;
  is_visible_to_author: boolean;
  created_at: Date;
  revision: number;
  edited_at: Date | null;
  deleted_at: Date | null;
  has_mail_text: boolean;
  visible_users: Comment['visibleUsers'];
  visible_groups: Comment['visibleGroups'];
  mentions: NamedMention[];
}

/** SQL: the columns of a `CommentRow`, of the comment `c`. */
const commentColumns = `
  c.id, c.author_user_id, c.author_email, c.content, c.is_visible_to_author, c.created_at, c.revision, c.edited_at,
  c.deleted_at, c.mail_text is not null as has_mail_text, ${nameOfAccount('c.author_user_id')} as author_name,
  (select coalesce(json_agg(json_build_object('userId', u.id, 'userName', ${nameIn('u', 'm')},
                            'userEmail', u.email, 'addressHint', ${addressHintIn('u', 'm')}) order by u.username), '[]')
     from users u ${joinMember('u', 'm')} where u.id = any(c.visible_user_ids)) as visible_users,
  (select coalesce(json_agg(json_build_object('groupId', g.id, 'groupName', ${groupPathIn('g')}) order by g.name), '[]')
     from groups g where g.organization_id = c.organization_id and g.id = any(c.visible_group_ids)) as visible_groups,
  ${selectMentions} as mentions`;

/** The oldest comments that the caller may see and for which `condition` is true, up to one batch. */
const selectComments = (
  knex: Knex,
  { caller: { actor }, publicTaskId }: PartSelection,
  condition: string,
  bindings: Readonly<Record<string, number | number[]>>,
): Knex.Raw =>
  knex.raw(
    `with ${readableCommentsCte(actor, { condition, max: batchSize })}
     select ${commentColumns}
       from readable k
       cross join lateral (select c.* from comments c where c.id = k.id offset 0) c
      order by c.id`,
    { ...readerBindings(actor), ...bindings, publicTaskId },
  );

const presentVisibleUser = ({ userName, ...user }: Comment['visibleUsers'][number]) => ({
  ...user,
  userName: presentName(userName, true),
});

const presentComment = (
  comment: CommentRow,
  { view, caller: { actor } }: Pick<PartContext, 'view' | 'caller'>,
  presentPerson: PresentPerson,
): Comment => {
  const isWriter = view !== 'visitor' && comment.author_user_id === actor?.userId;
  return {
    id: comment.id,
    authorEmail: presentPerson(comment.author_email, comment.author_user_id),
    authorName: view === 'visitor' ? null : presentPerson(comment.author_name, comment.author_user_id),
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
    // A quote can contain addresses, which visitors see masked.
    hasMailText: view !== 'visitor' && comment.has_mail_text,
  };
};

const buildCommentsPart = (
  select: (knex: Knex, selection: PartSelection) => Knex.Raw,
): TaskPart<EntryBatch<Comment>> => ({
  select: (knex, selection) => [select(knex, selection)],
  present: (context, [commentRows]) => {
    const presentPerson = createPresentPerson(context);
    const rows = commentRows as unknown as CommentRow[];
    return toBatch(
      rows,
      rows.map((comment) => presentComment(comment, context, presentPerson)),
    );
  },
});

/** The next comments that the caller may see, oldest first. */
export const commentsPart = buildCommentsPart((knex, selection) =>
  selectComments(knex, selection, 'r.comment_id > :afterId', { afterId: selection.afterId }),
);

/** Those of the comments that belong to the task and that the caller may see. Takes at most one batch. */
export const commentsOfIdsPart = (commentIds: readonly number[]) =>
  buildCommentsPart((knex, selection) =>
    selectComments(knex, selection, 'r.comment_id = any(cast(:commentIds as bigint[]))', {
      commentIds: [...commentIds],
    }),
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
