import { type CommentVersion, presentName, type VersionsDeletion } from '@obieg/contracts';
import { type Database, problem } from '@obieg/service-kit';
import type { Caller } from '../callers/caller';
import { nameOfAccount } from '../members/members.repo';
import { translate } from '../messages/server-messages';
import { readerBindings } from '../policy/tasks.policy';
import { readTaskPart, type TaskPart } from '../tasks/task-parts';
import { commentsOfIdsPart } from './list-comments';
import { readableCommentsCte } from './readable-comments';

/** What replaced a text, or that the writer deleted the earlier texts. */
export type VersionChange = 'EDIT' | 'DELETE' | 'EARLIER_DELETED';

interface VersionRow {
  id: number;
  content: string;
  change_type: VersionChange;
  replaced_at: Date;
  replaced_by_email: string;
  replaced_by_name: string | null;
}

interface CommentVersions {
  /** Replaced texts, oldest first. Empty if the comment is deleted. */
  versions: CommentVersion[];
  /** When the writer deleted the texts before. */
  deletions: VersionsDeletion[];
}

/** Only members read earlier texts. */
const nameOfWriter = ({ replaced_by_name: name }: VersionRow): string | null =>
  name && presentName(name, true);

const presentVersion = (row: VersionRow): CommentVersion => ({
  id: row.id,
  content: row.content,
  replacedAt: row.replaced_at.toISOString(),
  replacedByEmail: row.replaced_by_email,
  replacedByName: nameOfWriter(row),
});
const presentDeletion = (row: VersionRow): VersionsDeletion => ({
  deletedAt: row.replaced_at.toISOString(),
  deletedByEmail: row.replaced_by_email,
  deletedByName: nameOfWriter(row),
});

const versionsPart = (commentId: number): TaskPart<CommentVersions> => {
  const comments = commentsOfIdsPart([commentId]);
  return {
    select: (knex, selection) => [
      knex.raw(
        `with ${readableCommentsCte(selection.caller.actor, { condition: 'r.comment_id = :commentId', max: 1 })}
         select v.*, ${nameOfAccount('v.replaced_by_user_id')} as replaced_by_name
           from readable k join comment_versions v on v.comment_id = k.id
          order by v.id`,
        { ...readerBindings(selection.caller.actor), publicTaskId: selection.publicTaskId, commentId },
      ),
      ...comments.select(knex, selection),
    ],
    present: async (context, [versionRows, ...commentRows]) => {
      const [comment] = (await comments.present(context, commentRows)).entries;
      // Earlier texts are for members: the author and visitors may have seen only the present one.
      if (!comment || context.view !== 'member')
        throw problem.notFound(translate(context.caller.language, 'commentNotFound'));
      const rows = comment.deletedAt === null ? (versionRows as unknown as VersionRow[]) : [];
      const rowsOf = (type: VersionChange) => rows.filter(({ change_type }) => change_type === type);
      return {
        versions: rowsOf('EDIT').map(presentVersion),
        deletions: rowsOf('EARLIER_DELETED').map(presentDeletion),
      };
    },
  };
};

/** Returns the replaced texts of a comment. @throws 404 unless the caller sees the comment as a member */
export const listCommentVersions = (
  db: Database,
  caller: Caller,
  publicTaskId: number,
  commentId: number,
): Promise<CommentVersions> =>
  readTaskPart(db, versionsPart(commentId), { caller, publicTaskId, afterId: 0 });
