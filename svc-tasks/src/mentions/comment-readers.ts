import { type CommentReaders, type CommentReadersQuery, presentName } from '@obieg/contracts';
import { type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { addressHintIn, nameIn } from '../members/members.repo';
import { translate } from '../messages/server-messages';
import { personReadsComment, personSeesTask } from '../policy/person-access';
import { isAuthorUnverified } from '../policy/tasks.policy';
import { type OpenedTask, openTask } from '../tasks/open-task';
import { type DraftBindings, draftBindings, draftComment } from './draft-comment';
import { judgePeople } from './judge-people';

const reads = `(${personSeesTask} and ${personReadsComment})`;

/** SQL: the account of the task's author, and the address of an author without one. */
const selectAuthor = `
  select t.author_email as email, ${isAuthorUnverified} as is_unverified, account.*
    from tasks t
    cross join ${draftComment}
    left join lateral (
      select u.id as user_id, ${nameIn('u', 'm')} as username, ${addressHintIn('u', 'm')} as address_hint, ${reads} as reads
        from users u join memberships m on m.organization_id = t.organization_id and m.user_id = u.id
        cross join lateral (select u.id as user_id) person
       where (u.id = t.author_user_id or t.author_user_id is null and lower(u.email) = t.author_email
              and m.is_email_verified)) account on true
   where t.id = :taskId`;

interface AuthorRow {
  email: string | null;
  is_unverified: boolean;
  user_id: number | null;
  username: string | null;
  address_hint: string | null;
  reads: boolean | null;
}

const query = async <Row>(tx: Tx, sql: string, bindings: DraftBindings): Promise<Row[]> =>
  (await tx.raw<{ rows: Row[] }>(sql, bindings)).rows;

const presentAuthor = (
  { email, is_unverified, user_id, username, address_hint, reads }: AuthorRow,
  { writerId, visibleToAuthor }: DraftBindings,
  isRestrictedTask: boolean,
): CommentReaders['author'] => {
  if (user_id !== null)
    return user_id === writerId
      ? null
      : { name: presentName(username ?? '', true), addressHint: address_hint, reads: reads === true };
  // Such an author finds the task only by its number, as a visitor.
  return email === null
    ? null
    : { name: email, reads: is_unverified && visibleToAuthor && !isRestrictedTask };
};

const listReaders = async (
  tx: Tx,
  { is_restricted: isRestrictedTask }: OpenedTask['row'],
  bindings: DraftBindings,
): Promise<CommentReaders> => {
  const isRestricted = bindings.visibleUserIds.length + bindings.visibleGroupIds.length > 0;
  const [authorRow] = await query<AuthorRow>(tx, selectAuthor, bindings);
  const allMembers = !isRestricted && !isRestrictedTask;
  const { users, groups } = allMembers
    ? { users: [], groups: [] }
    : await judgePeople(tx, { ...bindings, isRestricted });
  return {
    success: true,
    allMembers,
    groups: groups.filter(({ reach }) => isRestricted || reach !== 'NONE'),
    users: users
      .filter(({ isAuthor, reads: isReader }) => !isAuthor && (isRestricted || isReader))
      .map(({ isAuthor: _, ...user }) => user),
    author: authorRow ? presentAuthor(authorRow, bindings, isRestrictedTask) : null,
    visitors:
      !isRestrictedTask && bindings.visibleToAuthor && (!isRestricted || authorRow?.is_unverified === true),
  };
};

/** A comment of the author, which has no named readers. The author gets no names of members. */
const describeForAuthor = ({ is_restricted }: OpenedTask['row']): CommentReaders => ({
  success: true,
  allMembers: !is_restricted,
  groups: [],
  users: [],
  author: null,
  visitors: !is_restricted,
});

/**
 * Names who would see a comment of the caller with this visibility. The answer follows from the rules that later show
 * the comment.
 *
 * @throws 404 if the task is invisible, 403 if the caller may not comment
 */
export const listCommentReaders = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  draft: CommentReadersQuery,
): Promise<CommentReaders> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const { row, view } = await openTask(tx, caller, publicTaskId);
    if (view === 'visitor') throw problem.forbidden(translate(caller.language, 'commentForbidden'));
    return view === 'author'
      ? describeForAuthor(row)
      : listReaders(tx, row, draftBindings(caller, row, draft));
  });
