import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildMainAddress, buildOrganizationAddress, readHostSite } from './organization-host';

const base = 'obieg.localhost';
const longBase = 'tasks.example.co.uk';
const label = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/);
const port = fc.option(fc.integer({ min: 1, max: 65_535 }));
const withPort = (name: string, number: number | null): string => (number ? `${name}:${number}` : name);

describe('readHostSite', () => {
  it.each([
    ['localhost', 'main'],
    ['LOCALHOST:8080', 'main'],
    ['127.0.0.1:8080', 'main'],
    ['[::1]:8080', 'main'],
    ['example.com', 'main'],
    ['obieg.localhost', 'main'],
    ['obieg.localhost.', 'main'],
    ['acme.obieg.localhost', 'organization'],
    ['Acme.Obieg.localhost:8080', 'organization'],
    ['acme.example.com', 'organization'],
    ['a.b.example.com', 'none'],
    ['1acme.obieg.localhost', 'none'],
    ['ac-me.obieg.localhost', 'none'],
    ['a23456789012345678901.obieg.localhost', 'none'],
    ['', 'malformed'],
    ['acme.obieg.localhost:', 'malformed'],
    ['acme.obieg.localhost:99999', 'malformed'],
    ['acme.obieg.localhost:0', 'malformed'],
    ['user@acme.obieg.localhost', 'malformed'],
    ['acme..obieg.localhost', 'malformed'],
    ['acme.obieg.localhost/', 'malformed'],
    ['acme.obieg.localhost, globex.obieg.localhost', 'malformed'],
    ['300.1.1.1', 'malformed'],
    ['[::1', 'malformed'],
    ['żółw.obieg.localhost', 'malformed'],
  ])('classifies %s as %s', (host, site) => {
    expect(readHostSite(host, base).site).toBe(site);
  });

  it('recognizes a longer base domain and its direct subdomains', () => {
    expect(readHostSite(longBase, longBase)).toEqual({ site: 'main' });
    expect(readHostSite(`acme.${longBase}`, longBase)).toEqual({ site: 'organization', code: 'acme' });
    expect(readHostSite(`x.acme.${longBase}`, longBase)).toEqual({ site: 'none' });
    expect(readHostSite('acme.other.com', longBase)).toEqual({ site: 'organization', code: 'acme' });
    expect(readHostSite('co.uk', longBase)).toEqual({ site: 'main' });
  });

  it('never throws and returns only valid code names', () => {
    fc.assert(
      fc.property(fc.string(), (host) => {
        const site = readHostSite(host, base);
        if (site.site === 'organization') expect(site.code).toMatch(/^[a-z][a-z0-9]{0,19}$/);
      }),
    );
  });

  it('ignores case and port', () => {
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 5 }), port, (labels, number) => {
        const name = labels.join('.');
        expect(readHostSite(withPort(name.toUpperCase(), number), base)).toEqual(readHostSite(name, base));
      }),
    );
  });

  it('counts host parts as the specification does', () => {
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 6 }), (labels) => {
        const expected = labels.length <= 2 ? 'main' : labels.length === 3 ? 'organization' : 'none';
        expect(readHostSite(labels.join('.'), base).site).toBe(expected);
      }),
    );
  });
});

describe('buildOrganizationAddress', () => {
  const address = (host: string, baseDomain = base) =>
    buildOrganizationAddress({ protocol: 'http:', host }, 'acme', baseDomain);

  it('keeps the last two parts of the host, the protocol and the port', () => {
    expect(address('globex.obieg.localhost:8080')).toBe('http://acme.obieg.localhost:8080');
    expect(address('obieg.localhost:8080')).toBe('http://acme.obieg.localhost:8080');
    expect(buildOrganizationAddress({ protocol: 'https:', host: 'example.com' }, 'acme', base)).toBe(
      'https://acme.example.com',
    );
  });

  it('uses the base domain from localhost, an IP address and its own hosts', () => {
    expect(address('localhost:8080')).toBe('http://acme.obieg.localhost:8080');
    expect(address('127.0.0.1')).toBe('http://acme.obieg.localhost');
    expect(address('[::1]:80')).toBe('http://acme.obieg.localhost:80');
    expect(address(`globex.${longBase}`, longBase)).toBe(`http://acme.${longBase}`);
    expect(address(longBase, longBase)).toBe(`http://acme.${longBase}`);
  });

  it('builds a host that names the organization, and the way back to the main domain', () => {
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), port, label, (labels, number, code) => {
        const current = { protocol: 'https:', host: withPort(labels.join('.'), number) };
        const host = buildOrganizationAddress(current, code, base).slice('https://'.length);
        expect(readHostSite(host, base)).toEqual({ site: 'organization', code });
        const main = buildMainAddress({ protocol: 'https:', host }, base).slice('https://'.length);
        expect(readHostSite(main, base)).toEqual({ site: 'main' });
      }),
    );
  });
});
