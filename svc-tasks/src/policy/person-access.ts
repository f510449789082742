import { rolesWithBase } from '../members/references';
import { isReadableCommentFor } from './comments.policy';
import { type ReaderSql, readerSqlOf } from './reader-sql';
import { isAuthorFor, isVisibleToMemberFor } from './tasks.policy';

/*
 * The rules of one reader, for statements about many people. In each fragment, `person.user_id` is the person, whose
 * account is `u` and whose membership is `m`. The rules are null where the task has no assignee, so they are coalesced.
 */

/** SQL: `person` has the permission BASE. */
export const personHasBase = `(u.system_roles @> '{SUPER_ADMIN}' or coalesce(m.roles && '{${rolesWithBase.join(',')}}', false))`;

const rulesFor = (person: ReaderSql) => ({
  /** SQL: `person` is the author of the task `t`. */
  isAuthor: isAuthorFor(person),
  /** SQL: `person` sees the task `t` in a list. */
  seesTask: `coalesce(case when ${personHasBase} then ${isVisibleToMemberFor(person)}
  else coalesce(cardinality(m.roles), 0) > 0 and ${isAuthorFor(person)} end, false)`,
  /** SQL: `person`, who sees the task `t`, may read its comment `c`. */
  readsComment: `coalesce(case when ${personHasBase} then ${isReadableCommentFor(person, true)}
  else ${isReadableCommentFor(person, false)} end, false)`,
});

const id = 'person.user_id';

/** The groups of each person are found when a rule needs them. */
export const {
  isAuthor: isPersonAuthor,
  seesTask: personSeesTask,
  readsComment: personReadsComment,
} = rulesFor(readerSqlOf(id));

const { readsComment } = rulesFor(readerSqlOf(id, 'person.comment_group_ids'));

/**
 * For statements that find the groups of many people at once: `person.task_group_ids` has all groups of the task if the
 * person is in one of them, and `person.comment_group_ids` those of the comment.
 */
export const personInGroups = { ...rulesFor(readerSqlOf(id, 'person.task_group_ids')), readsComment };
