import { type Language, organizationRoleCodes, permissionsOfRoles } from '@obieg/contracts';
import { problem, type Tx } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';

interface ReferenceCheck {
  tx: Tx;
  /** Field of the request, for the error. */
  field: string;
  language: Language;
}

/** Roles that carry the permission BASE. */
export const rolesWithBase = organizationRoleCodes.filter((role) => permissionsOfRoles([role]).has('BASE'));

/** SQL: the membership `m` is that of a person. An integration is nobody to read, assign or mention in person. */
const isPerson = 'not exists (select 1 from users u where u.id = m.user_id and u.is_integration)';

/**
 * Checks visible users: people who are members with BASE.
 *
 * @param authorId the task's author, who may be a visible user of a comment without BASE
 * @throws 422
 */
export const checkVisibleUsers = async (
  { tx, field, language }: ReferenceCheck,
  ids: readonly number[],
  authorId: number | null = null,
): Promise<void> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const [row] = await tx('memberships as m')
    .whereRaw(`user_id = any(?) and ${isPerson}`, [wanted])
    .whereRaw('(roles && ?::text[] or (user_id = ? and cardinality(roles) > 0))', [rolesWithBase, authorId])
    .count<{ count: number }[]>('* as count');
  if (row?.count !== wanted.length)
    throw problem.validation([{ field, message: translate(language, 'noSuchMember') }]);
};

/** @throws 422 unless all groups exist */
export const checkGroups = async (
  { tx, field, language }: ReferenceCheck,
  ids: readonly number[],
): Promise<void> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const [row] = await tx('groups')
    .whereRaw('id = any(?)', [wanted])
    .whereNull('deleted_at')
    .count<{ count: number }[]>('* as count');
  if (row?.count !== wanted.length)
    throw problem.validation([{ field, message: translate(language, 'noSuchGroup') }]);
};

/** Checks that the caller, who need not be a member, is a person. @throws 422 */
export const checkIsPerson = async (
  { tx, field, language }: ReferenceCheck,
  userId: number,
): Promise<void> => {
  const integration = await tx('users').where({ id: userId, is_integration: true }).first('id');
  if (integration) throw problem.validation([{ field, message: translate(language, 'notAssignable') }]);
};

/** Checks that the user is a person and member with BASE, who therefore sees unrestricted tasks. @throws 422 */
export const checkAssignee = async (
  { tx, field, language }: ReferenceCheck,
  userId: number,
): Promise<void> => {
  const row = await tx('memberships as m')
    .where({ user_id: userId })
    .first('roles', tx.raw(`${isPerson} as is_person`));
  if (!row || row.roles.length === 0)
    throw problem.validation([{ field, message: translate(language, 'noSuchMember') }]);
  if (!row.is_person || !permissionsOfRoles(row.roles).has('BASE'))
    throw problem.validation([{ field, message: translate(language, 'notAssignable') }]);
};
