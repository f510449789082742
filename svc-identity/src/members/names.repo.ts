import type { Tx } from '@obieg/service-kit';
import { skeletonsOf } from './name-skeletons';

/** An account, as far as its names are compared. */
export interface NamedUser {
  id: number;
  email: string;
  username: string;
  /** Null: the username. */
  display_name: string | null;
}

/** SQL: the name of the user `u` in this organization, which differs from the chosen one if another member has it. */
export const shownName = `coalesce((select shown.shown_name from memberships shown
  where shown.organization_id = app_organization_id() and shown.user_id = u.id), u.display_name, u.username)`;

/** SQL: the address to show beside the name of the member `m` of the users `u`, if another member has the display name. */
export const addressHint = 'case when m.shown_name is not null then u.email end';

/**
 * Serializes concurrent claims of names that look equal, until the transaction ends. Follows the lock of an address or
 * an account, and precedes the locks of memberships. One call takes all names, in one order.
 */
export const lockNames = async (tx: Tx, names: readonly string[]): Promise<void> => {
  await tx.raw(
    `select pg_advisory_xact_lock(hashtextextended(skeleton, 3))
       from (select distinct unnest(cast(? as text[])) as skeleton order by 1) one`,
    [names.flatMap(skeletonsOf)],
  );
};

/** Whether another account has a username that looks equal, or the name as its address. The name must be locked. */
export const isUsernameTaken = async (tx: Tx, username: string, ownId = 0): Promise<boolean> => {
  const { rows } = await tx.raw<{ rows: unknown[] }>(
    `select 1 from users
      where (username_skeletons && :skeletons or lower(email) = lower(:username)
             or lower(username collate "und-x-icu") = lower(:username collate "und-x-icu"))
        and id <> :ownId limit 1`,
    { username, skeletons: skeletonsOf(username), ownId },
  );
  return rows.length > 0;
};

/**
 * Whether another member of one of the organizations, or a super administrator, has a username, display name or address
 * that looks equal. The name must be locked. Needs the scope of the organizations.
 */
export const isNameTakenIn = async (
  tx: Tx,
  organizationIds: readonly number[],
  { name, ownId }: { name: string; ownId: number },
): Promise<boolean> => {
  const { rows } = await tx.raw<{ rows: unknown[] }>(
    `select 1 from users u
      where (u.username_skeletons && :skeletons or u.display_skeletons && :skeletons or lower(u.email) = lower(:name))
        and u.id <> :ownId
        and (u.is_super_admin or exists (
          select 1 from memberships m
           where m.organization_id = any(:organizationIds) and m.user_id = u.id and cardinality(m.roles) > 0))
      limit 1`,
    { name, skeletons: skeletonsOf(name), ownId, organizationIds: [...organizationIds] },
  );
  return rows.length > 0;
};

/**
 * Finds the name of a member in an organization in which another member has the chosen one: the username, or else the
 * address, which is unique. The names must be locked. @returns null if the chosen name is free
 */
export const findShownName = async (
  tx: Tx,
  organizationId: number,
  { id: ownId, email, username, display_name }: NamedUser,
): Promise<string | null> => {
  const isTaken = (name: string) => isNameTakenIn(tx, [organizationId], { name, ownId });
  if (!(await isTaken(display_name ?? username))) return null;
  if (display_name !== null && !(await isTaken(username))) return username;
  return email;
};
