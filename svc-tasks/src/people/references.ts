import { type Language, organizationRoleCodes, permissionsOfRoles } from '@obieg/contracts';
import { problem, type Tx } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';

/** What the check of a reference needs: where, in which field of the request, in which language. */
interface Reference {
  tx: Tx;
  field: string;
  language: Language;
}

/** Roles in an organization that let one see and take its work. */
export const rolesWithBase = organizationRoleCodes.filter((role) => permissionsOfRoles([role]).has('BASE'));

/**
 * 422 unless these people can be given sight here: members with a role that carries BASE. `authorId`: the author of a
 * task, who reads what is addressed to them without it.
 */
export const checkPeople = async (
  { tx, field, language }: Reference,
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

/** 422 unless these groups exist. */
export const checkGroups = async (
  { tx, field, language }: Reference,
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

/** 422 unless this person can be given work: a member with a role that carries BASE, so that they see it. */
export const checkAssignee = async ({ tx, field, language }: Reference, userId: number): Promise<void> => {
  const row = await tx('memberships').where({ user_id: userId }).first('roles');
  if (!row || row.roles.length === 0)
    throw problem.validation([{ field, message: translate(language, 'noSuchMember') }]);
  if (!permissionsOfRoles(row.roles).has('BASE'))
    throw problem.validation([{ field, message: translate(language, 'notAssignable') }]);
};
