import type { Task } from '@obieg/contracts';
import { UiProvider } from '@obieg/ui';
import { Link, refreshPermissions } from '@obieg/web-kit';
import { type FakeRoutes, fakeApi, permissionsOf, renderPage, signInAs } from '@obieg/web-kit/testing';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import remote from './remote';

const Ui = ({ children }: { children: ReactNode }) => (
  <UiProvider nonce="" language="mul" linkComponent={Link}>
    {children}
  </UiProvider>
);

/** Opens a path of this remote with a fake API, as a visitor or as a user with the given permissions. */
export const openRemote = async (
  at: Parameters<typeof renderPage>[0]['at'],
  routes: FakeRoutes = {},
  permissions?: Parameters<typeof permissionsOf>,
) => {
  const api = fakeApi({
    'GET /api/auth/organization-name': () => ({ body: { organizationName: 'Acme Logistyka' } }),
    'GET /api/permissions/check': () => ({ body: permissionsOf(...(permissions ?? [])) }),
    'GET /api/task-views': () => ({ body: { success: true, views: [] } }),
    'GET /api/organizations/groups': () => ({ body: [{ id: 4, name: 'Helpdesk', description: null }] }),
    ...routes,
  });
  if (permissions) signInAs();
  await refreshPermissions();
  const page = await renderPage({
    routes: remote.routes,
    at,
    messages: { 'mf-tasks': remote.messages },
    wrapper: Ui,
  });
  return { ...page, api };
};

/** Lets media queries with this condition match, until the mocks are restored. */
export const mockMedia = (condition: string): void => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes(condition),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
};

/** Sets the width of a phone until the end of the test. */
export const mockPhone = (): void => mockMedia('max-width: 639px');

/**
 * Characters that are invisible but not empty: zero-width characters, no-break space, blank Braille and Hangul
 * characters.
 */
export const invisibleText = '\u200b\u200c\u200d\u2060\ufeff\u00a0\u2800\u3164';

/** Builds a new task of a visitor. */
export const buildTask = (more: Partial<Task> = {}): Task => ({
  publicTaskId: 123456789012,
  title: 'Nie działa drukarka',
  description: null,
  statusName: 'Nowe',
  statusType: 'INITIAL',
  organizationName: 'Acme Logistyka',
  priority: 'NORMAL',
  createdBy: 'jan@poczta.test',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastUpdatedAt: '2026-11-20T10:00:00.000Z',
  assignedUserId: null,
  assignedUserName: null,
  assignedUserEmail: null,
  assignedGroupId: null,
  assignedGroupName: null,
  needsEmailVerification: false,
  view: 'member',
  attachments: [],
  visibleUsers: [],
  visibleGroups: [],
  parameterDetails: [],
  ...more,
});
