/** SQL: a moment as JSON carries it, in UTC to the millisecond. */
const isoTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL: what a summary of `t` reads beside the task itself. The offset has a group looked up rather than all hashed. */
export const summaryJoins = `
  join statuses s on s.organization_id = t.organization_id and s.id = t.status_id
  left join users au on au.id = t.assigned_user_id
  left join lateral (
    select g.name from groups g where g.organization_id = t.organization_id and g.id = t.assigned_group_id offset 0
  ) ag on true`;

/** SQL: a visitor's task whose address nobody has verified in this organization. */
const needsEmailVerification = `(t.author_user_id is null and not exists (
  select 1 from users u join memberships m on m.user_id = u.id
   where m.organization_id = t.organization_id and lower(u.email) = t.author_email and m.is_email_verified))`;

/** SQL: the summary of a task, a `TaskListItem` as PostgreSQL builds it for lists and views alike. */
export const summaryJson = `json_build_object(
  'publicTaskId', t.public_task_id, 'title', t.title, 'description', t.description,
  'statusName', s.name, 'statusType', s.status_type,
  'organizationName', coalesce((select o.name from organizations o where o.organization_id = app_organization_id()), ''),
  'priority', t.priority, 'createdBy', t.author_email,
  'createdAt', ${isoTime('t.created_at')}, 'lastUpdatedAt', ${isoTime('t.updated_at')},
  'assignedUserId', t.assigned_user_id, 'assignedUserName', au.username, 'assignedUserEmail', au.email,
  'assignedGroupId', t.assigned_group_id, 'assignedGroupName', ag.name,
  'needsEmailVerification', ${needsEmailVerification})`;

/** SQL: the attachments of `t`, oldest first. */
export const attachmentsJson = `(
  select coalesce(json_agg(json_build_object('id', a.id, 'originalFilename', a.original_filename,
             'mimeType', a.mime_type, 'fileSize', a.file_size, 'uploadedAt', ${isoTime('a.uploaded_at')},
             'uploadedByEmail', a.uploaded_by_email) order by a.id), '[]')
    from attachments a where a.organization_id = t.organization_id and a.task_id = t.id)`;
