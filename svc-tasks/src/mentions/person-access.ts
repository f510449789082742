import { isReadableComment } from '../comments/comments.policy';
import { rolesWithBase } from '../people/references';
import { isAuthor, isVisibleToMember } from '../tasks/tasks.policy';

/*
 * The rules of one reader, for statements about many people. In each fragment, `person.user_id` is the person, whose
 * account is `u` and whose membership is `m`. The rules are null where the task has no assignee, so they are coalesced.
 */

const forPerson = (sql: string): string => sql.replaceAll(':readerId', 'person.user_id');

/** SQL: `person` has the permission BASE. */
export const personHasBase = `(u.system_roles @> '{SUPER_ADMIN}' or coalesce(m.roles && '{${rolesWithBase.join(',')}}', false))`;

/** SQL: `person` is the author of the task `t`. */
export const isPersonAuthor = forPerson(isAuthor);

/** SQL: `person` sees the task `t` in a list. */
export const personSeesTask = `coalesce(case when ${personHasBase} then ${forPerson(isVisibleToMember)}
  else coalesce(cardinality(m.roles), 0) > 0 and ${isPersonAuthor} end, false)`;

/** SQL: `person`, who sees the task `t`, may read its comment `c`. */
export const personReadsComment = `coalesce(case when ${personHasBase} then ${forPerson(isReadableComment(true))}
  else ${forPerson(isReadableComment(false))} end, false)`;
