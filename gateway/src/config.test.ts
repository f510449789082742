import { createKeyPair } from '@obieg/delivery';
import { describe, expect, it } from 'vitest';
import { readConfig, readLimits } from './config';
import { openReleaseStore } from './releases/settings';

const minimal = { STATIC_ROOT: '/srv/obieg' };

describe('readConfig', () => {
  it('has working defaults', () => {
    expect(readConfig(minimal)).toMatchObject({
      PORT: 8080,
      IDENTITY_URL: ['http://127.0.0.1:8101'],
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
    expect(readLimits(readConfig(large)).points.writes).toBe(120_000);
    expect(() => readConfig({ ...large, NODE_ENV: 'production' })).toThrow('RATE_LIMIT_SCALE');
    const allowed = { ...minimal, NODE_ENV: 'production', REMOTE_KEYS: '{}', RATE_LIMIT_SCALE: '10' };
    expect(readConfig(allowed).RATE_LIMIT_SCALE).toBe(10);
  });

  it('requires public keys in production', () => {
    const { publicKey } = createKeyPair();
    const read = (REMOTE_KEYS?: string) =>
      readConfig({ ...minimal, NODE_ENV: 'production', ...(REMOTE_KEYS ? { REMOTE_KEYS } : {}) });
    expect(() => read()).toThrow('REMOTE_KEYS is missing');
    expect(() => read('{"mf-tasks": "no key"}')).toThrow(
      'REMOTE_KEYS: The key of "mf-tasks" is not a public key',
    );
    expect(() => read('/missing.json')).toThrow('REMOTE_KEYS');
    expect(read(JSON.stringify({ 'mf-tasks': publicKey })).REMOTE_KEYS?.get('mf-tasks')).toHaveLength(1);
  });

  it('requires a folder, or a bucket with its credentials', () => {
    expect(() => readConfig({})).toThrow('STATIC_ROOT is missing');
    const bucket = { STATIC_BUCKET_URL: 'https://s3.example.com/static' };
    expect(() => readConfig(bucket)).toThrow('S3_ACCESS_KEY_ID is missing');
    const credentials = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(openReleaseStore(readConfig({ ...bucket, ...credentials })).address).toBe(
      bucket.STATIC_BUCKET_URL,
    );
    expect(openReleaseStore(readConfig(minimal)).address).toBe('/srv/obieg');
  });

  it("reads the addresses of a service's instances without their paths", () => {
    const read = (TASKS_URL: string) => readConfig({ ...minimal, TASKS_URL }).TASKS_URL;
    expect(read('http://tasks:8103/')).toEqual(['http://tasks:8103']);
    expect(read('http://a:8103, http://b:8103/,http://a:8103')).toEqual(['http://a:8103', 'http://b:8103']);
    expect(() => read('http://a:8103,')).toThrow('TASKS_URL');
    expect(() => read('http://a:8103,b:8103')).toThrow('TASKS_URL');
  });
});
