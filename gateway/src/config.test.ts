import { describe, expect, it } from 'vitest';
import { readConfig, readLimits } from './config';

const minimal = { STATIC_ROOT: '/srv/obieg' };

describe('readConfig', () => {
  it('has working defaults', () => {
    expect(readConfig(minimal)).toMatchObject({
      PORT: 8080,
      IDENTITY_URL: 'http://127.0.0.1:8101',
      BASE_DOMAIN: 'obieg.localhost',
      TRUSTED_PROXIES: [],
    });
  });

  it('reports all problems in one error', () => {
    const read = () =>
      readConfig({ IDENTITY_URL: 'identity', BASE_DOMAIN: 'localhost', TRUSTED_PROXIES: '10.0.0.0/99' });
    for (const name of ['STATIC_ROOT is missing', 'IDENTITY_URL', 'BASE_DOMAIN', 'TRUSTED_PROXIES'])
      expect(read).toThrow(name);
  });

  it('rejects a large RATE_LIMIT_SCALE in production', () => {
    const large = { ...minimal, RATE_LIMIT_SCALE: '1000' };
    expect(readLimits(readConfig(large)).writes).toBe(120_000);
    expect(() => readConfig({ ...large, NODE_ENV: 'production' })).toThrow('RATE_LIMIT_SCALE');
    expect(readConfig({ ...minimal, NODE_ENV: 'production', RATE_LIMIT_SCALE: '10' }).RATE_LIMIT_SCALE).toBe(
      10,
    );
  });

  it("drops the path of a service's address", () => {
    expect(readConfig({ ...minimal, TASKS_URL: 'http://tasks:8103/' }).TASKS_URL).toBe('http://tasks:8103');
  });
});
