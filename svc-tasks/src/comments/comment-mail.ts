import { type Database, problem } from '@obieg/service-kit';
import type { Caller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import { readerBindings } from '../policy/tasks.policy';
import { readTaskPart, type TaskPart } from '../tasks/task-parts';
import { readableCommentsCte } from './readable-comments';

const mailPart = (commentId: number): TaskPart<string> => ({
  select: (knex, { caller: { actor }, publicTaskId }) => [
    knex.raw(
      `with ${readableCommentsCte(actor, { condition: 'r.comment_id = :commentId', max: 1 })}
       select c.mail_text from readable k join comments c on c.id = k.id`,
      { ...readerBindings(actor), publicTaskId, commentId },
    ),
  ],
  present: ({ view, caller }, [rows]) => {
    const text = rows?.[0]?.['mail_text'];
    if (view === 'visitor' || typeof text !== 'string')
      throw problem.notFound(translate(caller.language, 'commentNotFound'));
    return text;
  },
});

/** Returns the whole text of the mail that a comment is from. @throws 404 unless a member or the author reads the comment */
export const getCommentMail = (
  db: Database,
  caller: Caller,
  publicTaskId: number,
  commentId: number,
): Promise<string> => readTaskPart(db, mailPart(commentId), { caller, publicTaskId, afterId: 0 });
