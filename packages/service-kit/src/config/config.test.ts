import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { databaseEnvironment, loadConfig, natsEnvironment } from './config';

describe('databaseEnvironment', () => {
  const url = 'postgres://app:secret@127.0.0.1:5432/obieg';
  const read = (environment: NodeJS.ProcessEnv) =>
    loadConfig(z.object(databaseEnvironment), { DATABASE_URL: url, ...environment });

  it('defaults to twenty connections', () => {
    expect(read({})).toEqual({ DATABASE_URL: url, DATABASE_POOL_SIZE: 20 });
    expect(read({ DATABASE_POOL_SIZE: '5' })).toMatchObject({ DATABASE_POOL_SIZE: 5 });
  });

  it.each(['pa#ss', 'pa/ss', 'pa?ss', 'pa%ss', '50%'])('names the reason for the password %s', (password) => {
    const address = `postgres://app:${password}@127.0.0.1:5432/obieg`;
    expect(() => read({ DATABASE_URL: address })).toThrow(
      /DATABASE_URL: is not a valid address; percent-encode special characters/,
    );
    expect(() => read({ DATABASE_URL: address })).not.toThrow(password);
    const encoded = address.replace(password, encodeURIComponent(password));
    expect(read({ DATABASE_URL: encoded }).DATABASE_URL).toBe(encoded);
  });

  it('names the protocols of an address of something else', () => {
    expect(() => read({ DATABASE_URL: 'mysql://app:secret@127.0.0.1/obieg' })).toThrow(
      'DATABASE_URL: must be an address that starts with postgres:// or postgresql://',
    );
  });

  it.each(['0', '-1', '2.5', 'many', ''])('rejects %j connections', (size) => {
    expect(() => read({ DATABASE_POOL_SIZE: size })).toThrow(/DATABASE_POOL_SIZE: /);
  });
});

describe('natsEnvironment', () => {
  const read = (environment: NodeJS.ProcessEnv) => loadConfig(z.object(natsEnvironment), environment);

  it('defaults to one replica of each stream', () => {
    expect(read({})).toEqual({ NATS_URL: 'nats://127.0.0.1:4222', NATS_STREAM_REPLICAS: 1 });
    expect(read({ NATS_STREAM_REPLICAS: '3' })).toMatchObject({ NATS_STREAM_REPLICAS: 3 });
  });

  it.each(['0', '2', '7', '-3', 'three', ''])('rejects %j replicas', (replicas) => {
    expect(() => read({ NATS_STREAM_REPLICAS: replicas })).toThrow(/NATS_STREAM_REPLICAS: must be 1, 3 or 5/);
  });
});
