import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultLandingPage, isMainDomain, organizationAddress, readTimeZone } from './site';

describe('isMainDomain (spec 1 §1)', () => {
  it.each(['localhost', 'localhost:8080', '127.0.0.1', '[::1]:8080', 'example.com', 'obieg.localhost:8080'])(
    '%s is the main domain',
    (host) => expect(isMainDomain(host)).toBe(true),
  );
  it.each(['acme.obieg.localhost:8080', 'acme.example.com'])('%s is an organization', (host) =>
    expect(isMainDomain(host)).toBe(false),
  );
});

describe('organizationAddress (spec 1 §2)', () => {
  it('replaces the first label and keeps protocol and port', () => {
    expect(organizationAddress('acme', { protocol: 'https:', host: 'globex.example.com:8443' })).toBe(
      'https://acme.example.com:8443',
    );
  });

  it('uses the base domain on localhost', () => {
    expect(organizationAddress('acme', { protocol: 'http:', host: 'localhost:8080' })).toBe(
      'http://acme.obieg.localhost:8080',
    );
  });

  it('returns an organization domain for every address', () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/);
    const host = fc
      .array(label, { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('.'))
      .filter((name) => name !== 'localhost.localhost');
    const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined });
    fc.assert(
      fc.property(label, host, port, (code, name, number) => {
        const current = { protocol: 'http:', host: number === undefined ? name : `${name}:${number}` };
        const there = new URL(organizationAddress(code, current));
        expect(isMainDomain(there.host)).toBe(false);
        expect(there.hostname.split('.')[0]).toBe(code);
      }),
    );
  });
});

describe('defaultLandingPage (spec 1 §2)', () => {
  it("is /organizations on the main domain and /dashboard on an organization's domain", () => {
    expect(defaultLandingPage('obieg.localhost:8080')).toBe('/organizations');
    expect(defaultLandingPage('acme.obieg.localhost:8080')).toBe('/dashboard');
  });
});

describe('readTimeZone', () => {
  it('returns the time zone that the gateway wrote into the page', () => {
    expect(readTimeZone()).toBeUndefined();
    const meta = Object.assign(document.createElement('meta'), { name: 'time-zone', content: 'Asia/Tokyo' });
    document.head.append(meta);
    expect(readTimeZone()).toBe('Asia/Tokyo');
    meta.remove();
  });
});
