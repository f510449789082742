import { rollbackMigrations, runMigrations } from '@obieg/service-kit';
import { createTestDatabase } from '@obieg/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { migrations } from '../migrations/index';

describe('migrations', () => {
  it('can be rolled back and run again', async () => {
    const database = await createTestDatabase(migrations);
    const options = { url: database.ownerUrl, migrations, appRole: database.appRole };
    expect(await rollbackMigrations(options)).toHaveLength(migrations.length);
    expect(await runMigrations(options)).toHaveLength(migrations.length);
    await database.close();
  });
});
