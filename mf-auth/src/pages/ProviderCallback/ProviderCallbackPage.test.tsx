import { storageKeys } from '@obieg/contracts';
import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { authResponse, openRemote } from '../../test-support';

afterEach(() => {
  signOutForTest();
  history.replaceState(null, '', '/');
});

const open = (body: unknown) => {
  history.replaceState(null, '', '/login/callback?code=abc&state=def&iss=https%3A%2F%2Fidp.example.com');
  return openRemote('/login/callback', {
    'POST /api/auth/provider-callback': () =>
      body === undefined
        ? problemResponse(400, 'PROVIDER_REFUSED', 'Firma cannot confirm your address.')
        : { body },
  });
};

describe('/login/callback', () => {
  it("sends the provider's answer, removes it from the address and opens the return URL", async () => {
    sessionStorage.setItem(storageKeys.returnUrl, '/task/123456789012');
    const { api, currentAddress } = await open(authResponse);
    await waitFor(() => expect(currentAddress()).toBe('/task/123456789012'));
    expect(api.requests.find(({ path }) => path === '/api/auth/provider-callback')?.body).toEqual({
      query: 'code=abc&state=def&iss=https%3A%2F%2Fidp.example.com',
    });
    expect(location.search).toBe('');
    expect(localStorage.getItem(storageKeys.token)).toBe('jwt');
  });

  it('asks for the second step', async () => {
    await open({
      secondStep: { challenge: 'c', step: 'ENTER', methods: ['TOTP'], expiresAt: '2026-11-30T09:00:00.000Z' },
    });
    await screen.findByLabelText('Code from your app');
  });

  it('returns to the page of the provider after a test', async () => {
    const { currentAddress } = await open({ testedProviderId: 7 });
    await waitFor(() => expect(currentAddress()).toBe('/connections/sign-in/7'));
  });

  it('says why it did not work, and leads back', async () => {
    await open(undefined);
    await screen.findByText('Firma cannot confirm your address.');
    expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login');
  });
});
