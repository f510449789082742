import { isAuthorUnverified } from './tasks.policy';

/** SQL: a moment as JSON carries it, in UTC to the millisecond. */
const isoTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL of texts that stand one after another. */
type Texts = readonly string[];

/** SQL: a value as JSON in a text. What may be null is for `orNull`: a summary would be null as a whole, and not listed. */
const asText = (column: string): string => `to_json(${column})::text`;
const asBoolean = (condition: string): string => `${condition}::text`;
const asNumber = (column: string): string => `${column}::text`;
const asTime = (column: string): Texts => [`'"'`, isoTime(column), `'"'`];
const orNull = (value: string): string => `coalesce(${value}, 'null')`;

const isConstant = (text: string): boolean => /^'[^']*'$/.test(text);

/** Constants beside each other as one. */
const joinConstants = (texts: Texts): string[] => {
  const joined: string[] = [];
  for (const text of texts) {
    const before = joined.at(-1);
    if (before && isConstant(before) && isConstant(text))
      joined.splice(-1, 1, before.slice(0, -1) + text.slice(1));
    else joined.push(text);
  }
  return joined;
};

const concatenateHalves = (texts: Texts): string => {
  const half = texts.length >> 1;
  if (half === 0) return texts.join();
  return `(${concatenateHalves(texts.slice(0, half))} || ${concatenateHalves(texts.slice(half))})`;
};

/**
 * SQL: texts put together, two halves at a time: from the left each would copy all that stands before it, which costs a
 * page of summaries a tenth.
 */
const concatenate = (texts: Texts): string => concatenateHalves(joinConstants(texts));

/**
 * SQL: members of a JSON object, by name a value that is never null. Put together as text, a page of summaries costs
 * PostgreSQL a tenth to a sixth less than by json_build_object, which looks up the type of each value. A colon
 * stands apart from its value: in `:null` knex would see a name to be bound.
 */
const members = (values: Record<string, string | Texts>): Texts =>
  Object.entries(values).flatMap(([name, value], index) => [
    `'${index === 0 ? '' : ','}"${name}":'`,
    ...[value].flat(),
  ]);

/**
 * SQL: what a summary of `t` reads beside the task itself, as members: tasks of a page share most of it. The offsets have
 * it written once for each status, which are few and read at once, and for each person and group, which are looked up.
 * (Statuses looked up, too, would save a sort of the page, but with more organizations PostgreSQL writes them anew for
 * each task.)
 */
export const summaryJoins = `
  join (
    select s.id, ${concatenate(
      members({
        statusName: asText('s.name'),
        statusType: asText('s.status_type'),
        organizationName: asText(
          `coalesce((select o.name from organizations o where o.organization_id = app_organization_id()), '')`,
        ),
      }),
    )} as members
      from statuses s where s.organization_id = app_organization_id() offset 0
  ) s on s.id = t.status_id
  left join lateral (
    select ${concatenate(
      members({ assignedUserName: asText('u.username'), assignedUserEmail: asText('u.email') }),
    )} as members
      from users u where u.id = t.assigned_user_id offset 0
  ) au on true
  left join lateral (
    select ${concatenate(members({ assignedGroupName: asText('g.name') }))} as members
      from groups g where g.organization_id = t.organization_id and g.id = t.assigned_group_id offset 0
  ) ag on true`;

/** Not joined to the colon before it, see `members`. */
const jsonNull = `text 'null'`;
const noUser = concatenate(members({ assignedUserName: jsonNull, assignedUserEmail: jsonNull }));
const noGroup = concatenate(members({ assignedGroupName: jsonNull }));

/** SQL: the summary of a task, a `TaskListItem` as JSON in a text. */
const summaryOf = (description: string): string =>
  concatenate([
    `'{'`,
    ...members({
      publicTaskId: asNumber('t.public_task_id'),
      title: asText('t.title'),
      description: orNull(asText(description)),
      priority: asText('t.priority'),
      createdBy: orNull(asText('t.author_email')),
      createdAt: asTime('t.created_at'),
      lastUpdatedAt: asTime('t.updated_at'),
      assignedUserId: orNull(asNumber('t.assigned_user_id')),
      assignedGroupId: orNull(asNumber('t.assigned_group_id')),
      needsEmailVerification: asBoolean(isAuthorUnverified),
    }),
    `','`,
    's.members',
    `','`,
    `coalesce(au.members, ${noUser})`,
    `','`,
    `coalesce(ag.members, ${noGroup})`,
    `'}'`,
  ]);

/** A list shows two lines of a description (spec 3 §2); whole ones would make pages of megabytes. */
const previewLength = 500;
/** SQL: its bytes are known without counting its characters. */
const preview = `case when octet_length(t.description) <= ${previewLength} then t.description else left(t.description, ${previewLength}) end`;

/** SQL: the summary for a page that shows the task, and for a list of which it is one of many. */
export const summaryText = summaryOf('t.description');
export const listItemText = summaryOf(preview);

/** SQL: the attachments of `t`, oldest first. */
export const attachmentsJson = `(
  select coalesce(json_agg(json_build_object('id', a.id, 'originalFilename', a.original_filename,
             'mimeType', a.mime_type, 'fileSize', a.file_size, 'uploadedAt', ${isoTime('a.uploaded_at')},
             'uploadedByEmail', a.uploaded_by_email) order by a.id), '[]')
    from attachments a where a.organization_id = t.organization_id and a.task_id = t.id)`;
