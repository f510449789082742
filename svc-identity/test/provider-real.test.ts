import { type LocalIdentityProvider, startIdentityProvider } from '@obieg/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProviderFixture, providerInput, startProviderFixture } from './provider-fixture';

const callback = 'http://acme.obieg.localhost:8080/login/callback';

let fixture: ProviderFixture;
let provider: LocalIdentityProvider;
beforeAll(async () => {
  fixture = await startProviderFixture();
  provider = await startIdentityProvider({
    people: [{ email: 'anna@example.com', name: 'Anna Nowak', groups: ['agents'] }],
    redirectUris: [callback],
    signedOutUris: ['http://acme.obieg.localhost:8080/login'],
  });
});
afterAll(async () => {
  await provider.stop();
  await fixture.close();
});

/** Fetches like a browser, with cookies, until the provider returns to the product or shows a page. */
const createBrowser = () => {
  const cookies = new Map<string, string>();
  const visit = async (
    address: string,
    form?: Record<string, string>,
  ): Promise<{ url: string; page: string }> => {
    if (!address.startsWith(provider.issuer)) return { url: address, page: '' };
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    return location ? visit(new URL(location, address).href) : { url: address, page: await response.text() };
  };
  return visit;
};

describe('a sign-in at a real provider', () => {
  it('goes through its pages, and signs out there', async () => {
    const { call, acme, tokens, begin, finish } = fixture;
    const { issuer, clientId, clientSecret } = provider;
    const created = await call('POST', '/api/identity-providers', acme, {
      token: tokens.admin,
      body: providerInput(issuer, {
        clientId,
        clientSecret,
        roleMapping: [{ value: 'agents', role: 'OPERATOR' }],
      }),
    });
    const { id } = created.body.provider;
    await call('POST', `/api/identity-providers/${id}/domains/example.com/confirm`, acme, {
      token: tokens.superAdmin,
    });
    const visit = createBrowser();
    const { address, cookie } = await begin(acme, id);
    const form = await visit(address);
    expect(form.page).toContain('anna@example.com');
    const returned = await visit(form.url, { email: 'anna@example.com' });
    expect(returned.url.startsWith(`${callback}?`)).toBe(true);
    const signedIn = await finish(acme, new URL(returned.url).search.slice(1), cookie);
    expect(signedIn.body).toMatchObject({ email: 'anna@example.com', token: expect.any(String) });
    const user = await call('GET', `/api/users/${signedIn.body.id}`, acme, { token: tokens.admin });
    expect(user.body.roles.toSorted()).toEqual(['MEMBER', 'OPERATOR']);
    const signedOut = await call('POST', '/api/auth/sign-out', acme, { token: signedIn.body.token });
    expect((await visit(signedOut.body.address)).page).toContain('logout');
  });
});
