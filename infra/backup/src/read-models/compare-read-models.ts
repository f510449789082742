import type pg from 'pg';
import { type DatabaseName, forEachDatabase, openClient } from '../database/connect';
import type { RoleAddresses } from '../versions';
import { configurationModels } from './configuration-models';
import { hashNames } from './hash-names';
import type { Digest, Query, ReadModel } from './read-model';

const copies = ['workflow', 'tasks'] as const;

/** Tables without organization. */
const globalModels: readonly ReadModel[] = copies.flatMap((copy): ReadModel[] => [
  {
    name: `users in ${copy}`,
    owner: [
      'identity',
      `select id, username, email, language, is_integration,
              case when is_super_admin then array['SUPER_ADMIN'] else '{}' end from users`,
    ],
    copy: [copy, 'select id, sign_in_name, email, language, is_integration, system_roles from users'],
  },
  {
    name: `names of users in ${copy}`,
    owner: ['identity', 'select id, coalesce(display_name, username) as name from users order by id'],
    copy: [copy, 'select id, username as name from users order by id'],
    digest: hashNames,
  },
]);

const memberships = `select user_id, roles, is_email_verified, shown_name from memberships where roles <> '{}'`;
const groups = 'select id, name, parent_group_id from groups';
const groupMembers = 'select group_id, user_id, role from group_members';
const organizationId = `current_setting('app.organization_id')::bigint`;

const organizationModels: readonly ReadModel[] = [
  {
    name: 'organizations in workflow',
    owner: ['identity', `select id, time_zone from organizations where id = ${organizationId}`],
    copy: ['workflow', `select id, time_zone from known_organizations where id = ${organizationId}`],
  },
  {
    name: 'organizations in tasks',
    owner: [
      'identity',
      `select id, name, code_name, time_zone from organizations where id = ${organizationId}`,
    ],
    copy: [
      'tasks',
      'select organization_id, name, code_name, time_zone from organizations where deleted_at is null',
    ],
  },
  ...copies.flatMap((copy): ReadModel[] => [
    { name: `memberships in ${copy}`, owner: ['identity', memberships], copy: [copy, memberships] },
    { name: `group members in ${copy}`, owner: ['identity', groupMembers], copy: [copy, groupMembers] },
  ]),
  { name: 'groups in workflow', owner: ['identity', groups], copy: ['workflow', groups] },
  {
    name: 'groups in tasks',
    owner: ['identity', groups],
    copy: ['tasks', `${groups} where deleted_at is null`],
  },
  ...configurationModels,
  {
    name: 'groups of transitions in identity',
    owner: [
      'workflow',
      `select distinct id, group_id, name
         from transitions, unnest(executor_group_ids || target_group_id) group_id where group_id is not null
       union
       select t.id, g::bigint, t.name
         from status_approvals s
         join transitions t on t.organization_id = s.organization_id
                           and t.id = (s.approval ->> 'approvedTransitionId')::bigint
        cross join jsonb_array_elements_text(s.approval -> 'approverGroupIds') g`,
    ],
    copy: ['identity', 'select transition_id, group_id, transition_name from transition_groups'],
  },
  {
    name: 'statuses of tasks in workflow',
    owner: ['tasks', 'select public_task_id, status_id from tasks where deleted_at is null'],
    copy: ['workflow', 'select public_task_id, status_id from task_uses'],
  },
  {
    name: 'groups of tasks in identity',
    owner: [
      'tasks',
      `select public_task_id, assigned_group_id from tasks
        where deleted_at is null and assigned_group_id is not null`,
    ],
    copy: ['identity', 'select public_task_id, group_id from task_groups'],
  },
  {
    name: 'groups that may read tasks in identity',
    owner: [
      'tasks',
      `select public_task_id, reader_id from tasks join task_readers on task_id = id and kind = 'GROUP'
        where deleted_at is null and is_restricted`,
    ],
    copy: ['identity', 'select public_task_id, group_id from visible_task_groups'],
  },
];

type Clients = Record<DatabaseName, pg.Client>;

/** Digests the rows of a query, independent of their order, without loading them. */
const digestRows = async (client: pg.Client, sql: string): Promise<Digest> => {
  const { rows } = await client.query<Digest>(
    `select count(*), coalesce(sum(hashtextextended(r::text, 0)::numeric), 0) as digest from (${sql}) r`,
  );
  const [digest] = rows;
  if (!digest) throw new Error('An aggregate query returned no row');
  return digest;
};

const inScope = async (
  client: pg.Client,
  organization: number | undefined,
  read: () => Promise<Digest>,
): Promise<Digest> => {
  await client.query('begin read only');
  await client.query(`select set_config('app.organization_id', $1, true)`, [String(organization ?? '')]);
  const digest = await read();
  await client.query('commit');
  return digest;
};

const compare = async (
  clients: Clients,
  models: readonly ReadModel[],
  organization?: number,
): Promise<string[]> => {
  const differences: string[] = [];
  for (const { name, owner, copy, digest = digestRows } of models) {
    const read = ([database, sql]: Query) =>
      inScope(clients[database], organization, () => digest(clients[database], sql));
    const [original, copied] = [await read(owner), await read(copy)];
    const where = organization === undefined ? name : `${name}, organization ${organization}`;
    if (original.count !== copied.count)
      differences.push(`${where}: ${original.count} rows at the owner, ${copied.count} in the copy`);
    else if (original.digest !== copied.digest)
      differences.push(`${where}: ${original.count} rows on both sides, but with different values`);
  }
  return differences;
};

/** Compares the read models with their owners through the application roles. @returns the differences */
export const compareReadModels = async (
  databases: Record<DatabaseName, RoleAddresses>,
): Promise<string[]> => {
  const opened: pg.Client[] = [];
  try {
    const clients = await forEachDatabase(async (name) => {
      const client = await openClient(databases[name].appUrl);
      opened.push(client);
      return client;
    });
    const differences = await compare(clients, globalModels);
    const { rows } = await clients.identity.query<{ id: string }>(
      'select id from organizations where deleted_at is null order by id',
    );
    for (const { id } of rows) differences.push(...(await compare(clients, organizationModels, Number(id))));
    return differences;
  } finally {
    await Promise.all(opened.map((client) => client.end()));
  }
};
