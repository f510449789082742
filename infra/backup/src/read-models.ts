import type pg from 'pg';
import { type DatabaseName, forEachDatabase, openClient } from './database/connect';
import type { RoleAddresses } from './versions';

/** Queries of an owner and of a copy. Their rows are equal if the copy is correct. */
interface ReadModel {
  name: string;
  owner: [DatabaseName, string];
  copy: [DatabaseName, string];
}

const users = 'select id, username, email from users';
const memberships = `select user_id, roles, is_email_verified from memberships where roles <> '{}'`;

const groupMembers = 'select group_id, user_id, role from group_members';

/** Tables without organization. */
const globalModels: readonly ReadModel[] = (['workflow', 'tasks'] as const).map((copy) => ({
  name: `users in ${copy}`,
  owner: ['identity', users],
  copy: [copy, users],
}));

/** A list in the configuration that svc-tasks stores as JSON. */
const configured = (list: string, fields: string): string =>
  `select ${fields} from configurations, jsonb_array_elements(configuration -> '${list}') entry`;

const organizationModels: readonly ReadModel[] = [
  ...(['workflow', 'tasks'] as const).map(
    (copy): ReadModel => ({
      name: `memberships in ${copy}`,
      owner: ['identity', memberships],
      copy: [copy, memberships],
    }),
  ),
  {
    name: 'groups in workflow',
    owner: ['identity', 'select id, name, parent_group_id from groups'],
    copy: ['workflow', 'select id, name, parent_group_id from groups'],
  },
  {
    name: 'groups in tasks',
    owner: ['identity', 'select id, name, parent_group_id from groups'],
    copy: ['tasks', 'select id, name, parent_group_id from groups where deleted_at is null'],
  },
  ...(['workflow', 'tasks'] as const).map(
    (copy): ReadModel => ({
      name: `group members in ${copy}`,
      owner: ['identity', groupMembers],
      copy: [copy, groupMembers],
    }),
  ),
  {
    name: 'statuses in tasks',
    owner: ['workflow', 'select id, name, status_type from statuses'],
    copy: [
      'tasks',
      configured('statuses', `(entry ->> 'id')::bigint, entry ->> 'name', entry ->> 'statusType'`),
    ],
  },
  {
    name: 'transitions in tasks',
    owner: ['workflow', 'select id, name from transitions'],
    copy: ['tasks', configured('transitions', `(entry ->> 'id')::bigint, entry ->> 'name'`)],
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
const digestRows = async (client: pg.Client, organizationId: number | undefined, sql: string) => {
  await client.query('begin read only');
  await client.query(`select set_config('app.organization_id', $1, true)`, [String(organizationId ?? '')]);
  const { rows } = await client.query<{ count: string; digest: string }>(
    `select count(*), coalesce(sum(hashtextextended(r::text, 0)::numeric), 0) as digest from (${sql}) r`,
  );
  await client.query('commit');
  return rows[0];
};

const compare = async (
  clients: Clients,
  models: readonly ReadModel[],
  organizationId?: number,
): Promise<string[]> => {
  const differences: string[] = [];
  for (const { name, owner, copy } of models) {
    const original = await digestRows(clients[owner[0]], organizationId, owner[1]);
    const copied = await digestRows(clients[copy[0]], organizationId, copy[1]);
    if (original?.count !== copied?.count || original?.digest !== copied?.digest)
      differences.push(
        `${name}${organizationId === undefined ? '' : `, organization ${organizationId}`}: ${original?.count} rows at the owner, ${copied?.count} in the copy`,
      );
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
