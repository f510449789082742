with reader as materialized (select cast((select effective_groups(7, '{LEADER,MEMBER,OBSERVER}')) as bigint[]) as group_ids, (select lower(u.email) from users u join memberships m on m.user_id = u.id
    where u.id = 7 and m.is_email_verified) as verified_email), found as (with candidates as materialized (select p.task_id as id, bool_or(p.rank = 0) as is_in_title,
    bool_or(p.rank <> 2) as is_proven
    from (select p.task_id, p.rank from
      (select unnest(cast('{"drukarka"}' as text[])) as term) x cross join unnest(cast('{1,7}' as int[])) a (id)
      cross join lateral (select p.task_id, p.rank from search_entries p where p.audience_id = a.id and p.term = x.term) p ) p
    where true and p.task_id in (select p.task_id from
      (select unnest(cast('{"magazyn"}' as text[])) as term) x cross join unnest(cast('{1,7}' as int[])) a (id)
      cross join lateral (select p.task_id, p.rank from search_entries p where p.audience_id = a.id and p.term = x.term) p)
    group by p.task_id),
  in_title as materialized (
    select m.id from
    (select * from candidates order by id desc offset 0) m
    cross join lateral (select * from tasks t where t.id = m.id offset 0) t
    where t.deleted_at is null
    and (not t.is_restricted or ((t.author_user_id = 7 or (t.author_user_id is null and t.author_email = (select verified_email from reader))) or t.assigned_user_id = 7
        or t.assigned_group_id = any(cast((select group_ids from reader) as bigint[]))
        or exists (select 1 from task_readers r where r.organization_id = t.organization_id and r.task_id = t.id
          and ((r.kind = 'USER' and r.reader_id = 7)
            or (r.kind = 'GROUP' and r.reader_id = any(cast((select group_ids from reader) as bigint[])))) offset 0)))
    and (
      exists (select 1 from search_texts d where d.organization_id = t.organization_id and d.task_id = t.id and (case when d.audience_ids && cast('{1,7}' as int[]) then strpos(d.content, 'drukarka') > 0 else false end) and (d.kind <> 5 or exists (
            select 1 from comments c where c.organization_id = d.organization_id and c.id = d.source_id
            and (
              c.author_user_id = 7
              or (c.is_visible_to_author and (t.author_user_id = 7 or (t.author_user_id is null and t.author_email = (select lower(u.email) from users u join memberships m on m.user_id = u.id
                      where u.id = 7 and m.is_email_verified))))
              or 7 = any(c.visible_user_ids)
              or c.visible_group_ids && cast((select effective_groups(7, '{LEADER,MEMBER,OBSERVER}')) as bigint[])
              or (cardinality(c.visible_user_ids) = 0 and cardinality(c.visible_group_ids) = 0)) offset 0)) offset 0)
    )
    and (
      exists (select 1 from search_texts d where d.organization_id = t.organization_id and d.task_id = t.id and (case when d.audience_ids && cast('{1,7}' as int[]) then strpos(d.content, 'magazyn') > 0 else false end) and (d.kind <> 5 or exists (
            select 1 from comments c where c.organization_id = d.organization_id and c.id = d.source_id
            and (
              c.author_user_id = 7
              or (c.is_visible_to_author and (t.author_user_id = 7 or (t.author_user_id is null and t.author_email = (select lower(u.email) from users u join memberships m on m.user_id = u.id
                      where u.id = 7 and m.is_email_verified))))
              or 7 = any(c.visible_user_ids)
              or c.visible_group_ids && cast((select effective_groups(7, '{LEADER,MEMBER,OBSERVER}')) as bigint[])
              or (cardinality(c.visible_user_ids) = 0 and cardinality(c.visible_group_ids) = 0)) offset 0)) offset 0)
    )
    and (m.is_in_title and exists (select 1 from search_texts d where d.organization_id = t.organization_id and d.task_id = t.id and d.kind = 0 and (case when d.audience_ids && cast('{1,7}' as int[]) then strpos(d.content, 'drukarka') > 0 else false end) and (case when d.audience_ids && cast('{1,7}' as int[]) then strpos(d.content, 'magazyn') > 0 else false end) offset 0))
    order by m.id desc limit 1000)
  select id, 1 as sort_key from in_title
  union all
  select o.id, 0 from (select where (select count(*) from in_title) < 1000) missing cross join lateral (
    select m.id from
    (select * from candidates order by id desc offset 0) m
    cross join lateral (select * from tasks t where t.id = m.id offset 0) t
    where t.deleted_at is null
    and (not t.is_restricted or ((t.author_user_id = 7 or (t.author_user_id is null and t.author_email = (select verified_email from reader))) or t.assigned_user_id = 7
        or t.assigned_group_id = any(cast((select group_ids from reader) as bigint[]))
        or exists (select 1 from task_readers r where r.organization_id = t.organization_id and r.task_id = t.id
          and ((r.kind = 'USER' and r.reader_id = 7)
            or (r.kind = 'GROUP' and r.reader_id = any(cast((select group_ids from reader) as bigint[])))) offset 0)))
    and (
      exists (select 1 from search_texts d where d.organization_id = t.organization_id and d.task_id = t.id and (case when d.audience_ids && cast('{1,7}' as int[]) then strpos(d.content, 'drukarka') > 0 else false end) and (d.kind <> 5 or exists (
            select 1 from comments c where c.organization_id = d.organization_id and c.id = d.source_id
            and (
              c.author_user_id = 7
              or (c.is_visible_to_author and (t.author_user_id = 7 or (t.author_user_id is null and t.author_email = (select lower(u.email) from users u join memberships m on m.user_id = u.id
                      where u.id = 7 and m.is_email_verified))))
              or 7 = any(c.visible_user_ids)
              or c.visible_group_ids && cast((select effective_groups(7, '{LEADER,MEMBER,OBSERVER}')) as bigint[])
              or (cardinality(c.visible_user_ids) = 0 and cardinality(c.visible_group_ids) = 0)) offset 0)) offset 0)
    )
    and (
      exists (select 1 from search_texts d where d.organization_id = t.organization_id and d.task_id = t.id and (case when d.audience_ids && cast('{1,7}' as int[]) then strpos(d.content, 'magazyn') > 0 else false end) and (d.kind <> 5 or exists (
            select 1 from comments c where c.organization_id = d.organization_id and c.id = d.source_id
            and (
              c.author_user_id = 7
              or (c.is_visible_to_author and (t.author_user_id = 7 or (t.author_user_id is null and t.author_email = (select lower(u.email) from users u join memberships m on m.user_id = u.id
                      where u.id = 7 and m.is_email_verified))))
              or 7 = any(c.visible_user_ids)
              or c.visible_group_ids && cast((select effective_groups(7, '{LEADER,MEMBER,OBSERVER}')) as bigint[])
              or (cardinality(c.visible_user_ids) = 0 and cardinality(c.visible_group_ids) = 0)) offset 0)) offset 0)
    )
    and not (m.is_in_title and exists (select 1 from search_texts d where d.organization_id = t.organization_id and d.task_id = t.id and d.kind = 0 and (case when d.audience_ids && cast('{1,7}' as int[]) then strpos(d.content, 'drukarka') > 0 else false end) and (case when d.audience_ids && cast('{1,7}' as int[]) then strpos(d.content, 'magazyn') > 0 else false end) offset 0))
    order by m.id desc limit 1000) o),
page as (
  select id, sort_key from found order by sort_key desc, id desc limit 50
),
last as (
  select id, sort_key from page order by sort_key desc, id desc offset 50 - 1
)
select (select count(*) from found) as found,
(select sort_key from last) as last_key,
(select id from last) as last_id,
read.*
from (select json_agg(summary order by p.sort_key desc, p.id desc)::text as tasks, coalesce(bool_or(t.has_targets), false) as has_targets,
  json_agg(json_build_object('kind', case when p.sort_key = 1 then 0 else found.kind end, 'text', left(case found.kind
        when 1 then t.description
        when 2 then (
          select string_agg(value, chr(10)) from jsonb_each_text(t.answers)
        )
        when 3 then (select string_agg(a.original_filename, chr(10) order by a.id) from attachments a
          where a.organization_id = t.organization_id and a.task_id = t.id)
        when 4 then t.author_email
        when 5 then (select c.content from comments c
          where c.organization_id = t.organization_id and c.id = found.source_id) end, 10000)) order by p.sort_key desc, p.id desc)::text as matches
  from page p cross join lateral (select * from tasks t where t.id = p.id offset 0) t
  left join lateral (
    select d.kind, d.source_id from search_texts d where d.organization_id = t.organization_id and d.task_id = t.id and not p.sort_key = 1
    and ((case when d.audience_ids && cast('{1,7}' as int[]) then strpos(d.content, 'drukarka') > 0 else false end) or (case when d.audience_ids && cast('{1,7}' as int[]) then strpos(d.content, 'magazyn') > 0 else false end))
    and (d.kind <> 5 or exists (
        select 1 from comments c where c.organization_id = d.organization_id and c.id = d.source_id
        and (
          c.author_user_id = 7
          or (c.is_visible_to_author and (t.author_user_id = 7 or (t.author_user_id is null and t.author_email = (select lower(u.email) from users u join memberships m on m.user_id = u.id
                  where u.id = 7 and m.is_email_verified))))
          or 7 = any(c.visible_user_ids)
          or c.visible_group_ids && cast((select effective_groups(7, '{LEADER,MEMBER,OBSERVER}')) as bigint[])
          or (cardinality(c.visible_user_ids) = 0 and cardinality(c.visible_group_ids) = 0)) offset 0))
    order by cast((case when d.audience_ids && cast('{1,7}' as int[]) then strpos(d.content, 'drukarka') > 0 else false end) as int) + cast((case when d.audience_ids && cast('{1,7}' as int[]) then strpos(d.content, 'magazyn') > 0 else false end) as int) desc,
    d.kind, d.source_id
    limit 1) found on true
  left join users cu on cu.id = t.author_user_id left join memberships cm
  on cm.organization_id = app_organization_id() and cm.user_id = cu.id
  and cm.shown_name is not null
  join statuses s on s.organization_id = t.organization_id and s.id = t.status_id
  left join users au on au.id = t.assigned_user_id
  left join memberships am
  on am.organization_id = app_organization_id() and am.user_id = au.id
  and am.shown_name is not null
  left join groups ag on ag.organization_id = t.organization_id and ag.id = t.assigned_group_id
  cross join lateral (
    select t.public_task_id as "publicTaskId",
    t.title,
    case when octet_length(t.description) <= 500 then t.description
    else left(t.description, 500) end as "description",
    s.name as "statusName",
    case when s.status_type in ('INITIAL', 'INTERMEDIATE', 'FINAL') then s.status_type else 'INTERMEDIATE' end as "statusType",
    coalesce((select o.name from organizations o where o.organization_id = app_organization_id()), '')
    as "organizationName",
    case when t.priority in ('HIGHEST', 'HIGH', 'NORMAL', 'LOW', 'LOWEST') then t.priority else 'NORMAL' end as priority,
    t.author_email as "createdBy",
    to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastUpdatedAt",
    to_char(t.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dueAt",
    t.assigned_user_id as "assignedUserId",
    coalesce(am.shown_name, au.username) as "assignedUserName",
    au.email as "assignedUserEmail",
    case when am.shown_name is not null then au.email end as "assignedUserAddressHint",
    t.assigned_group_id as "assignedGroupId",
    ag.name as "assignedGroupName",
    (t.author_user_id is null and not exists (
        select 1 from users u join memberships m on m.user_id = u.id
        where m.organization_id = t.organization_id and lower(u.email) = t.author_email and m.is_email_verified)) as "needsEmailVerification" , exists (
      select 1 from notifications n
      where n.organization_id = t.organization_id and n.task_id = t.id and n.user_id = 7 and n.in_inbox and n.done_at is null
      and n.read_at is null and n.shown_at <= now() and (n.comment_id is null or exists (
          select 1 from comments c where c.organization_id = n.organization_id and c.id = n.comment_id
          and c.deleted_at is null and (
            c.author_user_id = 7
            or (c.is_visible_to_author and (t.author_user_id = 7 or (t.author_user_id is null and t.author_email = (select lower(u.email) from users u join memberships m on m.user_id = u.id
                    where u.id = 7 and m.is_email_verified))))
            or 7 = any(c.visible_user_ids)
            or c.visible_group_ids && cast((select effective_groups(7, '{LEADER,MEMBER,OBSERVER}')) as bigint[])
            or (cardinality(c.visible_user_ids) = 0 and cardinality(c.visible_group_ids) = 0))))) as "hasUnread", coalesce(cm.shown_name, cu.username) as "createdByName", case when cm.shown_name is not null then cu.email end as "createdByAddressHint",
    case when ag.parent_group_id is not null and exists (
      select 1 from groups namesake
      where namesake.organization_id = ag.organization_id and namesake.name = ag.name
      and namesake.id <> ag.id and namesake.deleted_at is null) then (
      with recursive line as (
        select ag.organization_id, ag.parent_group_id, ag.name, 1 as level
        union all
        select a.organization_id, a.parent_group_id, a.name, line.level + 1
        from line
        join groups a on a.organization_id = line.organization_id and a.id = line.parent_group_id
        where line.level < 20
      ) select string_agg(
        case when level = 20 and parent_group_id is not null then '… / ' else '' end || name,
        ' / ' order by level desc
      ) from line) end as "assignedGroupPath", (case when t.has_targets then (
        select json_agg(json_build_object('metric', g.metric, 'state', g.state, 'minutes', g.minutes,
            'dueAt', cast(extract(epoch from g.due_at) * 1000 as bigint), 'calendarId', g.calendar_id, 'isTicking', g.is_ticking,
            'elapsedMs', g.elapsed_ms, 'countedAt', cast(extract(epoch from g.counted_at) * 1000 as bigint)) order by g.due_at nulls last, g.metric) from task_targets g
        where g.organization_id = t.organization_id and g.task_id = t.id and g.target_id is not null) end) as targets) summary
  where (select count(*) from reader) = 1) read
