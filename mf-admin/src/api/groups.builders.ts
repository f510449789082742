import type { Group, GroupMember } from '@obieg/contracts';
import type { FakeRoutes } from '@obieg/web-kit/testing';
import { openRemote } from '../test-support';

export const buildGroup = (id: number, name: string, overrides: Partial<Group> = {}): Group => ({
  id,
  name,
  description: null,
  parentGroupId: null,
  parentGroupName: null,
  createdAt: '2026-03-02T10:00:00.000Z',
  ...overrides,
});
export const buildMember = (userId: number, userName: string): GroupMember => ({
  userId,
  userName,
  userEmail: `${userName}@acme.test`,
  role: 'MEMBER',
  joinedAt: '2026-03-03T10:00:00.000Z',
});
export const groups = [
  buildGroup(1, 'Helpdesk'),
  buildGroup(2, 'Nocna zmiana', { parentGroupId: 1, parentGroupName: 'Helpdesk' }),
];
export const groupRoutes = (members: GroupMember[] = [buildMember(7, 'olga')]): FakeRoutes => ({
  'GET /api/groups': () => ({ body: groups }),
  'GET /api/groups/:id': ({ params }) => ({ body: groups.find(({ id }) => String(id) === params['id']) }),
  'GET /api/groups/:id/members': () => ({ body: members }),
});
/** Opens a page as a caller who may manage users. */
export const openAsUserManager = (at: string, routes: FakeRoutes = {}) =>
  openRemote(at, { ...groupRoutes(), ...routes }, 'hasBasePermission', 'canManageUsers');
