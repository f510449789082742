import type { Permissions } from '@obieg/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, type RenderResult, render, renderHook } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import type { MessageLoaders } from '../define-remote';
import { registerMessages } from '../i18n/messages';
import { setNavigate } from '../navigation';
import { dismissNotice, useNotices } from '../notify';
import { createQueryClient } from '../react-query';
import { endSession, startSession } from '../session/session.store';

export { findEnabledButton } from './buttons';
export { type FakeApi, fakeApi, problemAnswer } from './fake-api';
export type { FakeAnswer, FakeRequest, FakeRoutes } from './fake-routes';

interface PageOptions {
  /** Routes as the remote declares them. */
  routes: RouteObject[];
  /** Address to open, e.g. `/tasks?x=1`. */
  at: string;
  /** Catalogues by namespace. */
  messages?: Record<string, MessageLoaders>;
  /** Around everything, e.g. the design system's provider. */
  wrapper?: ComponentType<{ children: ReactNode }>;
}

interface OpenedPage extends RenderResult {
  currentAddress: () => string;
  /** Moves in the history as the browser's buttons do: -1 is back. */
  goBy: (steps: number) => Promise<void>;
}

/** Any address that the page itself does not have: shows where it led. */
const elsewhere: RouteObject = { path: '*', element: <div data-testid="elsewhere" /> };

const dismissAllNotices = (): void => {
  const { result, unmount } = renderHook(() => useNotices());
  for (const { id } of result.current) dismissNotice(id);
  unmount();
};

/**
 * Opens a page as the shell would: router, query cache without retries, texts. Nobody is signed in unless
 * {@link signInAs} was called before; nothing has been notified yet.
 */
export const renderPage = async ({
  routes,
  at,
  messages = {},
  wrapper: Wrapper = ({ children }) => children,
}: PageOptions): Promise<OpenedPage> => {
  for (const [namespace, loaders] of Object.entries(messages)) await registerMessages(namespace, loaders);
  const router = createMemoryRouter([...routes, elsewhere], { initialEntries: [at] });
  setNavigate((to) => void router.navigate(to));
  dismissAllNotices();
  const result = render(
    <Wrapper>
      <QueryClientProvider client={createQueryClient({ queries: { retry: false } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Wrapper>,
  );
  return {
    ...result,
    currentAddress: () => {
      const { pathname, search, hash } = router.state.location;
      return pathname + search + hash;
    },
    goBy: (steps) => act(() => router.navigate(steps)),
  };
};

/** Starts a session of a person whom the fake API knows by `test-token`. */
export const signInAs = (user: { id?: number; username?: string; email?: string } = {}): void =>
  startSession('test-token', { id: 7, username: 'olga', email: 'olga@acme.test', ...user });

/** Ends it and empties the browser's storage. */
export const signOutForTest = (): void => {
  endSession();
  localStorage.clear();
  sessionStorage.clear();
};

/** Body of GET /api/permissions/check with all flags false except the given. */
export const permissionsOf = (...granted: (keyof Permissions)[]): Permissions => ({
  hasBasePermission: granted.includes('hasBasePermission'),
  hasOperatorPermission: granted.includes('hasOperatorPermission'),
  canManageUsers: granted.includes('canManageUsers'),
  canManageOrganizations: granted.includes('canManageOrganizations'),
  canManageWorkflow: granted.includes('canManageWorkflow'),
  canManageAllUsers: granted.includes('canManageAllUsers'),
});
