import type { RemoteRegistry } from '@obieg/contracts';
import { UiProvider } from '@obieg/ui';
import { Link, refreshPermissions, setSingleKeyShortcuts, useCommands } from '@obieg/web-kit';
import {
  type FakeRoutes,
  fakeApi,
  permissionsOf,
  problemResponse,
  renderPage,
  signInAs,
  signOutForTest,
} from '@obieg/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { shellMessages } from '../i18n/shell-messages';
import { LazyCommandCenter } from './LazyCommandCenter';
import { openCommands } from './open-commands';

afterEach(() => {
  act(() => {
    openCommands(undefined);
    setSingleKeyShortcuts(true);
  });
  signOutForTest();
});

const entry = (section: string, to: string, label: string, more = {}) => ({
  section,
  to,
  icon: 'tasks',
  rank: 0,
  labels: { mul: label, pl: label, en: label },
  ...more,
});
const { remotes } = {
  remotes: [
    {
      id: 'mf-some',
      routes: [{ path: '/inbox' }, { path: '/account' }],
      navigation: [
        entry('tasks', '/tasks', 'Lista Zadań', { key: 't' }),
        entry('users', '/users', 'Użytkownicy', { permission: 'canManageUsers', key: 't' }),
      ],
    },
  ],
} as unknown as RemoteRegistry;

const printer = { publicTaskId: 100000000001, title: 'Drukarka nie drukuje', statusName: 'Nowe' };
const olga = { id: 7, username: 'olga', email: 'olga@acme.test' };
const api: FakeRoutes = {
  'GET /api/auth/organization-name': () => ({ body: { organizationName: 'Acme' } }),
  'GET /api/tasks': ({ query }) => ({
    body: {
      success: true,
      message: '',
      tasks: query['search'] === 'drukarka' ? [printer] : [],
      total: 1,
      nextCursor: null,
    },
  }),
  'GET /api/tasks/:id': ({ params }) =>
    params['id'] === String(printer.publicTaskId)
      ? { body: { success: true, message: '', task: printer } }
      : problemResponse(404, 'TASK_NOT_FOUND'),
  'GET /api/users': () => ({ body: [olga] }),
};

const assign = vi.fn();
const Page = () => {
  useCommands([
    { id: 'task.assign', label: 'Zmień przypisanie', keys: 'a', run: assign },
    {
      id: 'task.broken',
      label: 'Zepsute',
      run: () => {
        throw new Error('a defect of the remote');
      },
    },
  ]);
  return <LazyCommandCenter remotes={remotes} />;
};
const Ui = ({ children }: { children: ReactNode }) => (
  <UiProvider nonce="" language="mul" linkComponent={Link}>
    {children}
  </UiProvider>
);
const open = async (
  granted: Parameters<typeof permissionsOf> = ['hasBasePermission'],
  more: FakeRoutes = {},
  user: Parameters<typeof signInAs>[0] = {},
) => {
  const fake = fakeApi({
    ...api,
    'GET /api/permissions/check': () => ({ body: permissionsOf(...granted) }),
    ...more,
  });
  signInAs(user);
  await refreshPermissions();
  assign.mockReset();
  const page = await renderPage({
    routes: [{ path: '/here', element: <Page /> }],
    at: '/here',
    messages: shellMessages,
    wrapper: Ui,
  });
  return { ...page, requests: fake.requests };
};
const openPalette = async () => {
  act(() => openCommands('palette'));
  return screen.findByRole('combobox');
};
const findOption = (name: RegExp) => screen.findByRole('option', { name });

describe('palette', () => {
  it('lists the commands of the page and the pages that the user may open', async () => {
    await open();
    await openPalette();
    const commands = await screen.findByRole('group', { name: 'Na tej stronie' });
    within(commands).getByRole('option', { name: /Zmień przypisanie/ });
    const pages = screen.getByRole('group', { name: 'Strony' });
    const names = within(pages)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names).toEqual([
      expect.stringContaining('Dashboard Overview'),
      expect.stringContaining('Lista Zadań'),
      expect.stringContaining('Powiadomienia'),
      expect.stringContaining('Moje konto'),
    ]);
  });

  it('finds tasks and opens the chosen one', async () => {
    const { currentAddress } = await open();
    await userEvent.type(await openPalette(), 'drukarka');
    await findOption(/Drukarka nie drukuje/);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(currentAddress()).toBe(`/task/${printer.publicTaskId}`));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('finds people only for users who may list them', async () => {
    const { requests } = await open(['hasBasePermission']);
    await userEvent.type(await openPalette(), 'drukarka');
    await findOption(/Drukarka nie drukuje/);
    expect(requests.some(({ path }) => path === '/api/users')).toBe(false);
  });

  it('opens a person', async () => {
    const { currentAddress } = await open(['hasBasePermission', 'canManageUsers']);
    await userEvent.type(await openPalette(), 'olga');
    await userEvent.click(await findOption(/olga@acme.test/));
    await waitFor(() => expect(currentAddress()).toBe('/user/7'));
  });

  it('keeps pages and people if tasks cannot be searched', async () => {
    await open(['hasBasePermission', 'canManageUsers'], {
      'GET /api/tasks': () => problemResponse(503, 'UNAVAILABLE'),
    });
    await userEvent.type(await openPalette(), 'olga');
    await findOption(/olga@acme.test/);
    await screen.findByText('Nie udało się wyszukać zadań.');
  });

  it('survives a command that fails', async () => {
    await open();
    await userEvent.type(await openPalette(), 'zepsute');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    await openPalette();
    await findOption(/Lista Zadań/);
  });

  it('shows recent entries first, per person, without storing titles', async () => {
    const first = await open();
    await userEvent.type(await openPalette(), 'drukarka');
    await userEvent.click(await findOption(/Drukarka nie drukuje/));
    await waitFor(() => expect(first.currentAddress()).toBe(`/task/${printer.publicTaskId}`));
    expect(localStorage.getItem('obieg_recent')).not.toContain('Drukarka');
    first.unmount();
    const second = await open();
    await openPalette();
    const recent = await screen.findByRole('group', { name: 'Ostatnie' });
    within(recent).getByRole('option', { name: /Drukarka nie drukuje/ });
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('Drukarka');
    second.unmount();
    act(() => openCommands(undefined));
    await open(['hasBasePermission'], {}, { id: 8, email: 'marek@acme.test' });
    await openPalette();
    await findOption(/Lista Zadań/);
    expect(screen.queryByRole('group', { name: 'Ostatnie' })).toBeNull();
  });

  it('leaves out a recent task that is no longer visible', async () => {
    localStorage.setItem('obieg_recent', JSON.stringify({ 7: ['task:999', 'page:/tasks', 'page:/gone'] }));
    const { requests } = await open();
    await openPalette();
    const recent = await screen.findByRole('group', { name: 'Ostatnie' });
    await waitFor(() => expect(requests.some(({ path }) => path === '/api/tasks/999')).toBe(true));
    expect(within(recent).getAllByRole('option')).toHaveLength(1);
    within(recent).getByRole('option', { name: /Lista Zadań/ });
  });

  it('is not there for a visitor', async () => {
    fakeApi(api);
    await renderPage({
      routes: [{ path: '/here', element: <Page /> }],
      at: '/here',
      messages: shellMessages,
    });
    act(() => openCommands('palette'));
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

describe('shortcuts', () => {
  const waitUntilLoaded = async () => {
    await openPalette();
    act(() => openCommands(undefined));
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  };

  it('runs a command of the page and opens a page with g and a letter', async () => {
    const { currentAddress } = await open(['hasBasePermission', 'canManageUsers']);
    await waitUntilLoaded();
    await userEvent.keyboard('a');
    expect(assign).toHaveBeenCalledOnce();
    // Two pages want the letter t; the first one has it.
    await userEvent.keyboard('gt');
    await waitFor(() => expect(currentAddress()).toBe('/tasks'));
  });

  it('lists the shortcuts with ? and switches single keys off', async () => {
    await open();
    await waitUntilLoaded();
    await userEvent.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Skróty klawiszowe' });
    await within(dialog).findByText('Zmień przypisanie');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /Skróty jednoklawiszowe/ }));
    expect(localStorage.getItem('obieg_single_key_shortcuts')).toBe('off');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('a');
    expect(assign).not.toHaveBeenCalled();
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox');
  });
});
