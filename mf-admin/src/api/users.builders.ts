import type { User } from '@obieg/contracts';

export const buildUser = (id: number, username: string, overrides: Partial<User> = {}): User => ({
  id,
  username,
  email: `${username}@acme.test`,
  createdAt: '2026-03-02T10:00:00.000Z',
  userOrganizationRoles: [{ organization: { name: 'Acme' }, role: { name: 'MEMBER' } }],
  ...overrides,
});

/** A user who has been invited and has not signed in. */
export const buildInvitedUser = (
  id: number,
  username: string,
  expiresAt: string | null = null,
  overrides: Partial<NonNullable<User['invitation']>> = {},
): User =>
  buildUser(id, username, {
    roles: ['MEMBER'],
    groups: [],
    groupCount: 0,
    lastSignInAt: null,
    invitation: { sentAt: '2026-03-02T10:00:00.000Z', expiresAt, ...overrides },
  });
