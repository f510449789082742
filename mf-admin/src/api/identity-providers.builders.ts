import type { IdentityProvider, IdentityProviders, IdentityProviderTest } from '@obieg/contracts';

export const buildProvider = (id: number, more: Partial<IdentityProvider> = {}): IdentityProvider => ({
  id,
  name: `Firma ${id}`,
  issuer: 'https://login.example.com',
  clientId: 'obieg',
  domains: [
    {
      domain: 'example.com',
      verifiedAt: null,
      proof: null,
      recordName: '_obieg.example.com',
      recordValue: 'obieg-verification=abc',
    },
  ],
  defaultRoles: ['MEMBER'],
  groupsClaim: 'groups',
  groupMapping: [],
  roleMapping: [],
  isRequired: false,
  emergencyUserIds: [],
  isActive: true,
  createdAt: '2026-11-29T09:00:00.000Z',
  revision: 3,
  ...more,
});

export const buildProviders = (providers: readonly IdentityProvider[]): IdentityProviders => ({
  providers: [...providers],
  callbackAddress: 'https://acme.obieg.example/login/callback',
  signedOutAddress: 'https://acme.obieg.example/login',
  emergencyCandidates: [{ id: 5, name: 'anna', email: 'anna@acme.test' }],
});

export const buildTest = (more: Partial<IdentityProviderTest> = {}): IdentityProviderTest => ({
  startedAt: '2026-11-29T09:00:00.000Z',
  isWaiting: false,
  steps: [
    { step: 'DISCOVERY', isDone: true, detail: 'https://login.example.com' },
    { step: 'KEYS', isDone: true, detail: '2' },
  ],
  claims: [],
  outcome: null,
  ...more,
});
