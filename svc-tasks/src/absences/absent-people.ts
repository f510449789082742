/**
 * SQL: the people who are absent today, in the organization's time zone, as `user_id`, `substitute_user_id` and
 * `until_day`. Both days of an absence belong to it.
 */
export const absentPeople = `(
  select a.user_id, a.substitute_user_id, a.until_day
    from absences a
    join organizations o on o.organization_id = a.organization_id
   where a.organization_id = app_organization_id()
     and cast(now() at time zone o.time_zone as date) between a.from_day and a.until_day)`;
