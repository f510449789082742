import { defaultTimeZone } from '@obieg/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isKnownTimeZone, resolveTimeZone, withTransaction } from '../src/index';
import { createTestDatabase, type TestDatabase } from '../src/testing/index';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase([]);
});
afterAll(() => database.close());

describe('isKnownTimeZone', () => {
  it.each([
    ['Europe/Warsaw', true],
    ['UTC', true],
    ['America/Argentina/Buenos_Aires', true],
    // Known to Node.js only.
    ['US/Pacific-New', false],
    // Known to PostgreSQL only.
    ['posixrules', false],
    ['Factory', false],
    ['Europe/Warszawa', false],
  ])('of %s is %s', async (name, isKnown) => {
    expect(await withTransaction(database.db, (tx) => isKnownTimeZone(tx, name))).toBe(isKnown);
  });
});

describe('resolveTimeZone', () => {
  it('replaces an unknown time zone by the default and logs a warning', async () => {
    const logged: unknown[] = [];
    const log = { warn: (...entry: unknown[]) => void logged.push(entry) };
    const resolve = (timeZone: string) =>
      withTransaction(database.db, (tx) => resolveTimeZone(tx, { organizationId: 7, timeZone }, log));
    expect(await resolve('Asia/Tokyo')).toBe('Asia/Tokyo');
    expect(logged).toEqual([]);
    expect(await resolve('US/Pacific-New')).toBe(defaultTimeZone);
    expect(logged).toMatchObject([[{ organizationId: 7, timeZone: 'US/Pacific-New' }, expect.any(String)]]);
  });
});
