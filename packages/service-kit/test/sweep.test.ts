import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serviceKitMigration, sweepAlone, withTransaction } from '../src/index';
import { createTestDatabase } from '../src/testing/index';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase([serviceKitMigration]);
});
afterAll(() => database.close());

const sweep = (what: string, deleteRows: () => Promise<number>) =>
  withTransaction(database.db, (tx) => sweepAlone(tx, what, deleteRows));

describe('sweepAlone', () => {
  it('runs one of two sweeps of the same rows at a time', async () => {
    const second = vi.fn(async () => 1);
    const first = vi.fn(async () => {
      expect(await sweep('keys', second)).toBe(0);
      return 3;
    });
    expect(await sweep('keys', first)).toBe(3);
    expect(second).not.toHaveBeenCalled();
    expect(await sweep('keys', second)).toBe(1);
  });

  it('runs sweeps of different rows side by side', async () => {
    const swept = sweep('keys', () => sweep('mails', async () => 2));
    expect(await swept).toBe(2);
  });

  it('runs again after a sweep that failed', async () => {
    await expect(sweep('keys', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await sweep('keys', async () => 4)).toBe(4);
  });
});
