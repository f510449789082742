import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { providerLogoutPath } from '@obieg/contracts';
import { type LocalIdentityProvider, startIdentityProvider } from '@obieg/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProviderFixture, providerInput, startProviderFixture } from './provider-fixture';

const callback = 'http://acme.obieg.localhost:8080/login/callback';

let fixture: ProviderFixture;
let provider: LocalIdentityProvider;
let providerId = 0;
/** Takes the provider's calls to the organization's address, which has no name here. */
let gateway: Server;
beforeAll(async () => {
  fixture = await startProviderFixture();
  gateway = createServer(async (request, response) => {
    const { status } = await fixture.identity.request('POST', providerLogoutPath(providerId), {
      organization: fixture.acme,
      rawBody: await text(request),
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    });
    response.writeHead(status).end();
  });
  await new Promise<void>((listening) => {
    gateway.listen(0, '127.0.0.1', listening);
  });
  provider = await startIdentityProvider({
    people: [{ email: 'anna@example.com', name: 'Anna Nowak', groups: ['agents'] }],
    redirectUris: [callback],
    signedOutUris: ['http://acme.obieg.localhost:8080/login'],
    logoutUri: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`,
  });
});
afterAll(async () => {
  await provider.stop();
  gateway.close();
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
  it('goes through its pages, signs out there, and the provider ends the other sessions', async () => {
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
    providerId = id;
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
    const again = await begin(acme, id);
    const second = await finish(
      acme,
      new URL((await visit(again.address)).url).search.slice(1),
      again.cookie,
    );
    const signedOut = await call('POST', '/api/auth/sign-out', acme, { token: signedIn.body.token });
    const { url, page } = await visit(signedOut.body.address);
    const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    expect(await fixture.isAlive(second.body.token)).toBe(true);
    await visit(new URL(action, url).href, { xsrf, logout: 'yes' });
    // The provider calls back before it answers.
    expect(await fixture.isAlive(second.body.token)).toBe(false);
  });
});
