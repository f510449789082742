import { describe, expect, it } from 'vitest';
import { readConfig } from './config';

const minimal = { DATABASE_URL: 'postgres://app:secret@127.0.0.1:5432/identity' };

describe('readConfig', () => {
  it('refuses a large RATE_LIMIT_SCALE in production', () => {
    const large = { ...minimal, RATE_LIMIT_SCALE: '1000' };
    expect(readConfig(minimal).RATE_LIMIT_SCALE).toBe(1);
    expect(readConfig(large).RATE_LIMIT_SCALE).toBe(1_000);
    expect(() => readConfig({ ...large, NODE_ENV: 'production' })).toThrow('RATE_LIMIT_SCALE');
  });

  it('builds links from BASE_DOMAIN', () => {
    expect(readConfig({ ...minimal, BASE_DOMAIN: 'Obieg.Example.com' }).BASE_DOMAIN).toBe(
      'obieg.example.com',
    );
  });

  it.each(['localhost', 'https://obieg.example.com', 'obieg.example.com:8080', 'obieg.example.com/', ''])(
    'refuses the base domain %j',
    (BASE_DOMAIN) => {
      expect(() => readConfig({ ...minimal, BASE_DOMAIN })).toThrow('BASE_DOMAIN: must be a domain name');
    },
  );
});
