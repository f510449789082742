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

  it('has a key for secrets in development only, and reads several', () => {
    const key = Buffer.alloc(32, 'x').toString('base64');
    expect(readConfig(minimal).SECRET_KEYS).toHaveLength(1);
    const production = { ...minimal, NODE_ENV: 'production' };
    expect(readConfig(production).SECRET_KEYS).toEqual([]);
    expect(readConfig({ ...production, SECRET_KEYS: `${key}, ${key}` }).SECRET_KEYS).toHaveLength(2);
    expect(() => readConfig({ ...production, SECRET_KEYS: 'short' })).toThrow('SECRET_KEYS: each key');
  });
});
