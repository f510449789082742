import { describe, expect, it } from 'vitest';
import { readConfig } from './config';

describe('the configuration', () => {
  it('refuses in production to switch the limits off', () => {
    const minimal = { PORT: '8101', DATABASE_URL: 'postgres://localhost/identity' };
    const large = { ...minimal, RATE_LIMIT_SCALE: '1000' };
    expect(readConfig(minimal).RATE_LIMIT_SCALE).toBe(1);
    expect(readConfig(large).RATE_LIMIT_SCALE).toBe(1_000);
    expect(() => readConfig({ ...large, NODE_ENV: 'production' })).toThrow('RATE_LIMIT_SCALE');
  });
});
