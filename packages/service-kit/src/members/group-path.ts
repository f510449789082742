/** Levels in a path. A deeper group begins with an ellipsis, so that a list of groups stays short. */
const pathLevelsMax = 20;

/**
 * SQL: names of a group and its ancestors, from the top: "Zarząd / Kierownicy". Only for readers who may list all groups.
 *
 * @param group alias of a row with `organization_id`, `parent_group_id` and `name`
 */
export const groupPathIn = (group: string): string => `(
  with recursive line as (
    select ${group}.organization_id, ${group}.parent_group_id, ${group}.name, 1 as level
    union all
    select a.organization_id, a.parent_group_id, a.name, line.level + 1
      from line
      join groups a on a.organization_id = line.organization_id and a.id = line.parent_group_id
     where line.level < ${pathLevelsMax}
  ) select string_agg(
      case when level = ${pathLevelsMax} and parent_group_id is not null then '… / ' else '' end || name,
      ' / ' order by level desc
    ) from line)`;
