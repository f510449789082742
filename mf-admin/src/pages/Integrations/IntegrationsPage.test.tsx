import type { Integration } from '@obieg/contracts';
import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { buildIntegration } from '../../api/integrations.builders';
import { openRemote } from '../../test-support';

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
