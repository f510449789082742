import { groupPathIn } from '@obieg/service-kit';

/**
 * SQL: the path of the group `alias` if another group has its name, otherwise null. For narrow places, which show the
 * bare name of all other groups. Only for members. Null for a group at the top, whose path is its name.
 */
export const pathOfSharedNameIn = (
  alias: string,
): string => `case when ${alias}.parent_group_id is not null and exists (
    select 1 from groups namesake
     where namesake.organization_id = ${alias}.organization_id and namesake.name = ${alias}.name
       and namesake.id <> ${alias}.id and namesake.deleted_at is null) then ${groupPathIn(alias)} end`;
