import type { SecurityLogEntry } from '@obieg/contracts';
import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openOnMainDomain, openRemote } from '../../test-support';
import { buildEntry, olgaSubject } from './security-log.builders';

const logRoute = (entries: SecurityLogEntry[], nextCursor: string | null = null): FakeRoutes => ({
  'GET /api/security-log': () => ({ body: { success: true, entries, nextCursor } }),
});
const openPage = (entries: SecurityLogEntry[], at = '/security-log') =>
  openRemote(at, logRoute(entries), 'canManageUsers');

afterEach(signOutForTest);

describe('/security-log', () => {
  it('links a group, and a session to its owner', async () => {
    await openPage([
      buildEntry({
        actor: null,
        subject: { type: 'group', id: '3', name: 'Skład', email: null, isReadable: true },
      }),
      buildEntry({
        actor: null,
        subject: { type: 'session', id: 'x', name: 'olga', email: null, isReadable: true },
        details: { userId: 7 },
      }),
    ]);
    expect((await screen.findByRole('link', { name: 'Skład' })).getAttribute('href')).toBe('/groups/3');
    expect(screen.getByRole('link', { name: 'Session of olga' }).getAttribute('href')).toBe('/user/7');
  });

  it('loads older entries and keeps the shown ones after a failure', async () => {
    const { api } = await openRemote(
      '/security-log',
      logRoute([buildEntry({ details: { by: 'code' } })], '17'),
      'canManageUsers',
    );
    await screen.findByText('by code');
    api.respond({ 'GET /api/security-log': () => problemResponse(500, 'INTERNAL_ERROR') });
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż więcej' }));
    await screen.findByText('Failed to load the security log. Please try again.');
    screen.getByText('by code');
    api.respond(logRoute([buildEntry({ details: { by: 'hand-over' } })]));
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż więcej' }));
    await screen.findByText('by hand-over from the main domain');
    screen.getByText('by code');
    expect(api.requests.at(-1)?.query).toEqual({ cursor: '17' });
    expect(screen.queryByRole('button', { name: 'Pokaż więcej' })).toBeNull();
  });

  it('shows an empty log', async () => {
    await openPage([]);
    await screen.findByText('No entries yet.');
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it('shows an error with a retry when loading fails', async () => {
    const { api } = await openRemote(
      '/security-log',
      { 'GET /api/security-log': () => problemResponse(500, 'INTERNAL_ERROR') },
      'canManageUsers',
    );
    await screen.findByText('Failed to load the security log. Please try again.');
    api.respond(logRoute([]));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('No entries yet.');
  });

  it('shows a notice without a retry on 403', async () => {
    await openRemote(
      '/security-log',
      { 'GET /api/security-log': () => problemResponse(403, 'FORBIDDEN') },
      'canManageUsers',
    );
    await screen.findByText('You no longer have permission to view this log.');
    expect(screen.queryByRole('button', { name: 'Spróbuj ponownie' })).toBeNull();
  });

  it('redirects without requesting the log if the caller may not manage users', async () => {
    const { currentAddress, api } = await openRemote('/security-log', logRoute([]), 'hasBasePermission');
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
    expect(new Set(api.requests.map(({ path }) => path))).toEqual(new Set(['/api/permissions/check']));
  });

  it('has no user filter on the main domain', async () => {
    const { api } = await openOnMainDomain('/security-log?userId=7', logRoute([]), 'canManageUsers');
    await screen.findByText('No entries yet.');
    expect(screen.queryByRole('combobox', { name: 'User' })).toBeNull();
    expect(api.requests.at(-1)?.query).toEqual({});
  });
});

describe('/security-log filters', () => {
  it('update the URL and the request, and can be cleared', async () => {
    const { api, currentAddress } = await openRemote(
      '/security-log',
      {
        ...logRoute([]),
        'GET /api/users/search': () => ({
          body: { users: [{ id: 7, username: 'olga', email: 'olga@acme.test' }], limitReached: false },
        }),
      },
      'canManageUsers',
    );
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Outcome' }), 'Refused');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Event' }), 'Role change');
    await userEvent.type(screen.getByRole('combobox', { name: 'User' }), 'olg');
    await screen.findByText('olga@acme.test');
    await userEvent.keyboard('{Enter}');
    await waitFor(() =>
      expect(currentAddress()).toBe('/security-log?outcome=refused&event=roles.change&userId=7'),
    );
    screen.getByText('olga@acme.test');
    await waitFor(() =>
      expect(api.requests.at(-1)?.query).toEqual({ outcome: 'refused', event: 'roles.change', userId: '7' }),
    );
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Event' }), 'All events');
    await waitFor(() => expect(currentAddress()).toBe('/security-log?outcome=refused&userId=7'));
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await screen.findByText('No entries yet.');
    await waitFor(() => expect(currentAddress()).toBe('/security-log'));
    expect((screen.getByRole('combobox', { name: 'Outcome' }) as HTMLSelectElement).value).toBe('');
  });

  it('match whole days, and limit the export, too', async () => {
    const { api, currentAddress } = await openRemote(
      '/security-log?from=2026-03-02&to=gestern&outcome=done',
      {
        ...logRoute([]),
        'GET /api/security-log/export': () => problemResponse(429, 'TOO_MANY_REQUESTS', 'Later.'),
      },
      'canManageUsers',
    );
    await screen.findByText('No entries found.');
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-03' } });
    await waitFor(() =>
      expect(currentAddress()).toBe('/security-log?outcome=done&from=2026-03-02&to=2026-03-03'),
    );
    const query = {
      outcome: 'done',
      from: new Date(2026, 2, 2).toISOString(),
      before: new Date(2026, 2, 4).toISOString(),
    };
    await waitFor(() => expect(api.requests.at(-1)?.query).toEqual(query));
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    await screen.findByText(/^Failed to export the security log/);
    const exported = api.requests.find(({ path }) => path === '/api/security-log/export');
    expect(exported?.query).toEqual(query);
  });

  it.each<[string, Partial<SecurityLogEntry>]>([
    ['the actor', { actor: { id: 7, username: 'olga', email: 'olga@acme.test', isReadable: false } }],
    ['the subject', { subject: { ...olgaSubject, isReadable: false } }],
    [
      'the owner of a revoked session',
      {
        subject: { ...olgaSubject, type: 'session', id: '5b1d7b0e-0000-4000-8000-000000000000' },
        details: { userId: 7 },
      },
    ],
  ])('are read from the URL; the user is named by an entry with the user as %s', async (_, overrides) => {
    const { api } = await openPage(
      [buildEntry(overrides)],
      '/security-log?outcome=done&event=sign-in&userId=7',
    );
    await screen.findByText('olga@acme.test');
    expect(api.requests.at(-1)?.query).toEqual({ outcome: 'done', event: 'sign-in', userId: '7' });
  });

  it('ignore invalid values in the URL', async () => {
    const { api } = await openPage([], '/security-log?outcome=maybe&event=coup&userId=anna');
    await screen.findByText('No entries yet.');
    expect(api.requests.at(-1)?.query).toEqual({});
  });

  it('show the id of a user without entries', async () => {
    await openPage([], '/security-log?userId=7');
    await screen.findByText('No entries found.');
    screen.getByText('User 7');
  });
});
