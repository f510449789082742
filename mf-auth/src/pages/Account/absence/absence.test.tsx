import { refreshPermissions } from '@obieg/web-kit';
import { permissionsOf, problemResponse, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRemote } from '../../../test-support';

beforeEach(() => signInAs());
afterEach(signOutForTest);

const saved = { from: '2026-12-21', until: '2026-12-31', substitute: null };

const openAccount = async (absence: object | null, routes = {}) => {
  const page = await openRemote('/account', {
    'GET /api/permissions/check': () => ({ body: permissionsOf('hasBasePermission') }),
    'GET /api/account': () => ({
      body: { username: 'olga', displayName: 'Olga Lis', email: 'olga@acme.test', hasPassword: true },
    }),
    'GET /api/account/sessions': () => ({ body: { sessions: [] } }),
    'GET /api/account/tokens': () => ({ body: { tokens: [] } }),
    'GET /api/calendar-key': () => ({ body: { key: null } }),
    'GET /api/absence': () => ({ body: { success: true, absence }, headers: { etag: '"1"' } }),
    'GET /api/users/search': () => ({
      body: { users: [{ id: 5, username: 'Anna', email: 'anna@acme.test' }], limitReached: false },
    }),
    ...routes,
  });
  await refreshPermissions();
  await screen.findByRole('heading', { name: 'Nieobecność' });
  return page;
};

describe('the absence of the account', () => {
  it('saves the days and the substitute, with the ETag', async () => {
    const { api } = await openAccount(null, {
      'PUT /api/absence': () => ({ body: { success: true, absence: saved } }),
    });
    fireEvent.change(await screen.findByLabelText('Pierwszy dzień'), { target: { value: '2026-12-21' } });
    fireEvent.change(screen.getByLabelText('Ostatni dzień'), { target: { value: '2026-12-31' } });
    await userEvent.type(screen.getByRole('combobox', { name: /Zastępstwo/ }), 'Ann');
    await userEvent.click(await screen.findByRole('option', { name: /Anna/, hidden: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Zapisz nieobecność' }));
    await waitFor(() =>
      expect(api.requests.find(({ method }) => method === 'PUT')).toMatchObject({
        body: { from: '2026-12-21', until: '2026-12-31', substituteUserId: 5 },
        headers: { 'if-match': '"1"' },
      }),
    );
  });

  it('shows the server’s reason at the field', async () => {
    await openAccount(saved, {
      'PUT /api/absence': () => ({
        ...problemResponse(422, 'VALIDATION_FAILED', 'Popraw pola.'),
        body: {
          ...(problemResponse(422, 'VALIDATION_FAILED', 'Popraw pola.').body as object),
          errors: [{ field: 'until', message: 'Ostatni dzień nie może być przed pierwszym.' }],
        },
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Zapisz nieobecność' }));
    await screen.findByText('Ostatni dzień nie może być przed pierwszym.');
  });

  it('ends the absence', async () => {
    const { api } = await openAccount(saved, { 'DELETE /api/absence': () => ({ status: 204 }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Zakończ nieobecność' }));
    await waitFor(() => expect(api.requests.some(({ method }) => method === 'DELETE')).toBe(true));
  });
});
