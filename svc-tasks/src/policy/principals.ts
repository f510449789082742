/**
 * SQL that finds restricted tasks, and the links and comments of a task, by the keys of the caller, so that a statement
 * reads no others (ADR 0026, ADR 0030). Triggers store their principals in `restricted_tasks`, `link_readers` and
 * `comment_readers`. They only propose: the rules of tasks.policy.ts and comments.policy.ts decide.
 */
import type { Actor } from '@obieg/service-kit';
import { preparedReader } from './reader-sql';
import { hasBasePermission, isAuthorFor, isAuthorUnverified } from './tasks.policy';

const { id, viewingGroupIds, verifiedEmail } = preparedReader;

/** Null without a user. No row has this principal. */
const ofReader = (kind: 'user' | 'author' | 'writer'): string => `'${kind}:' || cast(${id} as bigint)`;
const groups = `array(select 'group:' || g.id from unnest(${viewingGroupIds}) g (id))`;

const ofAuthor = `${ofReader('author')}, 'email:' || ${verifiedEmail}`;

/** SQL: a text[] of the principals that let a member list a restricted task, in `restricted_tasks`. Needs `readerCte`. */
export const restrictedTaskPrincipals = `(array[${ofReader('user')}, ${ofAuthor}] || ${groups})`;

/** SQL: a text[] of the principals that let the caller list a task, in `link_readers`. Needs `readerCte`. */
export const linkPrincipals = (actor: Actor): string =>
  hasBasePermission(actor) ? `(array['members'] || ${restrictedTaskPrincipals})` : `array[${ofAuthor}]`;

/**
 * SQL: a text[] of the principals that let the caller, who may open the task `t`, read a comment, in `comment_readers`.
 * Needs `readerCte`.
 */
export const commentPrincipals = (actor: Actor | undefined): string => {
  const named = `array[${ofReader('user')}] || ${groups}`;
  return hasBasePermission(actor)
    ? `(array['everyone', 'members', ${ofReader('writer')}] || ${named}
        || case when ${isAuthorFor(preparedReader)} then array['author'] end)`
    : `(array['everyone', ${ofReader('writer')}]
        || case when ${isAuthorFor(preparedReader)} then array['author'] || ${named}
                when ${isAuthorUnverified} then array['author'] end)`;
};
