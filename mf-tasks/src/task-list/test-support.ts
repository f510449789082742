import { storageKeys, type TaskListItem } from '@obieg/contracts';
import { type FakeApi, signOutForTest } from '@obieg/web-kit/testing';
import { afterEach, beforeEach, vi } from 'vitest';
import { openRemote } from '../test-support';

export const task = (publicTaskId: number, more: Partial<TaskListItem> = {}): TaskListItem => ({
  publicTaskId,
  title: `Zadanie ${publicTaskId}`,
  description: null,
  statusName: 'Nowe',
  statusType: 'INITIAL',
  organizationName: 'Acme Logistyka',
  priority: 'HIGH',
  createdBy: 'jan@poczta.test',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastUpdatedAt: '2026-11-21T10:00:00.000Z',
  assignedUserId: null,
  assignedUserName: null,
  assignedUserEmail: null,
  assignedGroupId: null,
  assignedGroupName: null,
  needsEmailVerification: false,
  ...more,
});
export const list = (
  tasks: TaskListItem[],
  more: { total?: number; isTotalExact?: false; isSearchComplete?: false; nextCursor?: string | null } = {},
) => ({
  'GET /api/tasks': () => ({
    body: { success: true, message: '', tasks, total: tasks.length, nextCursor: null, ...more },
  }),
});
export const queriesOf = ({ requests }: FakeApi) =>
  requests.filter(({ path }) => path === '/api/tasks').map(({ query }) => query);
export const open = (routes: Parameters<typeof openRemote>[1]) =>
  openRemote('/tasks', routes, ['hasBasePermission']);

export const storedFilters = (): unknown =>
  JSON.parse(localStorage.getItem(storageKeys.taskListFilters) ?? '');

/** The test DOM has no layout. The virtualizer needs a row height to compute the visible rows. */
export const mockRowHeight = (): void => {
  beforeEach(() => void vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(10));
  afterEach(() => {
    vi.restoreAllMocks();
    signOutForTest();
  });
};
