select count(*) as total
  from (select from tasks t
          join statuses s on s.organization_id = t.organization_id and s.id = t.status_id
         where t.organization_id = $1 and t.assigned_user_id = $2 and t.deleted_at is null
           and s.status_type in ('INITIAL', 'INTERMEDIATE')
         limit 1000) found
