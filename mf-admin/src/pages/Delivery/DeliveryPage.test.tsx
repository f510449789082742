import type { RemoteDelivery } from '@obieg/contracts';
import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeSkippableTimers, getRequests, openOnMainDomain, openRemote, skipTime } from '../../test-support';
import { buildDelivery, buildHistoryEntry, buildVersion, canary } from './delivery.builders';

const list = (...remotes: RemoteDelivery[]): FakeRoutes => ({
  'GET /api/delivery/remotes': () => ({ body: { remotes } }),
});
const organizations: FakeRoutes = {
  'GET /api/organizations': () => ({
    body: [{ id: 1, name: 'Globex Serwis', codeName: 'globex', createdAt: '2026-03-02T10:00:00.000Z' }],
  }),
};
const accept = { 'POST /api/delivery/remotes/:id/:action': () => ({ body: {} }) };
const openPage = (routes: FakeRoutes) => openRemote('/delivery', routes, 'canManageOrganizations');
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const findDialog = () => screen.findByRole('dialog');
const confirm = async (name: string) =>
  userEvent.click(within(await findDialog()).getByRole('button', { name }));
const hour = '2026-11-21T10:00:00.000Z';
const fiveMinutesLater = '2026-11-21T10:05:00.000Z';
const outdated = /The release has changed in the meantime/;

afterEach(signOutForTest);

describe('/delivery', () => {
  it('shows versions, audience, last change, problem, loads and failures', async () => {
    await openPage(
      list(
        buildDelivery({
          canary,
          problem: 'Route /tasks belongs to mf-other.',
          lastChange: buildHistoryEntry({ by: 'gateway', action: 'end-canary', reason: '3 of 20 failed.' }),
          reports: [
            { at: hour, stable: { loads: 90, failures: 1 }, canary: { loads: 0, failures: 0 } },
            {
              at: fiveMinutesLater,
              stable: { loads: 10, failures: 1 },
              canary: { loads: 4, failures: 2 },
            },
          ],
        }),
      ),
    );
    const card = within(await screen.findByRole('region', { name: 'mf-tasks' }));
    card.getByText('aaaaaaaa');
    card.getByText('bbbbbbbb');
    card.getByText('commit aaaaaaa0');
    card.getByText(/10% of the organizations, acme/);
    card.getByText(/the gateway ended the canary aaaaaaaa\. 3 of 20 failed\./);
    card.getByText('Route /tasks belongs to mf-other.');
    card.getByText('Stable version, last hour: 100 loads, 2 of them failed (2%)');
    card.getByText('Canary, last hour: 4 loads, 2 of them failed (50%)');
    const readTable = (name: string) =>
      within(card.getByRole('table', { name }))
        .getAllByRole('row')
        .map(({ children }) => [...children].map(({ textContent }) => textContent));
    const timeOf = (at: string) => new Date(at).toLocaleTimeString('en-GB', { timeStyle: 'short' });
    expect(readTable('Stable version, loads per five minutes')).toEqual([
      ['From', 'Loads', 'Failed'],
      [timeOf(hour), '90', '1'],
      [timeOf(fiveMinutesLater), '10', '1'],
    ]);
    expect(readTable('Canary, loads per five minutes').slice(1)).toEqual([
      [timeOf(fiveMinutesLater), '4', '2'],
    ]);
  });

  it('draws no chart without loads', async () => {
    await openPage(list(buildDelivery()));
    const card = within(await screen.findByRole('region', { name: 'mf-tasks' }));
    card.getByText('Stable version, last hour: no loads');
    expect(card.queryByRole('table')).toBeNull();
  });

  it('works on the main domain', async () => {
    await openOnMainDomain('/delivery', list(buildDelivery()), 'canManageOrganizations');
    await screen.findByRole('region', { name: 'mf-tasks' });
  });

  it('redirects callers without the permission before it requests anything', async () => {
    const { api, currentAddress } = await openRemote('/delivery', list(), 'canManageUsers');
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
    expect(api.requests.map(({ path }) => path)).not.toContain('/api/delivery/remotes');
  });

  it('explains an empty list', async () => {
    await openPage(list());
    await screen.findByText('Nothing has been published yet');
  });

  it('shows an error with a retry', async () => {
    const { api } = await openPage({
      'GET /api/delivery/remotes': () => problemResponse(500, 'INTERNAL_ERROR'),
    });
    await screen.findByText('The releases could not be loaded.');
    api.respond(list(buildDelivery()));
    await click('Spróbuj ponownie');
    await screen.findByRole('region', { name: 'mf-tasks' });
  });

  it('refreshes, keeps the last state after a failure, and ends when the permission is lost', async () => {
    fakeSkippableTimers();
    const { api } = await openPage(list(buildDelivery()));
    await screen.findByRole('region', { name: 'mf-tasks' });
    api.respond(list(buildDelivery({ id: 'mf-new' })));
    await skipTime(5_000);
    await screen.findByRole('region', { name: 'mf-new' });
    api.respond({ 'GET /api/delivery/remotes': () => problemResponse(500, 'INTERNAL_ERROR') });
    await skipTime(5_000);
    await screen.findByText(/could not be refreshed/);
    screen.getByRole('region', { name: 'mf-new' });
    api.respond({ 'GET /api/delivery/remotes': () => problemResponse(403, 'FORBIDDEN') });
    await skipTime(5_000);
    await screen.findByText('You do not have permission to manage releases.');
    expect(screen.queryByRole('region', { name: 'mf-new' })).toBeNull();
  });
});

describe('/delivery changes', () => {
  it('releases a version to all organizations after a confirmation', async () => {
    const { api } = await openPage({ ...list(buildDelivery()), ...accept });
    await click('Release: mf-tasks');
    const version = await screen.findByLabelText('Version');
    expect(within(version).queryByRole('option', { name: /aaaaaaaa/ })).toBeNull();
    await userEvent.selectOptions(version, buildVersion('b').version);
    await click('Continue');
    await screen.findByText('All organizations will get version bbbbbbbb of mf-tasks.');
    expect(getRequests(api, 'POST')).toEqual([]);
    await confirm('Release');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'POST')).toMatchObject([
      {
        path: '/api/delivery/remotes/mf-tasks/release',
        body: { version: buildVersion('b').version },
        headers: { 'if-match': '"3"' },
      },
    ]);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Release: mf-tasks' })),
    );
  });

  it('releases a version to named organizations and to a percentage', async () => {
    const { api } = await openPage({ ...list(buildDelivery()), ...organizations, ...accept });
    await click('Release: mf-tasks');
    await userEvent.selectOptions(screen.getByLabelText('Version'), buildVersion('c').version);
    await userEvent.click(screen.getByRole('radio', { name: 'Canary' }));
    await click('Continue');
    await screen.findByText('Enter a percentage or select organizations.');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Globex Serwis (globex)' }));
    await userEvent.type(screen.getByLabelText('Percentage of organizations'), '20');
    await click('Continue');
    await screen.findByText(
      'These organizations will get version cccccccc of mf-tasks: 20% of the organizations, globex.',
    );
    screen.getByText('All other organizations get version aaaaaaaa.');
    await confirm('Release');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'POST')[0]?.body).toEqual({
      version: buildVersion('c').version,
      percent: 20,
      organizations: ['globex'],
    });
  });

  it('widens the canary and keeps its organizations, also if they cannot be listed', async () => {
    const { api } = await openPage({ ...list(buildDelivery({ canary })), ...accept });
    await click('Change canary: mf-tasks');
    await screen.findByText('Failed to load organizations. Please try again.');
    const percent = screen.getByLabelText<HTMLInputElement>('Percentage of organizations');
    expect(percent.value).toBe('10');
    await userEvent.clear(percent);
    await userEvent.type(percent, '50');
    await click('Continue');
    await confirm('Release');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'POST')[0]?.body).toEqual({
      version: canary.version,
      percent: 50,
      organizations: ['acme'],
    });
  });

  it.each([
    ['Promote', 'promote', 'All organizations will get version bbbbbbbb of mf-tasks.'],
    ['End canary', 'rollback', 'The canary with version bbbbbbbb ends.'],
  ])('makes the change "%s" after a confirmation', async (label, path, sentence) => {
    const { api } = await openPage({ ...list(buildDelivery({ canary })), ...accept });
    await click(`${label}: mf-tasks`);
    await screen.findByText(sentence);
    api.respond(list(buildDelivery({ revision: 4 })));
    await confirm(label);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'POST')).toMatchObject([
      { path: `/api/delivery/remotes/mf-tasks/${path}`, body: {} },
    ]);
    await waitFor(() => expect(screen.queryByRole('button', { name: `${label}: mf-tasks` })).toBeNull());
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'mf-tasks' }).contains(document.activeElement)).toBe(true),
    );
  });

  it('ends a canary that the gateway refuses to serve', async () => {
    const lastChange = buildHistoryEntry({ isCanary: true, version: canary.version });
    const { api } = await openPage({
      ...list(buildDelivery({ lastChange, problem: 'The signature does not fit.' })),
      ...accept,
    });
    await click('End canary: mf-tasks');
    expect(screen.queryByRole('button', { name: 'Promote: mf-tasks' })).toBeNull();
    await screen.findByText('The canary with version bbbbbbbb ends.');
    await confirm('End canary');
    await waitFor(() =>
      expect(getRequests(api, 'POST')).toMatchObject([
        { path: '/api/delivery/remotes/mf-tasks/rollback', body: {} },
      ]),
    );
  });

  it('offers neither a release nor a rollback while there is no other version to choose', async () => {
    const stable = buildDelivery().versions.filter(
      ({ version }) => version === buildDelivery().stable?.version,
    );
    await openPage(list(buildDelivery({ versions: stable })));
    for (const name of ['Release: mf-tasks', 'Roll back: mf-tasks']) {
      const button = await screen.findByRole('button', {
        name,
        description: 'No other version has been published.',
      });
      await userEvent.click(button);
    }
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('suggests the previous version for a rollback', async () => {
    const { api } = await openPage({
      ...list(buildDelivery()),
      ...accept,
      'GET /api/delivery/remotes/mf-tasks/history': () => ({
        body: { history: [buildHistoryEntry(), buildHistoryEntry({ version: buildVersion('c').version })] },
      }),
    });
    await click('Roll back: mf-tasks');
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLSelectElement>('Version').value).toBe(buildVersion('c').version),
    );
    await click('Continue');
    await screen.findByText('All organizations will get version cccccccc of mf-tasks.');
    await confirm('Roll back');
    await waitFor(() =>
      expect(getRequests(api, 'POST')[0]?.body).toEqual({ version: buildVersion('c').version }),
    );
  });

  it('shows the reason of a refusal and keeps the dialog', async () => {
    await openPage({
      ...list(buildDelivery({ canary })),
      'POST /api/delivery/remotes/:id/promote': () =>
        problemResponse(409, 'ROUTE_TAKEN', 'Another remote already has the route /tasks.'),
    });
    await click('Promote: mf-tasks');
    await confirm('Promote');
    await screen.findByText(/could not be changed\. Another remote already has the route \/tasks\./);
  });

  it('shows the new state on 412, asks again and sends the new revision', async () => {
    const { api } = await openPage({
      ...list(buildDelivery()),
      'POST /api/delivery/remotes/:id/release': ({ headers }) =>
        headers['if-match'] === '"4"' ? { body: {} } : problemResponse(412, 'PRECONDITION_FAILED'),
    });
    await click('Release: mf-tasks');
    await userEvent.selectOptions(screen.getByLabelText('Version'), buildVersion('c').version);
    await click('Continue');
    const lastChange = buildHistoryEntry({
      by: 'wiktor@obieg.test',
      isCanary: true,
      version: canary.version,
    });
    api.respond(list(buildDelivery({ revision: 4, canary, lastChange })));
    await confirm('Release');
    await screen.findByText(outdated);
    within(await findDialog()).getByText('wiktor@obieg.test released bbbbbbbb as a canary.');
    screen.getByText('The canary with version bbbbbbbb ends.');
    await confirm('I have seen this');
    expect(getRequests(api, 'POST')).toHaveLength(1);
    expect(screen.queryByText(outdated)).toBeNull();
    await confirm('Release');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'POST').map(({ headers }) => headers['if-match'])).toEqual(['"3"', '"4"']);
  });

  it('asks again when the refreshed list changes behind the dialog, and closes an obsolete question', async () => {
    fakeSkippableTimers();
    const { api } = await openPage(list(buildDelivery({ canary })));
    await click('Promote: mf-tasks');
    await findDialog();
    api.respond(list(buildDelivery({ revision: 4 })));
    await skipTime(5_000);
    await screen.findByText('mf-tasks no longer has a canary. Nothing is left to do.');
    await confirm('I have seen this');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'POST')).toEqual([]);
  });
});

describe('/delivery history', () => {
  it('shows who released what and why, or that nothing was released', async () => {
    const { api } = await openPage({
      ...list(buildDelivery()),
      'GET /api/delivery/remotes/mf-tasks/history': () => problemResponse(500, 'INTERNAL_ERROR'),
    });
    await click('History: mf-tasks');
    await screen.findByText('The history could not be loaded.');
    api.respond({
      'GET /api/delivery/remotes/mf-tasks/history': () => ({
        body: { history: [buildHistoryEntry({ action: 'rollback', reason: 'Tasks were empty.' })] },
      }),
    });
    await click('Spróbuj ponownie');
    const entries = within(await screen.findByRole('list', { name: 'History of mf-tasks' }));
    entries.getByText('anna@obieg.test rolled back to aaaaaaaa.');
    entries.getByText('Tasks were empty.');
  });
});
