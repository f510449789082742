import { describe, expect, it } from 'vitest';
import { createAddressRules, hostOf, parseNetworks } from './address-rules';

const rules = createAddressRules([]);

/** The host as the client connects to it: `URL` normalizes numbers. */
const isReachable = (url: string, { isAllowed } = rules): boolean => {
  const parsed = new URL(url);
  return isAllowed(hostOf(parsed), parsed.protocol);
};

describe('createAddressRules', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.255.255.254/',
    'https://0.0.0.0/',
    'https://0.1.2.3/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://192.0.0.170/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.1/',
    'https://0x7f.1/',
    'https://①②⑦.0.0.1/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2002:a9fe:a9fe::1]/',
    'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[ff02::1]/',
    'https://[100::1]/',
    'https://[2001:db8::1]/',
    'https://[4000::1]/',
  ])('refuses %s', (url) => {
    expect(isReachable(url)).toBe(false);
  });

  it.each(['https://93.184.216.34:8443/in', 'https://[2606:2800:220:1:248:1893:25c8:1946]/'])(
    'allows %s',
    (url) => {
      expect(isReachable(url)).toBe(true);
    },
  );

  it('requires TLS for a public address', () => {
    expect(isReachable('http://93.184.216.34/')).toBe(false);
  });

  it('allows the networks of the setting, also without TLS and in the mapped form', () => {
    const allowing = createAddressRules(parseNetworks('10.1.0.0/16, fd00::/8'));
    for (const url of [
      'https://10.1.2.3/',
      'http://10.1.2.3:8080/',
      'http://[::ffff:10.1.2.3]/',
      'http://[fd00::1]/',
    ])
      expect(isReachable(url, allowing), url).toBe(true);
    for (const url of ['http://10.2.0.1/', 'https://127.0.0.1/', 'http://[fe80::1]/'])
      expect(isReachable(url, allowing), url).toBe(false);
  });
});

describe('parseNetworks', () => {
  it('reads an empty setting', () => {
    expect(parseNetworks('')).toEqual([]);
  });

  it('throws on an address without a size', () => {
    expect(() => parseNetworks('10.0.0.1')).toThrow();
  });
});
