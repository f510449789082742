import { taskSortKeys } from '@obieg/contracts';
import type { FilledProduct } from './filled-product';
import type { Scenario } from './load';
import { throughGateway } from './product';

interface Values {
  statusId: number;
  groupId: number;
  authorEmail: string;
}

const readValues = async ({ product, taskIds }: FilledProduct): Promise<Values> => {
  const { rows } = await product.tasksDatabase.query(
    `select status_id as "statusId", assigned_group_id as "groupId", author_email as "authorEmail"
       from tasks where public_task_id = $1`,
    [taskIds[0]],
  );
  if (!rows[0]) throw new Error('The inserted tasks are missing.');
  return rows[0];
};

/** Filters of lists and their query strings. Most of the inserted tasks match the status, the group and the author. */
const describeFilters = ({ statusId, groupId, authorEmail }: Values): Record<string, string> => ({
  'kinds of status': 'statusTypes=INITIAL,INTERMEDIATE',
  status: `statusIds=${statusId}`,
  priority: 'priorities=HIGHEST',
  group: `assignees=group:${groupId}`,
  unassigned: 'assignees=none',
  author: `createdBy=${encodeURIComponent(authorEmail)}`,
  'created in 30 days': 'createdDays=30',
  'created in 30 days, by title': 'createdDays=30&sortBy=title',
  'created in 30 days, by last update': 'createdDays=30&sortBy=lastUpdatedAt',
  'created in 30 days, of a priority': 'createdDays=30&priorities=HIGHEST',
  'updated in 30 days': 'updatedDays=30',
  overdue: 'due=overdue',
});

/** Further lists: every order, every filter, the board, the counts and the inbox. */
export const describeLists = async (filled: FilledProduct): Promise<Scenario[]> => {
  const target = throughGateway(filled.product, filled.token);
  const read = (name: string, path: string): Scenario => ({
    name,
    target,
    next: () => ({ method: 'GET', path }),
  });
  const filters = Object.entries(describeFilters(await readValues(filled)));
  return [
    ...taskSortKeys.map((key) => read(`list by ${key}`, `/api/tasks?sortBy=${key}`)),
    ...filters.map(([name, query]) => read(`list with filter: ${name}`, `/api/tasks?${query}`)),
    read('board', '/api/tasks/board'),
    read('status counts', '/api/tasks/status-counts'),
    read('inbox', '/api/notifications'),
  ];
};
