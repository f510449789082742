import { UiProvider } from '@obieg/ui';
import { Link } from '@obieg/web-kit';
import {
  type FakeRoutes,
  fakeApi,
  permissionsOf,
  problemResponse,
  renderPage,
  signInAs,
  signOutForTest,
} from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { shellMessages } from '../../i18n/shell-messages';
import { PermissionsNotice } from '../../layout/PermissionsNotice';
import { DashboardPage } from './DashboardPage';
import { dashboardMessages } from './messages';

afterEach(signOutForTest);

const Ui = ({ children }: { children: ReactNode }) => (
  <UiProvider nonce="" language="mul" linkComponent={Link}>
    {children}
  </UiProvider>
);
const noTasks = { success: true, message: '', tasks: [], total: 0, nextCursor: null };

const open = async (routes: FakeRoutes) => {
  fakeApi({
    'GET /api/tasks': () => ({ body: noTasks }),
    'GET /api/auth/organization-name': () => ({ body: { organizationName: 'Acme Logistyka' } }),
    'GET /api/permissions/check': () => ({ body: permissionsOf('hasBasePermission') }),
    ...routes,
  });
  signInAs();
  await renderPage({
    routes: [
      {
        path: '/dashboard',
        element: (
          <>
            <PermissionsNotice />
            <DashboardPage isKnownPath={() => true} />
          </>
        ),
      },
    ],
    at: '/dashboard',
    messages: { ...shellMessages, ...dashboardMessages },
    wrapper: Ui,
  });
};

describe('/dashboard', () => {
  it('keeps its tasks when the organization name fails', async () => {
    await open({ 'GET /api/auth/organization-name': () => problemResponse(500, 'INTERNAL_ERROR') });
    await screen.findByText('Nie udało się pobrać nazwy organizacji.');
    await screen.findByRole('region', { name: 'Moje otwarte zadania' });
    screen.getByRole('link', { name: 'Nowe zadanie' });
  });

  it('waits for the permissions and says that they fail, instead of showing the page of a reporter', async () => {
    let isAvailable = false;
    await open({
      'GET /api/permissions/check': () =>
        isAvailable ? { body: permissionsOf('hasBasePermission') } : problemResponse(503, 'UNAVAILABLE'),
    });
    await screen.findByText('Nie udało się wczytać uprawnień. Ponawianie…');
    expect(screen.queryByRole('region', { name: 'Moje zgłoszenia' })).toBeNull();
    isAvailable = true;
    await screen.findByRole('region', { name: 'Moje otwarte zadania' });
    await waitFor(() => expect(screen.queryByText(/Nie udało się wczytać uprawnień/)).toBeNull());
  });

  it.each([
    ['that its reader is the only member', [{ id: 7 }], 'Jesteś jedyną osobą w tej organizacji.'],
    ['that it has one other member', [{ id: 8 }], 'Do tej organizacji należy tylko jedna osoba.'],
    ['that it has no member', [], 'Do tej organizacji nikt jeszcze nie należy.'],
  ])('of an organization says %s', async (_, users, text) => {
    await open({
      'GET /api/permissions/check': () => ({ body: permissionsOf('hasBasePermission', 'canManageUsers') }),
      'GET /api/users': () => ({ body: users }),
    });
    await screen.findByText(text);
  });

  it('links the open reports of a reporter to all of them', async () => {
    await open({ 'GET /api/permissions/check': () => ({ body: permissionsOf() }) });
    const link = await screen.findByRole('link', { name: 'Wszystkie zgłoszenia' });
    expect(link.getAttribute('href')).toBe('/my-submissions');
  });

  it('offers to try again after a refused permission check', async () => {
    await open({ 'GET /api/permissions/check': () => problemResponse(403, 'FORBIDDEN') });
    await screen.findByText(/Może brakować pozycji menu/);
    screen.getByRole('button', { name: 'Spróbuj ponownie' });
    await screen.findByRole('region', { name: 'Moje zgłoszenia' });
  });
});
