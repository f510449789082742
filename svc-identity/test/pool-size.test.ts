import { findFreePort } from '@obieg/local';
import { createTestDatabase } from '@obieg/service-kit/testing';
import { expect, it } from 'vitest';
import { migrations } from '../migrations/index';
import { buildIdentity } from './identity-process';

it('the service opens as many connections as its environment allows', async () => {
  const [database, program] = await Promise.all([createTestDatabase(migrations), buildIdentity()]);
  const { url, kill } = await program.start({
    DATABASE_URL: database.appUrl,
    DATABASE_POOL_SIZE: '3',
    NATS_URL: `nats://127.0.0.1:${await findFreePort()}`,
  });
  const ask = () => fetch(`${url}/internal/organizations/by-code/nobody`);
  const answers = await Promise.all(Array.from({ length: 30 }, ask));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  const [open] = await database.db
    .knex('pg_stat_activity')
    .where({ datname: database.name, application_name: 'svc-identity' })
    .count<{ count: number }[]>('* as count');
  expect(open?.count).toBe(3);
  await kill();
  program.remove();
  await database.close();
});
