import type { IdentityProvider } from '@obieg/contracts';
import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildProvider, buildProviders, buildTest } from '../../api/identity-providers.builders';
import { getRequests, openRemote } from '../../test-support';

afterEach(signOutForTest);

const verified = { verifiedAt: '2026-11-29T09:00:00.000Z', proof: 'DNS' } as const;
const verify = (provider: IdentityProvider): IdentityProvider => ({
  ...provider,
  domains: provider.domains.map((domain) => ({ ...domain, ...verified })),
});

const open = (at: string, providers: readonly IdentityProvider[], routes: FakeRoutes = {}) =>
  openRemote(
    at,
    {
      'GET /api/identity-providers': () => ({ body: buildProviders(providers) }),
      'GET /api/identity-providers/:id': () => ({ body: { provider: providers[0] } }),
      'GET /api/identity-providers/:id/test': () => ({ body: { test: null } }),
      'GET /api/groups': () => ({ body: [] }),
      'GET /api/admin/roles': () => ({
        body: ['ORG_ADMIN', 'OPERATOR', 'MEMBER'].map((name, id) => ({ id, name })),
      }),
      ...routes,
    },
    'canManageUsers',
  );
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('/connections/sign-in', () => {
  it('lists providers with issuer, domains and state', async () => {
    await open('/connections/sign-in', [
      buildProvider(1),
      verify(buildProvider(2)),
      verify(buildProvider(3, { isRequired: true })),
      buildProvider(4, { isActive: false }),
    ]);
    const row = within(await screen.findByRole('row', { name: /Firma 1/ }));
    row.getByText('https://login.example.com');
    row.getByText('example.com');
    row.getByText('No verified domain');
    for (const [name, state] of [
      [/Firma 2/, 'On'],
      [/Firma 3/, 'Required'],
      [/Firma 4/, 'Off'],
    ] as const)
      within(screen.getByRole('row', { name })).getByText(state);
  });

  it('says what a provider is for while there is none, and is closed to others', async () => {
    await open('/connections/sign-in', []);
    await screen.findByText('No identity providers yet');
    signOutForTest();
    const { currentAddress } = await openRemote('/connections/sign-in', {}, 'hasBasePermission');
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
  });
});

describe('the form of a provider', () => {
  const fill = async (label: string, text: string) => {
    const field = await screen.findByLabelText(label);
    await userEvent.clear(field);
    await userEvent.type(field, text);
  };

  it('sends the values and opens the page of the provider', async () => {
    const { api, currentAddress } = await open('/connections/sign-in/new', [], {
      'POST /api/identity-providers': () => ({ status: 201, body: { provider: buildProvider(7) } }),
      'GET /api/identity-providers/:id': () => ({ body: { provider: buildProvider(7) } }),
    });
    await fill('Name', 'Firma');
    await fill('Issuer', 'https://login.example.com');
    await fill('Client ID', 'obieg');
    await fill('Client secret', 'tajne');
    await fill('Domains', 'Example.com.{Enter}ŻÓŁW.pl');
    await click('Add a mapping');
    await fill('Value', 'agents');
    await userEvent.selectOptions(screen.getByLabelText('Gives'), 'role:OPERATOR');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Require this provider' }));
    await click('Save');
    await screen.findByText('Choose at least one emergency account');
    await userEvent.click(screen.getByRole('checkbox', { name: 'anna (anna@acme.test)' }));
    await click('Save');
    await waitFor(() => expect(currentAddress()).toBe('/connections/sign-in/7'));
    expect(getRequests(api, 'POST')[0]?.body).toEqual({
      name: 'Firma',
      issuer: 'https://login.example.com',
      clientId: 'obieg',
      clientSecret: 'tajne',
      domains: ['example.com', 'xn--w-uga1v8h.pl'],
      defaultRoles: ['MEMBER'],
      groupsClaim: 'groups',
      groupMapping: [],
      roleMapping: [{ value: 'agents', role: 'OPERATOR' }],
      isRequired: true,
      emergencyUserIds: [5],
      isActive: true,
    });
  });

  it('keeps the secret of a saved provider, and joins what another administrator has saved', async () => {
    let saved = buildProvider(1);
    const { api } = await open('/connections/sign-in/1/edit', [saved], {
      'GET /api/identity-providers/:id': () => ({ body: { provider: saved } }),
      'PUT /api/identity-providers/:id': ({ headers }) =>
        headers['if-match'] === `"${saved.revision}"`
          ? { body: { provider: saved } }
          : problemResponse(412, 'PRECONDITION_FAILED'),
    });
    await fill('Name', 'Nowa nazwa');
    saved = buildProvider(1, { clientId: 'inny', revision: 4 });
    await click('Save');
    await waitFor(() => expect(getRequests(api, 'PUT')).toHaveLength(2));
    const body = getRequests(api, 'PUT')[1]?.body;
    expect(body).toMatchObject({ name: 'Nowa nazwa', clientId: 'inny' });
    expect(body).not.toHaveProperty('clientSecret');
  });

  it("shows the server's reason at its field", async () => {
    await open('/connections/sign-in/1/edit', [buildProvider(1)], {
      'PUT /api/identity-providers/:id': () =>
        problemResponse(422, 'VALIDATION_FAILED', '', [{ field: 'issuer', message: 'Sieć prywatna' }]),
    });
    await fill('Issuer', 'https://10.0.0.1');
    await click('Save');
    await screen.findByText('Sieć prywatna');
  });
});

describe('/connections/sign-in/{id}', () => {
  it('shows the TXT record of a domain, and checks it', async () => {
    let provider = buildProvider(1);
    const { api } = await open('/connections/sign-in/1', [], {
      'GET /api/identity-providers/:id': () => ({ body: { provider } }),
      'POST /api/identity-providers/:id/domains/:domain/check': () =>
        problemResponse(409, 'CONFLICT', 'No such record yet.'),
    });
    await screen.findByText('_obieg.example.com');
    screen.getByText('obieg-verification=abc');
    expect(screen.queryByRole('button', { name: 'Confirm without a record' })).toBeNull();
    await click('Check now');
    await screen.findByText('No such record yet.');
    provider = verify(provider);
    api.respond({
      'POST /api/identity-providers/:id/domains/:domain/check': () => ({ body: { provider } }),
    });
    await click('Check now');
    await screen.findByText('Verified');
  });

  it('shows the addresses for the provider', async () => {
    await open('/connections/sign-in/1', [buildProvider(1)]);
    await screen.findByText('https://acme.obieg.example/login/callback');
    screen.getByText('https://acme.obieg.example/login');
  });

  it('starts a test at the provider', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    onTestFinished(() => assign.mockRestore());
    await open('/connections/sign-in/1', [buildProvider(1)], {
      'POST /api/identity-providers/:id/test': () => ({
        body: { test: buildTest({ isWaiting: true }), address: 'https://login.example.com/authorize' },
      }),
    });
    await click('Start the test');
    await waitFor(() => expect(assign.mock.calls).toEqual([['https://login.example.com/authorize']]));
    const steps = within(screen.getByRole('list', { name: 'Steps of the test' }));
    steps.getByText('Discovery');
    steps.getByText('Keys');
  });

  it('shows the addresses to enter at the provider', async () => {
    await open('/connections/sign-in/1', [buildProvider(1)]);
    await screen.findByText('https://acme.obieg.example/login/callback');
    screen.getByText('Back-channel logout address');
    screen.getByText('https://acme.obieg.example/api/auth/identity-providers/1/backchannel-logout');
  });

  it('shows the step that fails, with its reason', async () => {
    await open('/connections/sign-in/1', [buildProvider(1)], {
      'GET /api/identity-providers/:id/test': () => ({
        body: {
          test: buildTest({
            steps: [
              { step: 'DISCOVERY', isDone: true },
              { step: 'CLAIMS', isDone: false, reason: 'address-not-verified', detail: 'anna@example.com' },
              { step: 'FUTURE', isDone: false, reason: 'of-a-newer-version' },
            ],
          }),
        },
      }),
    });
    await screen.findByText('The provider does not say that the address is verified (email_verified).');
    screen.getByText('anna@example.com');
    screen.getByText('of-a-newer-version');
  });

  it('shows what a sign-in would do', async () => {
    await open('/connections/sign-in/1', [buildProvider(1)], {
      'GET /api/identity-providers/:id/test': () => ({
        body: {
          test: buildTest({
            claims: [{ name: 'email', value: '"anna@example.com"' }],
            outcome: {
              email: 'anna@example.com',
              isNewMember: true,
              roles: ['MEMBER'],
              groupIds: [],
              isSecondFactorProved: false,
            },
          }),
        },
      }),
    });
    await screen.findByText('anna@example.com would join the organization.');
    screen.getByText('Not confirmed by the provider');
    screen.getByText('"anna@example.com"');
  });

  it('deletes the provider after a question', async () => {
    const { api, currentAddress } = await open('/connections/sign-in/1', [buildProvider(1)], {
      'DELETE /api/identity-providers/:id': () => ({ status: 204 }),
    });
    await click('Delete');
    await click('Delete provider');
    await waitFor(() => expect(currentAddress()).toBe('/connections/sign-in'));
    expect(getRequests(api, 'DELETE')[0]?.headers['if-match']).toBe('"3"');
  });
});
