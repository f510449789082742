import type { CommentVersion, VersionsDeletion } from '@obieg/contracts';
import { type Database, problem } from '@obieg/service-kit';
import type { Caller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import { readTaskPart, type TaskPart } from '../tasks/task-parts';
import { commentsOfIdsPart } from './list-comments';

/** What replaced a text, or that the writer deleted the earlier texts. */
export type VersionChange = 'EDIT' | 'DELETE' | 'EARLIER_DELETED';

interface VersionRow {
  id: number;
  content: string;
  change_type: VersionChange;
  replaced_at: Date;
  replaced_by_email: string;
}

interface CommentVersions {
  /** Replaced texts, oldest first. Empty if the comment is deleted. */
  versions: CommentVersion[];
  /** When the writer deleted the texts before. */
  deletions: VersionsDeletion[];
}

const presentVersion = ({ id, content, replaced_at, replaced_by_email }: VersionRow): CommentVersion => ({
  id,
  content,
  replacedAt: replaced_at.toISOString(),
  replacedByEmail: replaced_by_email,
});
const presentDeletion = ({ replaced_at, replaced_by_email }: VersionRow): VersionsDeletion => ({
  deletedAt: replaced_at.toISOString(),
  deletedByEmail: replaced_by_email,
});

const versionsPart = (commentId: number): TaskPart<CommentVersions> => {
  const comments = commentsOfIdsPart([commentId]);
  return {
    select: (knex, selection) => [
      knex('comment_versions').where({ comment_id: commentId }).orderBy('id').select(),
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
