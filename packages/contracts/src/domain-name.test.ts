import { describe, expect, it } from 'vitest';
import { domainOfAddress, normalizeDomain } from './domain-name';

describe('normalizeDomain', () => {
  it.each([
    ['example.com', 'example.com'],
    [' EXAMPLE.Com. ', 'example.com'],
    ['żółw.pl', 'xn--w-uga1v8h.pl'],
    ['ŻÓŁW.PL', 'xn--w-uga1v8h.pl'],
    ['mail.example.com', 'mail.example.com'],
    ['example.xn--p1ai', 'example.xn--p1ai'],
  ])('%j is %s', (text, domain) => {
    expect(normalizeDomain(text)).toBe(domain);
  });

  it.each([
    '',
    'localhost',
    'example.com..',
    '.example.com',
    'exa mple.com',
    '127.0.0.1',
    'example.com:80',
    'example.com/path',
    'user@example.com',
    '-a.com',
    'a-.com',
    '*.example.com',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
  ])('%j is no domain', (text) => {
    expect(normalizeDomain(text)).toBeUndefined();
  });
});

describe('domainOfAddress', () => {
  it.each([
    ['anna@example.com', 'example.com'],
    ['ANNA@EXAMPLE.COM', 'example.com'],
    ['anna@evil.com@example.com', 'example.com'],
    ['anna@sub.example.com', 'sub.example.com'],
    ['anna', undefined],
    ['@example.com', undefined],
  ])('of %j is %s', (address, domain) => {
    expect(domainOfAddress(address)).toBe(domain);
  });
});
