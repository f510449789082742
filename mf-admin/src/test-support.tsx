import { UiProvider } from '@obieg/ui';
import { Link, refreshPermissions } from '@obieg/web-kit';
import { type FakeRoutes, fakeApi, permissionsOf, renderPage, signInAs } from '@obieg/web-kit/testing';
import type { ReactNode } from 'react';
import remote from './remote';

const Ui = ({ children }: { children: ReactNode }) => (
  <UiProvider nonce="" language="mul" linkComponent={Link}>
    {children}
  </UiProvider>
);

/** For tests: opens an address of this remote over the given answers, as somebody with these permissions. */
export const openRemote = async (
  at: string,
  routes: FakeRoutes,
  ...permissions: Parameters<typeof permissionsOf>
) => {
  const api = fakeApi({
    'GET /api/permissions/check': () => ({ body: permissionsOf(...permissions) }),
    ...routes,
  });
  signInAs();
  await refreshPermissions();
  const page = await renderPage({
    routes: remote.routes,
    at,
    messages: { 'mf-admin': remote.messages },
    wrapper: Ui,
  });
  return { ...page, api };
};
