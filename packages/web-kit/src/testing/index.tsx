import { type Permissions, storageKeys } from '@obieg/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, type RenderResult, render, renderHook } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { createMemoryRouter, type Location, type RouteObject, RouterProvider } from 'react-router-dom';
import { listRegisteredCommands } from '../commands/commands';
import type { MessageLoaders } from '../i18n/message-loaders';
import { registerMessages } from '../i18n/messages';
import { setNavigate } from '../navigation/navigate-to';
import { dismissNotice, useNotices } from '../notices/notify';
import { createQueryClient } from '../queries/react-query';
import { endSession, startSession } from '../session/session.store';

export { findEnabledButton } from './buttons';
export { type FakeApi, fakeApi, problemResponse } from './fake-api';
export type { FakeRequest, FakeResponse, FakeRoutes } from './fake-routes';

interface PageOptions {
  /** The remote's routes. */
  routes: RouteObject[];
  /** Address to open, e.g. `/tasks?x=1`, or the location of an opened page, as a reload does. */
  at: string | Partial<Location>;
  /** Texts by namespace. */
  messages?: Record<string, MessageLoaders>;
  /** Outermost component, e.g. the provider of the design system. */
  wrapper?: ComponentType<{ children: ReactNode }>;
}

interface OpenedPage extends RenderResult {
  currentAddress: () => string;
  currentLocation: () => Location;
  /** Moves in the browser history; -1 is back. */
  goBy: (steps: number) => Promise<void>;
  goTo: (address: string) => Promise<void>;
}

/** Matches every other address, so that navigation away from the page succeeds. */
const elsewhere: RouteObject = { path: '*', element: <div data-testid="elsewhere" /> };

const dismissAllNotices = (): void => {
  const { result, unmount } = renderHook(() => useNotices());
  for (const { id } of result.current) dismissNotice(id);
  unmount();
};

/**
 * Opens a page like the shell, with router, query cache (no retries) and texts. Call {@link signInAs} first to open
 * it with a session.
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
    currentLocation: () => router.state.location,
    currentAddress: () => {
      const { pathname, search, hash } = router.state.location;
      return pathname + search + hash;
    },
    goBy: (steps) => act(() => router.navigate(steps)),
    goTo: (address) => act(() => router.navigate(address)),
  };
};

/** Runs the command of the open page that has the keys, as the shell does. @throws if the page does not offer it */
export const pressKeys = (keys: string): void => {
  const command = listRegisteredCommands().find((one) => one.keys === keys);
  if (!command) throw new Error(`The page offers no command with the keys ${keys}`);
  act(command.run);
};

/** The keys that the open page offers, in alphabetical order. */
export const listKeys = (): string[] =>
  listRegisteredCommands()
    .flatMap(({ keys }) => keys ?? [])
    .sort();

/** Starts a session with the token `test-token`. */
export const signInAs = (user: { id?: number; username?: string; email?: string } = {}): void =>
  startSession('test-token', { id: 7, username: 'olga', email: 'olga@acme.test', ...user });

/** Ends the session and clears the browser's storage. */
export const signOutForTest = (): void => {
  endSession();
  localStorage.clear();
  sessionStorage.clear();
};

/** Does what another tab does when it signs out, which this one follows, and leaves the page. */
export const signOutInAnotherTab = (): void => {
  localStorage.clear();
  act(() => void dispatchEvent(new StorageEvent('storage', { key: storageKeys.token })));
  cleanup();
};

/** Body of GET /api/permissions/check. Only the given flags are true. */
export const permissionsOf = (...granted: (keyof Permissions)[]): Permissions => ({
  hasBasePermission: granted.includes('hasBasePermission'),
  hasOperatorPermission: granted.includes('hasOperatorPermission'),
  canManageUsers: granted.includes('canManageUsers'),
  canManageOrganizations: granted.includes('canManageOrganizations'),
  canManageWorkflow: granted.includes('canManageWorkflow'),
  canManageAllUsers: granted.includes('canManageAllUsers'),
});
