import { UiProvider } from '@obieg/ui';
import { Link } from '@obieg/web-kit';
import { type FakeRoutes, fakeApi, renderPage } from '@obieg/web-kit/testing';
import type { ReactNode } from 'react';
import remote from './remote';

const Ui = ({ children }: { children: ReactNode }) => (
  <UiProvider nonce="" language="mul" linkComponent={Link}>
    {children}
  </UiProvider>
);

/** Opens a page of this remote. The fake API serves the given routes. */
export const openRemote = async (at: string, routes: FakeRoutes = {}) => {
  const api = fakeApi({
    'GET /api/auth/organization-name': () => ({ body: { organizationName: 'Acme Logistyka' } }),
    'POST /api/auth/check-login-methods': () => ({ body: { userExists: true, hasPassword: true } }),
    ...routes,
  });
  const page = await renderPage({
    routes: remote.routes,
    at,
    messages: { 'mf-auth': remote.messages },
    wrapper: Ui,
  });
  return { ...page, api };
};

/** Response of POST /api/auth/signin. */
export const authResponse = { token: 'jwt', id: 7, username: 'olga', email: 'olga@acme.test' };
