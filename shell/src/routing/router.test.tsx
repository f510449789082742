import { type RemoteRegistry, remoteContractVersion, storageKeys } from '@obieg/contracts';
import { UiProvider } from '@obieg/ui';
import {
  ContractError,
  createQueryClient,
  currentSession,
  endSession,
  getSignInReason,
  Link,
  QueryClientProvider,
  type Remote,
  refreshPermissions,
  registerMessages,
  type StoredUser,
  setNavigate,
  signOut,
  startSession,
  useQuery,
} from '@obieg/web-kit';
import { fakeApi, permissionsOf, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DataRouter } from 'react-router-dom';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkConnection } from '../connection/connection';
import { failure as failureTexts } from '../i18n/pl.json';
import { shellMessages } from '../i18n/shell-messages';
import { type LoadRemote, RemoteLoadError } from '../remotes/remote-loader';
import { resetUserQueries } from '../start/reset-user-queries';
import { goTo } from './go-to';
import { createShellRouter } from './router';
import { watchSession } from './session-watch';

const registry = {
  remotes: [
    {
      id: 'mf-auth',
      routes: [{ path: '/login', access: 'public', layout: 'bare' }],
      navigation: [],
    },
    {
      id: 'mf-tasks',
      routes: [
        { path: '/tasks', access: 'signed-in', layout: 'frame', site: 'organization' },
        { path: '/task/:publicTaskId', access: 'public', layout: 'frame' },
      ],
      navigation: [
        {
          section: 'tasks',
          to: '/tasks',
          icon: 'tasks',
          labels: { mul: 'Lista Zadań', pl: 'Lista zadań', en: 'Task list' },
        },
      ],
    },
  ],
} as unknown as RemoteRegistry;

const buildRemote = (...routes: RouteObject[]): Remote => ({
  contractVersion: remoteContractVersion,
  routes,
  messages: { mul: async () => ({}), pl: async () => ({}), en: async () => ({}) },
});
const TaskList = () => <h1>All tasks</h1>;
const TasksOfUser = () => {
  const queryFn = async () => `Tasks of ${currentSession()?.user.username}`;
  return <h1>{useQuery({ queryKey: ['tasks'], queryFn, staleTime: Number.POSITIVE_INFINITY }).data}</h1>;
};
const Broken = (): never => {
  throw new Error('a defect');
};
const remotes: Record<string, Remote> = {
  'mf-auth': buildRemote({ path: '/login', element: <h1>Sign in here</h1> }),
  'mf-tasks': buildRemote(
    { path: '/tasks', lazy: async () => ({ Component: TaskList }) },
    { path: '/task/:publicTaskId', element: <h1>One task</h1> },
  ),
};
const loadAll: LoadRemote = async (id) => remotes[id] as Remote;

let router: DataRouter;
let stopWatching = () => {};
const reportRouteFailure = vi.fn();

const open = async (path: string, loadRemote: LoadRemote = loadAll): Promise<void> => {
  for (const [namespace, loaders] of Object.entries(shellMessages)) {
    await registerMessages(namespace, loaders);
  }
  const shell = createShellRouter({
    registry,
    loadRemote,
    reportRouteFailure,
    createRouter: (routes, options) => createMemoryRouter(routes, { ...options, initialEntries: [path] }),
  });
  router = shell.router;
  setNavigate((to) => goTo(router, to));
  const client = createQueryClient({ queries: { retry: false } });
  stopWatching = watchSession({ ...shell, resetUserQueries: () => resetUserQueries(client, false) });
  await refreshPermissions();
  render(
    <UiProvider nonce="" language="mul" linkComponent={Link}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>,
  );
};
/** The report is an effect, which React may run after the error panel is shown. */
const expectReportedFailure = (): Promise<void> =>
  waitFor(() => expect(reportRouteFailure.mock.calls).toEqual([['mf-tasks', new Error('a defect')]]));
const setBrowserUrl = (url: string): void =>
  (globalThis as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(url);
const returnUrl = () => sessionStorage.getItem(storageKeys.returnUrl);

beforeEach(() => {
  reportRouteFailure.mockClear();
  // The server answers, so a page that fails to load has another reason.
  vi.stubGlobal('fetch', async () => Response.json({ shell: 's1', remotes: [] }));
  fakeApi({
    'GET /api/permissions/check': () => ({ body: permissionsOf('hasBasePermission') }),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  stopWatching();
  signOutForTest();
});

describe('createShellRouter, for a visitor', () => {
  it('redirects to /login, stores the return URL and does not load the remote', async () => {
    const loadRemote = vi.fn(loadAll);
    await open('/tasks?status=3', loadRemote);
    await screen.findByRole('heading', { name: 'Sign in here' });
    expect(returnUrl()).toBe('/tasks?status=3');
    expect(getSignInReason()).toBe('sign-in-needed');
    expect(loadRemote.mock.calls).toEqual([['mf-auth']]);
  });

  it('shows the task page in the frame with a sign-in link', async () => {
    await open('/task/123456789012');
    await screen.findByRole('heading', { name: 'One task' });
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
  });

  it.each(['/', '/no/such/page', '/taskforce'])('redirects %s to /login', async (path) => {
    await open(path);
    await screen.findByRole('heading', { name: 'Sign in here' });
    expect(returnUrl()).toBeNull();
  });
});

describe('createShellRouter, with a session', () => {
  beforeEach(() => signInAs());

  it("opens a remote's page in the frame and marks its menu entry", async () => {
    await open('/tasks');
    await screen.findByRole('heading', { name: 'All tasks' });
    const link = await screen.findByRole('link', { name: 'Lista Zadań' });
    expect(link.getAttribute('aria-current')).toBe('page');
  });

  it('shows the organization notice on the main domain for a page that needs an organization', async () => {
    const { href } = location;
    onTestFinished(() => setBrowserUrl(href));
    setBrowserUrl('http://obieg.localhost:8080/');
    const loadRemote = vi.fn(loadAll);
    await open('/tasks', loadRemote);
    await screen.findByRole('heading', { name: 'Ta strona należy do organizacji' });
    expect(screen.getByRole('link', { name: 'Wybierz organizację' }).getAttribute('href')).toBe(
      '/organizations',
    );
    await act(() => router.navigate('/task/123456789012'));
    await screen.findByRole('heading', { name: 'One task' });
    await act(() => router.navigate('/tasks'));
    await screen.findByRole('heading', { name: 'Ta strona należy do organizacji' });
  });

  it.each(['/no/such/page', '/taskforce'])('opens the landing page for %s with a notice', async (path) => {
    await open(path);
    await screen.findByRole('heading', { name: 'Dashboard Overview' });
    await screen.findByText('Nie ma takiej strony.');
    expect(currentSession()).toBeDefined();
  });

  it('redirects to /login and removes the page when the session ends', async () => {
    await open('/tasks');
    await screen.findByRole('heading', { name: 'All tasks' });
    act(endSession);
    await screen.findByRole('heading', { name: 'Sign in here' });
    expect(screen.queryByText('All tasks')).toBeNull();
    expect(returnUrl()).toBe('/tasks');
  });

  /** What another tab stores, and how this one learns of it. */
  const changeSessionInAnotherTab = (user?: StoredUser): void => {
    if (user) {
      localStorage.setItem(storageKeys.user, JSON.stringify(user));
      localStorage.setItem(storageKeys.token, `token of ${user.username}`);
    } else localStorage.removeItem(storageKeys.token);
    globalThis.dispatchEvent(new StorageEvent('storage', { key: storageKeys.token }));
  };

  it('returns to its page when the same user signs in again in another tab', async () => {
    await open('/tasks');
    await screen.findByRole('heading', { name: 'All tasks' });
    const user = currentSession()?.user;
    act(() => changeSessionInAnotherTab());
    await screen.findByRole('heading', { name: 'Sign in here' });
    act(() => changeSessionInAnotherTab(user));
    await screen.findByRole('heading', { name: 'All tasks' });
    expect(returnUrl()).toBeNull();
  });

  it('opens the landing page when another user signs in in another tab', async () => {
    await open('/tasks');
    await screen.findByRole('heading', { name: 'All tasks' });
    act(() => changeSessionInAnotherTab());
    await screen.findByRole('heading', { name: 'Sign in here' });
    act(() => changeSessionInAnotherTab({ id: 8, username: 'anna', email: 'anna@acme.test' }));
    await screen.findByRole('heading', { name: 'Dashboard Overview' });
    expect(returnUrl()).toBeNull();
  });

  it('stores no return URL when the user signs out', async () => {
    await open('/tasks');
    await screen.findByRole('heading', { name: 'All tasks' });
    act(signOut);
    await screen.findByRole('heading', { name: 'Sign in here' });
    expect(returnUrl()).toBeNull();
  });

  it('refetches the data when another user signs in', async () => {
    await open('/tasks', async () =>
      buildRemote(
        { path: '/tasks', element: <TasksOfUser /> },
        { path: '/task/:publicTaskId', element: null },
      ),
    );
    await screen.findByRole('heading', { name: 'Tasks of olga' });
    act(() => startSession('token of anna', { id: 8, username: 'anna', email: 'anna@acme.test' }));
    await screen.findByRole('heading', { name: 'Tasks of anna' });
  });

  it('shows an error in the frame if a remote fails to load, and retries', async () => {
    let isDown = true;
    await open('/tasks', async (id) => {
      if (isDown) throw new RemoteLoadError(id, { cause: new Error('HTTP 404') });
      return loadAll(id);
    });
    await screen.findByRole('heading', { name: failureTexts.load.title });
    expect(screen.getByText('HTTP 404').closest('details')?.open).toBe(false);
    screen.getByRole('link', { name: 'Dashboard Overview' });
    expect(reportRouteFailure).not.toHaveBeenCalled();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByRole('heading', { name: 'All tasks' });
  });

  it('shows the same error if a chunk fails to load, and retries', async () => {
    let isDown = true;
    const chunkError = Object.assign(new Error('Loading chunk list failed'), { name: 'ChunkLoadError' });
    const lazy = async () => {
      if (isDown) throw chunkError;
      return { Component: TaskList };
    };
    await open('/tasks', async () =>
      buildRemote({ path: '/tasks', lazy }, { path: '/task/:publicTaskId', element: null }),
    );
    await screen.findByRole('heading', { name: failureTexts.load.title }, { timeout: 5_000 });
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByRole('heading', { name: 'All tasks' });
  });

  it('shows the error at once if a chunk hangs until its timeout', async () => {
    const timeout = Object.assign(new Error('Loading chunk list failed'), {
      name: 'ChunkLoadError',
      type: 'timeout',
    });
    const lazy = vi.fn(() => Promise.reject(timeout));
    await open('/tasks', async () =>
      buildRemote({ path: '/tasks', lazy }, { path: '/task/:publicTaskId', element: null }),
    );
    await screen.findByRole('heading', { name: failureTexts.load.title });
    expect(lazy).toHaveBeenCalledOnce();
  });

  it('retries by itself when the connection is back', async () => {
    let isDown = true;
    vi.stubGlobal('fetch', async () =>
      isDown ? new Response('', { status: 503 }) : Response.json({ shell: 's1', remotes: [] }),
    );
    await open('/tasks', async (id) => {
      if (isDown) throw new RemoteLoadError(id, { cause: new Error('Loading chunk vendors failed') });
      return loadAll(id);
    });
    await screen.findByText(failureTexts.offline);
    expect(screen.queryByText(/vendors/)).toBeNull();
    isDown = false;
    await act(() => checkConnection());
    await screen.findByRole('heading', { name: 'All tasks' });
  });

  it('offers only a reload if a remote has another contract version', async () => {
    await open('/tasks', async () => {
      throw new ContractError('mf-tasks uses contract version 2');
    });
    await screen.findByRole('heading', { name: failureTexts.contract.title });
    expect(screen.queryByRole('button', { name: 'Spróbuj ponownie' })).toBeNull();
  });

  it('keeps the menu usable if a page throws', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await open('/tasks', async () =>
      buildRemote({ path: '/tasks', element: <Broken /> }, { path: '/task/:publicTaskId', element: null }),
    );
    await screen.findByRole('heading', { name: failureTexts.crash.title });
    await expectReportedFailure();
    await userEvent.click(screen.getByRole('link', { name: 'Dashboard Overview' }));
    await screen.findByRole('heading', { name: 'Dashboard Overview' });
  });

  it('shows and reports the error of a page whose module throws', async () => {
    let imports = 0;
    const lazy = async () => {
      if (++imports > 1) return {};
      throw new Error('a defect');
    };
    await open('/tasks', async () =>
      buildRemote({ path: '/tasks', lazy }, { path: '/task/:publicTaskId', element: null }),
    );
    await screen.findByRole('heading', { name: failureTexts.crash.title });
    await expectReportedFailure();
  });

  it('rejects a remote with an undeclared route', async () => {
    await open('/tasks', async () => buildRemote({ path: '/admin', element: <h1>Sneaked in</h1> }));
    await screen.findByRole('heading', { name: failureTexts.contract.title });
  });
});
