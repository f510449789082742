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

/**
 * Checks visible users: members with BASE.
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
  const [row] = await tx('memberships')
    .whereRaw('user_id = any(?)', [wanted])
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

/** Checks that the user is a member with BASE, and therefore sees unrestricted tasks. @throws 422 */
export const checkAssignee = async (
  { tx, field, language }: ReferenceCheck,
  userId: number,
): Promise<void> => {
  const row = await tx('memberships').where({ user_id: userId }).first('roles');
  if (!row || row.roles.length === 0)
    throw problem.validation([{ field, message: translate(language, 'noSuchMember') }]);
  if (!permissionsOfRoles(row.roles).has('BASE'))
    throw problem.validation([{ field, message: translate(language, 'notAssignable') }]);
};
