import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseName } from '../src/obieg-parts';

type Rows = unknown[];
/** Two queries with equal results if the read model is correct: one in the owner's database, one in the reader's. */
interface ReadModel {
  name: string;
  owner: [DatabaseName, string];
  reader: [DatabaseName, string];
}

const users = 'select id, username, email from users order by id';
const memberships = `select organization_id, user_id, roles, is_email_verified from memberships
  where roles <> '{}' order by 1, 2`;
const groups = 'select organization_id, id, name from groups order by 1, 2';

const readModels: readonly ReadModel[] = [
  ...(['workflow', 'tasks'] as const).flatMap((reader): ReadModel[] => [
    { name: `users in ${reader}`, owner: ['identity', users], reader: [reader, users] },
    { name: `memberships in ${reader}`, owner: ['identity', memberships], reader: [reader, memberships] },
    { name: `groups in ${reader}`, owner: ['identity', groups], reader: [reader, groups] },
  ]),
  {
    name: 'statuses in tasks',
    owner: ['workflow', 'select organization_id, id, name, status_type from statuses order by 1, 2'],
    reader: ['tasks', 'select organization_id, id, name, status_type from statuses order by 1, 2'],
  },
  {
    name: 'transitions in tasks',
    owner: ['workflow', 'select organization_id, id, name from transitions order by 1, 2'],
    reader: [
      'tasks',
      `select organization_id, (t ->> 'id')::bigint as id, t ->> 'name' as name
         from configurations, jsonb_array_elements(configuration -> 'transitions') t order by 1, 2`,
    ],
  },
  {
    name: 'statuses of tasks in workflow',
    owner: ['tasks', 'select organization_id, public_task_id, status_id from tasks order by 1, 2'],
    reader: ['workflow', 'select organization_id, public_task_id, status_id from task_uses order by 1, 2'],
  },
  {
    name: 'groups that may read tasks in identity',
    owner: [
      'tasks',
      `select t.organization_id, public_task_id, reader_id as group_id
         from tasks t join task_readers r on r.organization_id = t.organization_id and r.task_id = t.id
        where r.kind = 'GROUP' and t.is_restricted order by 1, 2, 3`,
    ],
    reader: [
      'identity',
      'select organization_id, public_task_id, group_id from visible_task_groups order by 1, 2, 3',
    ],
  },
];

const groupMembers = 'select organization_id, group_id, user_id, role from group_members order by 1, 2, 3';
const groupParents = 'select organization_id, id, parent_group_id from groups order by 1, 2';

/** Read models that the last release does not have. It ignores their events. */
const newReadModels: readonly ReadModel[] = [
  {
    name: 'group members in workflow',
    owner: ['identity', groupMembers],
    reader: ['workflow', groupMembers],
  },
  {
    name: 'parents of groups in workflow',
    owner: ['identity', groupParents],
    reader: ['workflow', groupParents],
  },
];

/**
 * Reads the services' databases as the cluster's administrator.
 *
 * @param isNewest whether only the present version runs
 */
export const openReadModels = (dataDir: string, port: number, { isNewest = false } = {}) => {
  const compared = isNewest ? [...readModels, ...newReadModels] : readModels;
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim();
  const open = (database: DatabaseName): pg.Pool =>
    new pg.Pool({ host: '127.0.0.1', port, user: 'postgres', password, database });
  const pools = { identity: open('identity'), workflow: open('workflow'), tasks: open('tasks') };
  const read = async ([database, sql]: [DatabaseName, string]): Promise<Rows> =>
    (await pools[database].query(sql)).rows;
  const readAll = async (side: 'owner' | 'reader'): Promise<Record<string, Rows>> =>
    Object.fromEntries(
      await Promise.all(compared.map(async (model) => [model.name, await read(model[side])] as const)),
    );
  return {
    /** The owners' data, by read model. */
    owned: () => readAll('owner'),
    /** The other services' copies of it. */
    copied: () => readAll('reader'),
    close: async (): Promise<void> => {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
};
