import type { User } from '@obieg/contracts';

export const buildUser = (id: number, username: string): User => ({
  id,
  username,
  email: `${username}@acme.test`,
  createdAt: '2026-03-02T10:00:00.000Z',
  userOrganizationRoles: [{ organization: { name: 'Acme' }, role: { name: 'MEMBER' } }],
});
