import { type FakeRoutes, problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { openRemote } from './test-support';

afterEach(signOutForTest);

const answering = (status: number): FakeRoutes => {
  const refused = () => problemAnswer(status, status === 403 ? 'FORBIDDEN' : 'UNAVAILABLE');
  return Object.fromEntries(
    ['groups', 'workflow-parameters', 'workflow-status', 'status-transitions'].flatMap((things) =>
      ['', '/:id', '/:id/members', '/available-parents'].map((rest) => [
        `GET /api/${things}${rest}`,
        refused,
      ]),
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

describe('what a person may not read', () => {
  it.each(pages)('%s leads reporters to the dashboard, where trying again would not help', async (at) => {
    const { currentAddress } = await openRemote(at, answering(403));
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
  });

  it('is found out by the menu, too, where it could be read until now', async () => {
    const { api } = await openRemote('/groups', answering(403), 'hasBasePermission', 'canManageUsers');
    await waitFor(() =>
      expect(api.requests.slice(-2).map(({ path }) => path)).toEqual([
        '/api/groups',
        '/api/permissions/check',
      ]),
    );
  });

  it.each(pages)('%s stays with who may read it while the server is away', async (at) => {
    const { currentAddress } = await openRemote(at, answering(503));
    await screen.findAllByRole('button', { name: 'Spróbuj ponownie' });
    expect(currentAddress()).toBe(at);
  });
});
