import {
  isTaskTextReadable,
  openPrioritySchema,
  openStatusTypeSchema,
  priorities,
  statusTypes,
  taskTextColumns,
} from '@obieg/contracts';
import { knownValueIn } from '@obieg/service-kit';
import { pathOfSharedNameIn } from '../groups/group-names';
import { addressHintIn, joinMember, nameIn, nameOfAccount } from '../members/members.repo';
import { hasUnread } from '../policy/notifications.policy';
import { isAuthorUnverified, type View } from '../policy/tasks.policy';
import { storedTargets } from '../target-clocks/present-targets';
import { textColumns } from './text-columns';

/** SQL: a timestamp in UTC with milliseconds, as in `Date.toJSON`. */
export const isoTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL: joins a `TaskListItem` of `tasks t` as the row `summary`. `texts` and `more` are columns. */
const joinSummary = (texts: string, more = ''): string => `
  join statuses s on s.organization_id = t.organization_id and s.id = t.status_id
  left join users au on au.id = t.assigned_user_id
  ${joinMember('au', 'am')}
  left join groups ag on ag.organization_id = t.organization_id and ag.id = t.assigned_group_id
  cross join lateral (
    select t.public_task_id as "publicTaskId",
           t.title,
           ${texts},
           s.name as "statusName",
           ${knownValueIn('s.status_type', statusTypes, openStatusTypeSchema)} as "statusType",
           coalesce((select o.name from organizations o where o.organization_id = app_organization_id()), '')
             as "organizationName",
           ${knownValueIn('t.priority', priorities, openPrioritySchema)} as priority,
           t.author_email as "createdBy",
           ${isoTime('t.created_at')} as "createdAt",
           ${isoTime('t.updated_at')} as "lastUpdatedAt",
           ${isoTime('t.due_at')} as "dueAt",
           t.assigned_user_id as "assignedUserId",
           ${nameIn('au', 'am')} as "assignedUserName",
           au.email as "assignedUserEmail",
           ${addressHintIn('au', 'am')} as "assignedUserAddressHint",
           t.assigned_group_id as "assignedGroupId",
           ag.name as "assignedGroupName",
           ${isAuthorUnverified} as "needsEmailVerification" ${more}) summary`;

/** A list shows two lines of a description (spec 3 §2). Complete ones would make a page several megabytes. */
const previewLength = 500;
/** SQL: checks the size in bytes first. Counting characters with `left` takes 9 % of the statement (2026-11-27). */
const preview = (
  column: string,
): string => `case when octet_length(t.${column}) <= ${previewLength} then t.${column}
  else left(t.${column}, ${previewLength}) end`;

/** SQL: the description and the texts that are columns of the list. */
const listedTexts = (view: View): string =>
  (['description', ...taskTextColumns] as const)
    .filter((name) => isTaskTextReadable(name, view))
    .map((name) => `${preview(textColumns[name])} as "${name}"`)
    .join(',\n');

export const summaryJoins = joinSummary(
  't.description',
  `, ${nameOfAccount('t.author_user_id')} as "createdByName"`,
);
/** What only members read in a list. Targets are presented later. */
const memberColumns = `${nameIn('cu', 'cm')} as "createdByName", ${addressHintIn('cu', 'cm')} as "createdByAddressHint",
           ${pathOfSharedNameIn('ag')} as "assignedGroupPath", ${storedTargets} as targets`;
const authorJoins = `left join users cu on cu.id = t.author_user_id ${joinMember('cu', 'cm')}`;
/** Needs the reader's bindings. */
export const listItemJoins = (isMember: boolean): string =>
  `${isMember ? authorJoins : ''} ${joinSummary(
    listedTexts(isMember ? 'member' : 'author'),
    `, ${hasUnread(isMember)} as "hasUnread"${isMember ? `, ${memberColumns}` : ''}`,
  )}`;

/** SQL: the `StoredAttachment`s of `t` as JSON, oldest first. */
export const attachmentsJson = `(
  select coalesce(json_agg(json_build_object('id', a.id, 'originalFilename', a.original_filename,
             'mimeType', a.mime_type, 'fileSize', a.file_size, 'uploadedAt', ${isoTime('a.uploaded_at')},
             'uploadedByEmail', a.uploaded_by_email, 'uploadedByName', ${nameOfAccount('a.uploaded_by_user_id')},
             'uploadedByUserId', a.uploaded_by_user_id) order by a.id), '[]')
    from attachments a where a.organization_id = t.organization_id and a.task_id = t.id)`;
