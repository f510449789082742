import type { ApiToken, Integration } from '@obieg/contracts';
import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { buildIntegration } from '../../api/integrations.builders';
import { getRequests, openRemote } from '../../test-support';

afterEach(signOutForTest);

const token: ApiToken = {
  id: '6a1f7a52-5a37-4ac0-9d23-2f5f7e5ad010',
  name: 'Czujniki',
  scopes: ['tasks:write', 'webhooks'],
  createdAt: '2026-11-01T08:00:00.000Z',
  expiresAt: '2999-01-30T08:00:00.000Z',
  lastUsedAt: null,
};
const secret = `obg_${'a'.repeat(36)}`;
const monitoring = buildIntegration(7, 'Monitoring', { tokenCount: 2 });

const openPage = (routes: FakeRoutes = {}, integrations: readonly Integration[] = [monitoring]) =>
  openRemote(
    '/connections/integrations/7',
    {
      'GET /api/integrations': () => ({ body: { integrations } }),
      'GET /api/integrations/:id/tokens': () => ({ body: { tokens: [token] } }),
      'GET /api/admin/roles': () => ({
        body: ['OPERATOR', 'MEMBER'].map((name, index) => ({ id: index + 4, name })),
      }),
      ...routes,
    },
    'canManageUsers',
  );
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const findDialog = async () => within(await screen.findByRole('dialog'));

describe('/connections/integrations/{id}', () => {
  it('shows roles and tokens', async () => {
    await openPage();
    await screen.findByRole('heading', { level: 1, name: 'Monitoring' });
    screen.getByText('Operator');
    await screen.findByText('Czujniki');
    screen.getByText('Tasks: change · Webhooks');
  });

  it('creates a token and shows it once', async () => {
    const { api } = await openPage({
      'POST /api/integrations/:id/tokens': () => ({ status: 201, body: { id: token.id, token: secret } }),
    });
    await click('New token');
    const dialog = await findDialog();
    await userEvent.type(dialog.getByLabelText('Name'), 'Awarie');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Tasks: change' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create token' }));
    await screen.findByText(secret);
    screen.getByRole('button', { name: 'Copy token' });
    expect(getRequests(api, 'POST')[0]).toMatchObject({
      path: '/api/integrations/7/tokens',
      body: { name: 'Awarie', scopes: ['tasks:write'] },
    });
  });

  it('shows an administrator what to enter in an identity provider', async () => {
    let sendsInvitations = false;
    const { api } = await openPage(
      {
        'GET /api/scim-settings': () => ({
          body: { sendsInvitations },
          headers: { etag: `"${sendsInvitations}"` },
        }),
        'PUT /api/scim-settings': () => {
          sendsInvitations = true;
          return { body: { sendsInvitations } };
        },
      },
      [{ ...monitoring, roles: ['ORG_ADMIN'] }],
    );
    const card = within(await screen.findByRole('region', { name: 'Provisioning (SCIM)' }));
    card.getByText(`${window.location.origin}/scim/v2`);
    card.getByText(`${window.location.origin}/scim/v2?aadOptscim062020`);
    card.getByRole('button', { name: 'Copy the SCIM address' });
    const choice = await card.findByRole('checkbox', { name: 'Mail an invitation to each new person' });
    await userEvent.click(choice);
    await waitFor(() => expect(choice).toHaveProperty('checked', true));
    expect(getRequests(api, 'PUT')[0]).toMatchObject({
      path: '/api/scim-settings',
      body: { sendsInvitations: true },
    });
  });

  it('says nothing of identity providers without the role', async () => {
    await openPage();
    await screen.findByRole('heading', { level: 1, name: 'Monitoring' });
    expect(screen.queryByText('SCIM address')).toBeNull();
  });

  it('revokes a token after a question', async () => {
    const { api } = await openPage({ 'DELETE /api/integrations/:id/tokens/:token': () => ({ status: 204 }) });
    await click('Revoke the token: Czujniki');
    const dialog = await findDialog();
    expect(getRequests(api, 'DELETE')).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'DELETE')[0]?.path).toBe(`/api/integrations/7/tokens/${token.id}`);
  });

  it('replaces the roles that the user has seen', async () => {
    const { api } = await openPage({
      'PUT /api/integrations/:id/roles': () => ({ body: { ...monitoring, roles: ['MEMBER'] } }),
    });
    await click('Change roles');
    const dialog = await findDialog();
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'Operator' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save roles' }));
    await dialog.findByText('Please select at least one role');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Member' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save roles' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'PUT')[0]?.body).toEqual({ roles: ['MEMBER'], expectedRoles: ['OPERATOR'] });
  });

  it('says what a deletion stops, deletes, and opens the list', async () => {
    const { api, currentAddress } = await openPage({
      'DELETE /api/integrations/:id': () => problemResponse(503, 'UNAVAILABLE', ''),
    });
    await click('Delete');
    const dialog = await findDialog();
    dialog.getByText('Its 2 tokens stop working at once. The systems that use them lose access.');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Integration' }));
    await dialog.findByText(/Failed to delete the integration/);
    api.respond({
      'DELETE /api/integrations/:id': () => ({ status: 204 }),
      'GET /api/integrations': () => ({ body: { integrations: [] } }),
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Integration' }));
    await waitFor(() => expect(currentAddress()).toBe('/connections'));
    await screen.findByText('No integrations yet');
  });

  it('says that a deleted integration does not exist', async () => {
    await openPage({}, []);
    await screen.findByText('This integration does not exist.');
    expect(screen.getByRole('link', { name: 'Back to connections' }).getAttribute('href')).toBe(
      '/connections',
    );
  });

  it('offers a retry when it cannot be loaded', async () => {
    await openPage({ 'GET /api/integrations': () => problemResponse(503, 'UNAVAILABLE') });
    await screen.findByText('Failed to load integrations. Please try again.');
  });

  it('opens the dashboard when the server refuses', async () => {
    const { currentAddress } = await openPage({
      'GET /api/integrations': () => problemResponse(403, 'FORBIDDEN'),
    });
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
  });
});
