import { findUnsafeMigrations } from '@obieg/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { migrations } from '../migrations/index';

describe('migrations since the last release', () => {
  it('lock no large table and keep the last release running', async () => {
    expect(await findUnsafeMigrations(migrations)).toEqual([]);
  });
});
