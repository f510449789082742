import {
  type CommentReadersQuery,
  limits,
  type MentionCandidate,
  type MentionCandidates,
  type MissingAccess,
  presentName,
} from '@obieg/contracts';
import { type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { addressHintIn, nameIn } from '../members/members.repo';
import { rolesWithBase } from '../members/references';
import { translate } from '../messages/server-messages';
import { isPersonAuthor, personHasBase, personReadsComment, personSeesTask } from '../policy/person-access';
import { foldText } from '../search/sql-fold';
import { openTask } from '../tasks/open-task';
import { draftBindings, draftComment } from './draft-comment';

/** Sight is checked for more people than are shown, so that readers come first. */
const checkedMax = 3 * limits.mentionSuggestions;

/**
 * SQL: people with BASE and the task's author, whose name or address contains the term: author and assignee first,
 * then names that begin with it.
 */
const selectMatches = `
  select u.id as user_id, (u.id = t.assigned_user_id or ${isPersonAuthor}) is true
           as is_involved,
         starts_with(${foldText('u.username')}, term.folded) as is_prefix
    from memberships m join users u on u.id = m.user_id
   cross join lateral (select u.id as user_id) person
   where m.organization_id = t.organization_id and u.id <> :writerId and not u.is_integration
     and (m.roles && :rolesWithBase
          or cardinality(m.roles) > 0 and ${isPersonAuthor})
     and strpos(${foldText("u.username || ' ' || u.email")}, term.folded) > 0
   order by 2 desc, 3 desc, u.username collate "pl-x-icu", u.id
   limit :fetched`;

const selectCandidates = `
  select u.id, ${nameIn('u', 'm')} as username, u.email, ${addressHintIn('u', 'm')} as address_hint,
         ${personHasBase} as has_base, ${personSeesTask} as sees_task,
         ${personReadsComment} as reads_comment
    from tasks t
    cross join ${draftComment}
    cross join (select ${foldText(':searchTerm')} as folded) term
    cross join lateral (${selectMatches}) person
    join users u on u.id = person.user_id
    join memberships m on m.organization_id = t.organization_id and m.user_id = u.id
   where t.id = :taskId
   order by person.is_involved desc, person.is_prefix desc, u.username collate "pl-x-icu", u.id`;

interface CandidateRow {
  id: number;
  username: string;
  email: string;
  address_hint: string | null;
  has_base: boolean;
  sees_task: boolean;
  reads_comment: boolean;
}

const listMissing = ({ has_base, sees_task, reads_comment }: CandidateRow): MissingAccess[] => {
  if (!has_base) return reads_comment ? [] : ['AUTHOR'];
  return [...(sees_task ? [] : (['TASK'] as const)), ...(reads_comment ? [] : (['COMMENT'] as const))];
};

const findCandidates = async (
  tx: Tx,
  bindings: ReturnType<typeof draftBindings>,
  searchTerm: string,
): Promise<CandidateRow[]> => {
  const { rows } = await tx.raw<{ rows: CandidateRow[] }>(selectCandidates, {
    ...bindings,
    rolesWithBase,
    searchTerm: searchTerm.normalize(),
    fetched: checkedMax,
  });
  return rows;
};

/**
 * Lists the people to mention in a comment with this visibility. Each person carries what keeps them from reading it.
 *
 * @throws 404 if the task is invisible, 403 unless the caller sees it as a member
 */
export const listMentionCandidates = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  { searchTerm, ...draft }: CommentReadersQuery & { searchTerm: string },
): Promise<MentionCandidates> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const { row, view } = await openTask(tx, caller, publicTaskId);
    if (view !== 'member') throw problem.forbidden(translate(caller.language, 'mentionForbidden'));
    const isOperator = caller.actor.permissions.has('OPERATOR');
    const candidates = (await findCandidates(tx, draftBindings(caller, row, draft), searchTerm)).map(
      (found): MentionCandidate => {
        const missing = listMissing(found);
        const { id, email } = found;
        return {
          id,
          username: presentName(found.username, true),
          email,
          addressHint: found.address_hint,
          missing,
          canGrant: isOperator || !missing.includes('TASK'),
        };
      },
    );
    const isReader = ({ missing }: MentionCandidate): boolean => missing.length === 0;
    const ordered = [
      ...candidates.filter(isReader),
      ...candidates.filter((candidate) => !isReader(candidate)),
    ];
    return {
      success: true,
      candidates: ordered.slice(0, limits.mentionSuggestions),
      limitReached: candidates.length > limits.mentionSuggestions,
    };
  });
