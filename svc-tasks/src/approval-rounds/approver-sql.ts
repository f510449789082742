/** SQL about the open round `r` of the task `t`, for one reader or many. */
import { absentPeople } from '../absences/absent-people';
import { actingGroupIdsOf } from '../groups/effective-groups';
import { readerSqlOf } from '../policy/reader-sql';
import { isAuthorFor } from '../policy/tasks.policy';

/** SQL: the user is not the author of the task `t`, or authors may decide about `row`. */
const isNoExcludedAuthor = (userId: string, row: string): string =>
  `not (${row}.is_author_excluded and coalesce(${isAuthorFor(readerSqlOf(userId))}, false))`;

/** SQL: the user is an approver by the groups of `row`, which has the columns of a round of the task `t`. */
const isApprover = (userId: string, row: string): string =>
  `(${row}.approver_group_ids && ${actingGroupIdsOf(userId)} and ${isNoExcludedAuthor(userId, row)})`;

/** SQL: nobody has decided in the place of the user, who may be absent. */
const isUncovered = (userId: string, row = 'r'): string => `not exists (
  select 1 from approval_votes v
   where v.organization_id = ${row}.organization_id and v.round_id = ${row}.id
     and ${userId} = any(v.for_user_ids))`;

/** SQL: `absent` is an approver of the round in `row` without a vote, whom the user substitutes. */
export const isSubstitutedBy = (userId: string, absent: string, row = 'r'): string => `(
  ${absent}.substitute_user_id = ${userId} and ${isNoExcludedAuthor(userId, row)}
  and ${isApprover(`${absent}.user_id`, row)} and ${isUncovered(`${absent}.user_id`, row)})`;

/** SQL: `r` of the task `t` waits for the user, who has not decided, and in whose place nobody has. */
export const waitsFor = (userId: string): string => `(
  not exists (select 1 from approval_votes v
    where v.organization_id = r.organization_id and v.round_id = r.id and v.voter_user_id = ${userId})
  and ((${isApprover(userId, 'r')} and ${isUncovered(userId)})
    or exists (select 1 from ${absentPeople} absent where ${isSubstitutedBy(userId, 'absent')})))`;

/** SQL: the groups for which the user decides, or substitutes an absent person. */
export const decidingGroupIdsOf = (userId: string): string => `array(
  select unnest(${actingGroupIdsOf(userId)})
  union
  select unnest(${actingGroupIdsOf('absent.user_id')}) from ${absentPeople} absent
   where absent.substitute_user_id = ${userId})`;

/** SQL: the task `t` has an open round that waits for the user. */
export const hasWaitingRound = (userId: string): string => `exists (
  select 1 from approval_rounds r
   where r.organization_id = t.organization_id and r.task_id = t.id and r.state = 'OPEN' and ${waitsFor(userId)})`;

/** SQL: `user_id` of everyone who may decide about the open round of `t`. */
export const decidersOf = (actingMembers: string): string => `
  select distinct unnest(array[one.user_id, absent.substitute_user_id]) as user_id
    from approval_rounds r
   cross join lateral (${actingMembers}) one
    left join ${absentPeople} absent on absent.user_id = one.user_id
   where r.organization_id = t.organization_id and r.task_id = t.id and r.state = 'OPEN'`;
