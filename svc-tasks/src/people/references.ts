import { problem, type Tx } from '@obieg/service-kit';

/** 422 unless these people can be given work or sight here: members with roles, groups that exist. */
export const checkPeople = async (tx: Tx, field: string, ids: readonly number[]): Promise<void> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const [row] = await tx('memberships')
    .whereIn('user_id', wanted)
    .whereRaw('cardinality(roles) > 0')
    .count<{ count: number }[]>('* as count');
  if (row?.count !== wanted.length)
    throw problem.validation([{ field, message: 'There is no such member of the organization.' }]);
};

export const checkGroups = async (tx: Tx, field: string, ids: readonly number[]): Promise<void> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const [row] = await tx('groups')
    .whereIn('id', wanted)
    .whereNull('deleted_at')
    .count<{ count: number }[]>('* as count');
  if (row?.count !== wanted.length) throw problem.validation([{ field, message: 'There is no such group.' }]);
};
