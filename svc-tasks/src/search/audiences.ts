/** Who may read a text, as the search index stores it. The same rules as `tasks.policy.ts` and `comments.policy.ts`. */
import { createHash } from 'node:crypto';
import type { Tx } from '@obieg/service-kit';

/** All members, or one user, group or verified address. */
export type Principal = 'everyone' | `user:${number}` | `group:${number}` | `email:${string}`;

/** Readers who have a principal of each side: one that may see the task, and one that may read the comment. */
export interface Audience {
  key: string;
  sides: readonly (readonly Principal[])[];
}

export interface TaskReaders {
  is_restricted: boolean;
  author_user_id: number | null;
  author_email: string | null;
  assigned_user_id: number | null;
  assigned_group_id: number | null;
  readers: readonly { kind: 'USER' | 'GROUP'; id: number }[] | null;
}

export interface CommentReaders {
  author_user_id: number;
  is_visible_to_author: boolean;
  visible_user_ids: readonly number[];
  visible_group_ids: readonly number[];
}

const user = (id: number): Principal => `user:${id}`;
const group = (id: number): Principal => `group:${id}`;

const authorOf = ({ author_user_id: id, author_email: email }: TaskReaders): Principal[] => {
  if (id !== null) return [user(id)];
  return email === null ? [] : [`email:${email}`];
};

const principalsOfTask = (task: TaskReaders): Principal[] => [
  ...authorOf(task),
  ...(task.assigned_user_id === null ? [] : [user(task.assigned_user_id)]),
  ...(task.assigned_group_id === null ? [] : [group(task.assigned_group_id)]),
  ...(task.readers ?? []).map(({ kind, id }) => (kind === 'USER' ? user(id) : group(id))),
];

const principalsOfComment = (comment: CommentReaders, task: TaskReaders): Principal[] => [
  user(comment.author_user_id),
  ...(comment.is_visible_to_author ? authorOf(task) : []),
  ...comment.visible_user_ids.map(user),
  ...comment.visible_group_ids.map(group),
];

/** More principals share one audience, so that a long list of readers does not multiply the entries of a text. */
const separatePrincipalsMax = 8;

const distinct = (principals: readonly Principal[]): Principal[] => [...new Set(principals)].sort();

const keyOf = (principals: readonly Principal[]): string =>
  principals.length === 1
    ? String(principals[0])
    : `set:${createHash('sha256').update(principals.join('\n')).digest('base64')}`;

const shared = (...sides: readonly (readonly Principal[])[]): Audience[] => {
  const distinctSides = sides.map(distinct);
  return [{ key: distinctSides.map(keyOf).join('&'), sides: distinctSides }];
};

const separate = (principals: readonly Principal[]): Audience[] => {
  const all = distinct(principals);
  return all.length > separatePrincipalsMax ? shared(all) : all.flatMap((principal) => shared([principal]));
};

/** Members who may read the task's own texts. */
export const audiencesOfTask = (task: TaskReaders): Audience[] =>
  task.is_restricted ? separate(principalsOfTask(task)) : shared(['everyone']);

/** Members who may read a comment of the task. */
export const audiencesOfComment = (comment: CommentReaders, task: TaskReaders): Audience[] => {
  if (comment.visible_user_ids.length + comment.visible_group_ids.length === 0) return audiencesOfTask(task);
  const readers = principalsOfComment(comment, task);
  return task.is_restricted ? shared(principalsOfTask(task), readers) : separate(readers);
};

interface AudienceRow {
  id: number;
  key: string;
}

const insertAudiences = async (tx: Tx, audiences: readonly Audience[]): Promise<AudienceRow[]> => {
  const { rows } = await tx.raw<{ rows: AudienceRow[] }>(
    `insert into search_audiences (organization_id, key)
     select app_organization_id(), unnest(cast(:keys as text[])) returning id, key`,
    { keys: audiences.map(({ key }) => key) },
  );
  const ids = new Map(rows.map(({ id, key }) => [key, id]));
  const readers = audiences.flatMap(({ key, sides }) =>
    sides.flatMap((principals, side) =>
      principals.map((principal) => ({ id: ids.get(key) ?? 0, side, sides: sides.length, principal })),
    ),
  );
  await tx.raw(
    `insert into search_readers (organization_id, principal, audience_id, side, sides)
     select app_organization_id(), r.*
       from unnest(cast(:principals as text[]), cast(:ids as int[]), cast(:positions as smallint[]),
                   cast(:sides as smallint[])) r`,
    {
      principals: readers.map(({ principal }) => principal),
      ids: readers.map(({ id }) => id),
      positions: readers.map(({ side }) => side),
      sides: readers.map(({ sides }) => sides),
    },
  );
  return rows;
};

/**
 * Returns the ids of these audiences by their keys, and stores new ones. Call it under the indexing lock of the
 * organization.
 */
export const storeAudiences = async (
  tx: Tx,
  audiences: readonly Audience[],
): Promise<ReadonlyMap<string, number>> => {
  const byKey = new Map(audiences.map((audience) => [audience.key, audience]));
  const { rows } = await tx.raw<{ rows: AudienceRow[] }>(
    'select id, key from search_audiences where key = any(cast(:keys as text[]))',
    { keys: [...byKey.keys()] },
  );
  for (const { key } of rows) byKey.delete(key);
  const inserted = byKey.size > 0 ? await insertAudiences(tx, [...byKey.values()]) : [];
  return new Map([...rows, ...inserted].map(({ id, key }) => [key, id]));
};

/**
 * SQL: the table has no row of the audience `a`. The order makes PostgreSQL look at one row of its key. Without it, it
 * reads all entries of the organization: more than 15 seconds for a million tasks.
 */
const isAbsentIn = (table: string, keyColumn: string): string =>
  `(select true from ${table} e where e.audience_id = a.id order by e.${keyColumn} limit 1) is null`;

/**
 * Deletes those of these audiences that no text has any more. Call it after writing entries and numbers, under the
 * indexing lock of the organization.
 */
export const removeUnusedAudiences = async (tx: Tx, audienceIds: readonly number[]): Promise<void> => {
  if (audienceIds.length === 0) return;
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `delete from search_audiences a
      where a.id = any(cast(:audienceIds as int[]))
        and ${isAbsentIn('search_entries', 'term')}
        and ${isAbsentIn('search_numbers', 'public_task_id')}
     returning a.id`,
    { audienceIds: [...audienceIds] },
  );
  if (rows.length > 0)
    await tx('search_readers')
      .whereIn(
        'audience_id',
        rows.map(({ id }) => id),
      )
      .delete();
};
