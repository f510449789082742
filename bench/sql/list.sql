select t.public_task_id, t.title, t.description, s.name as status_name, s.status_type,
       (select o.name from organizations o where o.organization_id = t.organization_id) as organization_name,
       t.priority, t.author_email, t.created_at, t.updated_at, t.assigned_user_id, au.username, au.email,
       t.assigned_group_id, ag.name as group_name
  from tasks t
  join statuses s on s.organization_id = t.organization_id and s.id = t.status_id
  left join users au on au.id = t.assigned_user_id
  left join groups ag on ag.organization_id = t.organization_id and ag.id = t.assigned_group_id
 where t.organization_id = $1 and t.assigned_user_id = $2 and t.deleted_at is null
   and s.status_type in ('INITIAL', 'INTERMEDIATE')
 order by t.id desc
 limit 51
