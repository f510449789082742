import { describe, expect, it } from 'vitest';
import { toLimitKey, toNetworkKey } from './limit-key';

describe('toLimitKey', () => {
  it('returns the same key for all addresses of an IPv6 /64 network', () => {
    expect(toLimitKey('2001:db8:1:2:3:4:5:6')).toBe(toLimitKey('2001:db8:1:2::1'));
    expect(toLimitKey('2001:0db8:1:2::')).toBe('2001:db8:1:2::/64');
    expect(toLimitKey('::1')).toBe('0:0:0:0::/64');
    expect(toLimitKey('2001:db8::1:2:3:4:5')).toBe('2001:db8:0:1::/64');
    expect(toLimitKey('2001:db8:1:2::1')).not.toBe(toLimitKey('2001:db8:1:3::1'));
    expect(toLimitKey('203.0.113.9')).toBe('203.0.113.9');
  });

  it('returns the same key for all /64 networks of a /48 network, if asked', () => {
    expect(toLimitKey('2001:db8:1:2::1', 48)).toBe('2001:db8:1::/48');
    expect(toLimitKey('2001:db8:1:3::1', 48)).toBe('2001:db8:1::/48');
    expect(toLimitKey('203.0.113.9', 48)).toBe('203.0.113.9');
  });
});

describe('toNetworkKey', () => {
  it.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0db8:1::9', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48'],
    ['', ''],
  ])('returns the network of %j', (address, network) => {
    expect(toNetworkKey(address)).toBe(network);
  });
});
