import type { Integration } from '@obieg/contracts';
import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { buildIntegration } from '../../api/integrations.builders';
import { getRequests, openRemote } from '../../test-support';

afterEach(signOutForTest);

const openList = (integrations: readonly Integration[], routes: FakeRoutes = {}) =>
  openRemote(
    '/connections',
    { 'GET /api/integrations': () => ({ body: { integrations } }), ...routes },
    'canManageUsers',
  );

describe('/connections', () => {
  it('lists integrations with roles, tokens and last use', async () => {
    await openList([buildIntegration(7, 'Monitoring', { roles: ['OPERATOR', 'MEMBER'], tokenCount: 2 })]);
    const row = within(await screen.findByRole('row', { name: /Monitoring/ }));
    row.getByText('Operator, Member');
    row.getByText('2');
    row.getByText('not yet');
  });

  it('links the sections and marks the open one', async () => {
    await openList([]);
    const sections = within(await screen.findByRole('navigation', { name: 'Kinds of connections' }));
    const link = sections.getByRole('link', { name: 'Integrations' });
    expect([link.getAttribute('href'), link.getAttribute('aria-current')]).toEqual(['/connections', 'page']);
  });

  it('says what an integration is for while there is none', async () => {
    await openList([]);
    await screen.findByText('No integrations yet');
    expect(screen.getByRole('link', { name: 'API description' }).getAttribute('href')).toBe('/api/docs');
  });

  it('offers a retry when the list cannot be loaded', async () => {
    await openList([], { 'GET /api/integrations': () => problemResponse(503, 'UNAVAILABLE') });
    await screen.findByText('Failed to load integrations. Please try again.');
  });

  it('is closed to members who do not manage users', async () => {
    const { currentAddress } = await openRemote('/connections', {}, 'hasBasePermission', 'canManageWorkflow');
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
  });
});

describe('a new integration', () => {
  const created = buildIntegration(7, 'Monitoring');
  const openForm = async (routes: FakeRoutes = {}) => {
    const page = await openList([created], {
      'GET /api/admin/roles': () => ({
        body: ['OPERATOR', 'MEMBER'].map((name, index) => ({ id: index + 4, name })),
      }),
      'POST /api/integrations': () => ({ status: 201, body: created }),
      'GET /api/integrations/:id/tokens': () => ({ body: { tokens: [] } }),
      ...routes,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'New integration' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New integration' }));
    await dialog.findByRole('checkbox', { name: 'Operator' });
    return { ...page, dialog };
  };

  it('gets a name and roles, each with what it allows, and opens', async () => {
    const { api, dialog, currentAddress } = await openForm();
    dialog.getByText('Edits, assigns and moves tasks');
    await userEvent.type(dialog.getByLabelText('Name'), '  Monitoring ');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Operator' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create Integration' }));
    await waitFor(() => expect(currentAddress()).toBe('/connections/integrations/7'));
    const [request] = getRequests(api, 'POST');
    expect(request?.body).toEqual({ name: 'Monitoring', roles: ['OPERATOR'] });
    expect(request?.headers['idempotency-key']).toMatch(/^[\da-f]{32}$/);
  });

  it('needs a plain name and a role', async () => {
    const { api, dialog } = await openForm();
    await userEvent.type(dialog.getByLabelText('Name'), 'https://x.test');
    await userEvent.click(dialog.getByRole('button', { name: 'Create Integration' }));
    await dialog.findByText(/Enter a name of letters/);
    dialog.getByText('Please select at least one role');
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Name')));
    expect(getRequests(api, 'POST')).toEqual([]);
  });

  it('shows at the field that the name is taken, and the reason of a refusal', async () => {
    const { api, dialog } = await openForm({
      'POST /api/integrations': () =>
        problemResponse(422, 'VALIDATION_FAILED', '', [{ field: 'name', message: 'Nazwa jest zajęta' }]),
    });
    await userEvent.type(dialog.getByLabelText('Name'), 'Anna');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Member' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create Integration' }));
    await dialog.findByText('Nazwa jest zajęta');
    api.respond({
      'POST /api/integrations': () => problemResponse(409, 'CONFLICT', 'There are 50 already.'),
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Create Integration' }));
    await dialog.findByText('Failed to create the integration. There are 50 already.');
  });
});
