import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { openRemote } from '../test-support';

afterEach(signOutForTest);

const codes: Record<number, Parameters<typeof problemResponse>[1]> = { 403: 'FORBIDDEN', 404: 'NOT_FOUND' };
const failingRoutes = (status: number): FakeRoutes => {
  const fail = () => problemResponse(status, codes[status] ?? 'UNAVAILABLE');
  return Object.fromEntries(
    ['groups', 'workflow-parameters', 'workflow-status', 'status-transitions'].flatMap((resource) =>
      ['', '/:id', '/:id/members', '/available-parents'].map((path) => [`GET /api/${resource}${path}`, fail]),
    ),
  );
};
const pages = [
  '/groups',
  '/groups/1',
  '/workflow-parameters',
  '/workflow-parameters/1',
  '/workflow-parameters/try',
  '/workflow-statuses',
  '/workflow-statuses/1',
  '/status-transitions',
  '/status-transitions/1',
];

describe('LoadFailure', () => {
  it.each(pages)('redirects from %s to the dashboard on 403', async (at) => {
    const { currentAddress } = await openRemote(at, failingRoutes(403));
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
  });

  it('refreshes the permissions on 403', async () => {
    const { api } = await openRemote('/groups', failingRoutes(403), 'hasBasePermission', 'canManageUsers');
    await waitFor(() =>
      expect(api.requests.slice(-2).map(({ path }) => path)).toEqual([
        '/api/groups',
        '/api/permissions/check',
      ]),
    );
  });

  it.each(pages)('stays on %s and offers a retry on 503', async (at) => {
    const { currentAddress } = await openRemote(at, failingRoutes(503));
    await screen.findAllByRole('button', { name: 'Spróbuj ponownie' });
    expect(currentAddress()).toBe(at);
  });

  it('names the part of the product that is away', async () => {
    const part = 'Konfiguracja obiegu jest chwilowo niedostępna.';
    const answer = problemResponse(503, 'UNAVAILABLE', part, undefined, 'workflow');
    await openRemote('/workflow-statuses', { 'GET /api/workflow-status': () => answer });
    await screen.findByText(part);
  });

  it('neither offers nor advises a retry on 404', async () => {
    await openRemote('/workflow-parameters/1', failingRoutes(404));
    await screen.findByRole('heading', { name: 'Failed to load parameter.' });
    expect(screen.queryByRole('button', { name: 'Spróbuj ponownie' })).toBeNull();
    screen.getByRole('link', { name: 'Back' });
  });
});
